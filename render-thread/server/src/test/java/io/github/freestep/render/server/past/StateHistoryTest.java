package io.github.freestep.render.server.past;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Inside;
import io.github.freestep.query.Hits;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameProbe;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.SimulatedPhysics;
import io.github.freestep.render.picking.Picker;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.joml.Matrix4f;
import org.joml.Quaternionf;
import org.joml.Vector3f;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a frame showed, compared with what the history shows of the same instant up to seconds later. */
class StateHistoryTest {
    private static final long MILLI = SimulatedPhysics.MILLI;
    private static final long TICK = 10 * MILLI;
    private static final int SHOTS = Thorough.of(1_500, 20_000);
    private static final int CAPACITY = 150;
    private static final double SIZE = 20;

    /** A ray in a frame, and what it has hit. */
    private record Shot(long dueNanos, long shownNanos, double[] ray, Hits seen) {}

    /** Bodies that move, turn, rest, come, go, are teleported, and ride on others. */
    private static final class World {
        private final Random random;
        private final double far;
        final SimulatedPhysics physics;
        private final double[][] at = new double[3][CAPACITY];
        private final double[][] speed = new double[3][CAPACITY];
        private final double[] turn = new double[CAPACITY];
        private final double[] spin = new double[CAPACITY];
        private final boolean[] exists = new boolean[CAPACITY];
        private boolean isPaused;

        World(Random random, boolean doubles) {
            this.random = random;
            far = doubles ? 3e9 : 0;
            StateLayout layout = StateLayout.of(CAPACITY).linear("fuel").stepped("gear");
            physics = new SimulatedPhysics(doubles ? layout.doublePositions() : layout, 4, this::write);
            physics.ticksCost(MILLI);
            for (int slot = 0; slot < CAPACITY; slot++) {
                spawn(slot);
            }
        }

        double some() {
            return (random.nextDouble() - 0.5) * SIZE;
        }

        private Bodies bodies() {
            return physics.publisher.bodies();
        }

        private void spawn(int slot) {
            exists[slot] = true;
            bodies().spawn(slot);
            place(slot);
        }

        private boolean isParent(int slot) {
            return IntStream.range(0, CAPACITY).anyMatch(child -> bodies().parent(child) == slot);
        }

        private void place(int slot) {
            double quick = random.nextInt(3);
            for (int i = 0; i < 3; i++) {
                at[i][slot] = some();
                speed[i][slot] = some() * quick;
            }
            spin[slot] = some() * quick;
        }

        private void write(StateWriter state, long simulationNanos) {
            for (int slot = 0; slot < CAPACITY; slot++) {
                if (!exists[slot]) {
                    continue;
                }
                for (int i = 0; i < 3; i++) {
                    at[i][slot] += speed[i][slot] * 0.01;
                    speed[i][slot] = Math.abs(at[i][slot]) > SIZE ? -Math.signum(at[i][slot]) : speed[i][slot];
                }
                turn[slot] += spin[slot] * 0.01;
                boolean rides = bodies().parent(slot) != State.NO_PARENT;
                state.position(slot, at[0][slot] + (rides ? 0 : far), at[1][slot], at[2][slot]);
                state.orientation(slot, 0, (float) Math.sin(turn[slot]), 0, (float) Math.cos(turn[slot]));
                state.linear(0, slot, (float) turn[slot]);
                state.stepped(0, slot, random.nextInt(3));
            }
        }

        /** What happens between two frames. */
        void disturb(long now) {
            if (isPaused) {
                isPaused = random.nextInt(5) > 0;
                if (!isPaused) {
                    physics.resume(now);
                }
                return;
            }
            int slot = random.nextInt(CAPACITY);
            if (!exists[slot]) {
                spawn(slot);
                return;
            }
            int other = random.nextInt(CAPACITY);
            switch (random.nextInt(40)) {
                case 0, 1, 2, 3 -> {
                    bodies().teleport(slot);
                    place(slot);
                }
                case 4, 5, 6, 7 -> {
                    if (!isParent(slot)) {
                        bodies().remove(slot);
                        exists[slot] = false;
                        if (random.nextBoolean()) {
                            spawn(slot);
                        }
                    }
                }
                case 8 -> {
                    boolean free = exists[other]
                            && other != slot
                            && bodies().parent(other) == State.NO_PARENT
                            && bodies().parent(slot) == State.NO_PARENT
                            && slot % 10 == 0
                            && other % 10 != 0;
                    if (free) {
                        bodies().attach(slot, other);
                    }
                }
                case 9 -> {
                    if (bodies().parent(slot) != State.NO_PARENT) {
                        bodies().detach(slot);
                    }
                }
                case 10 -> physics.scale(now, Ratio.of(1 + random.nextInt(3), 1 + random.nextInt(3)));
                case 11 -> {
                    physics.pause(now);
                    isPaused = true;
                }
                default -> {}
            }
        }
    }

    private final Hits hits = new Hits(CAPACITY);
    private final Picker picker = new Picker();
    private final float[] radii = new float[CAPACITY];

    @ParameterizedTest
    @CsvSource({"1, false, 300", "2, false, 300", "3, true, 300", "4, true, 300", "5, false, 1500", "6, true, 1500"})
    void whatTheFrameHitTheHistoryHits(long seed, boolean doubles, int mostMillis) {
        Random random = Seeds.random(seed);
        World world = new World(random, doubles);
        StateBuffer states = world.physics.publisher.states();
        PriorityQueue<Shot> flying = new PriorityQueue<>(Comparator.comparingLong(Shot::dueNanos));
        int shots = 0;
        int found = 0;
        int refused = 0;
        try (FrameSampler frames = FrameSampler.open(states);
                StateHistory history =
                        StateHistory.builder(states).last(Duration.ofSeconds(5)).open()) {
            if (doubles) {
                frames.origin(world.far, 0, 0);
                history.origin(world.far, 0, 0);
            }
            for (int slot = 0; slot < CAPACITY; slot++) {
                radii[slot] = slot % 7 == 0 ? -1 : 1 + 2 * random.nextFloat();
            }
            for (long now = 0; shots < SHOTS || !flying.isEmpty(); ) {
                long next = now + 1 + random.nextInt(20_000_000);
                for (; now < next; now = Math.min(next, now + 2 * MILLI)) {
                    world.physics.runTo(now);
                    history.update();
                }
                world.disturb(now);
                Frame frame = frames.sample(now);
                boolean isGuess = FrameProbe.isGuess(frame);
                refused += isGuess ? 1 : 0;
                if (!isGuess) {
                    assertSame(frame, at(history, frame.simulationNanos()));
                }
                for (int i = 0; i < 5 && !isGuess && shots < SHOTS; i++) {
                    shots++;
                    flying.add(shoot(world, frame, now + random.nextInt(mostMillis) * MILLI));
                }
                while (!flying.isEmpty() && flying.peek().dueNanos <= now) {
                    found += check(history, flying.remove());
                }
            }
            assertEquals(0, history.missed());
        }
        assertTrue(found > SHOTS / 4, "hits: " + found);
        assertTrue(refused < shots / 20, "frames that showed a guess: " + refused);
    }

    /** Rays need only positions. A frame makes the rest when it is read, for this instant and all before. */
    @ParameterizedTest
    @CsvSource({"7, false", "8, true"})
    void aFrameIsTheSameWhateverWasReadOfThoseBefore(long seed, boolean doubles) {
        Random random = Seeds.random(seed);
        World world = new World(random, doubles);
        StateBuffer states = world.physics.publisher.states();
        world.bodies().attach(10, 1);
        world.bodies().attach(20, 10);
        world.bodies().attach(140, 1);
        int attached = 0;
        int single = 0;
        try (StateHistory history = StateHistory.builder(states).open();
                StateHistory other = StateHistory.builder(states).open()) {
            long now = 0;
            for (int i = 0; i < Thorough.of(500, 5_000); i++) {
                long next = now + 1 + random.nextInt(20_000_000);
                for (; now < next; now = Math.min(next, now + 2 * MILLI)) {
                    world.physics.runTo(now);
                    history.update();
                    other.update();
                }
                world.disturb(now);
                if (doubles && i % 10 == 0) {
                    double x = world.far + random.nextInt(3);
                    history.origin(x, 0, 0);
                    other.origin(x, 0, 0);
                }
                long nanos = history.newestNanos() - random.nextInt(1_000) * MILLI;
                Frame whole = at(history, nanos);
                whole.qx();
                Frame lazy = at(other, nanos);
                assertEquals(ranges(whole), ranges(lazy));
                for (int slot = 0; slot < whole.slots(); slot++) {
                    assertEquals(whole.isAlive(slot), lazy.isAlive(slot));
                    if (whole.isAlive(slot)) {
                        attached += whole.parent(slot) == State.NO_PARENT ? 0 : 1;
                        assertEquals(whole.position(slot, new Vector3f()), lazy.position(slot, new Vector3f()));
                    }
                }
                for (int slot : new int[] {10, 20, 140, random.nextInt(CAPACITY)}) {
                    single += assertSameBody(whole, lazy, slot);
                }
                assertThrows(IndexOutOfBoundsException.class, () -> lazy.orientation(-1, new Quaternionf()));
                assertThrows(IndexOutOfBoundsException.class, () -> lazy.orientation(CAPACITY, new Quaternionf()));
                if (random.nextInt(4) == 0) {
                    assertSame(whole, lazy);
                }
            }
        }
        assertTrue(attached > 0);
        assertTrue(single > 500, "single bodies: " + single);
    }

    /** Returns 1 if the second frame has made the orientation of this body alone. */
    private static int assertSameBody(Frame whole, Frame lazy, int slot) {
        if (!whole.isAlive(slot)) {
            return 0;
        }
        Vector3f local = new Vector3f(1, 2, 3);
        assertEquals(whole.orientation(slot, new Quaternionf()), lazy.orientation(slot, new Quaternionf()));
        assertEquals(whole.matrix(slot, new Matrix4f()), lazy.matrix(slot, new Matrix4f()));
        assertEquals(whole.point(slot, local, new Vector3f()), lazy.point(slot, local, new Vector3f()));
        return FrameProbe.isWhole(lazy) ? 0 : 1;
    }

    private static List<Integer> ranges(Frame frame) {
        return IntStream.range(0, frame.changedRanges())
                .boxed()
                .flatMap(range -> Stream.of(frame.changedFrom(range), frame.changedTo(range)))
                .toList();
    }

    /** The memory of the two states may have newer states after an update. */
    @Test
    void whatWasNotReadBeforeAnUpdateIsRefused() {
        try (StateHistory history = history()) {
            publish(0);
            publish(1);
            Frame then = at(history, TICK / 2);
            history.update();
            assertEquals(0.5f, then.x()[0]);
            assertEquals(1, then.changedRanges());
            assertEquals(
                    "orientations and channels of this frame were not read before the next update() of its history, so"
                            + " its states may be overwritten; read them before, such as by qx()",
                    assertThrows(IllegalStateException.class, then::qx).getMessage());
            assertThrows(IllegalStateException.class, () -> then.stepped(0));
            assertThrows(IllegalStateException.class, then::older);
            assertThrows(IllegalStateException.class, () -> then.orientation(0, new Quaternionf()));
            at(history, TICK / 2).qx();
            history.update();
            then.qx();
            then.orientation(0, new Quaternionf());
            publish(2);
            assertEquals(1.5f, at(history, TICK + TICK / 2).x()[0]);
            assertEquals(1, then.orientation(0, new Quaternionf()).lengthSquared(), 1e-6f);
        }
    }

    private Shot shoot(World world, Frame frame, long dueNanos) {
        double[] ray = {world.some() + world.far, world.some(), world.some(), world.some(), world.some(), world.some()};
        Hits seen = new Hits(CAPACITY);
        picker.ray(frame, ray[0], ray[1], ray[2], ray[3], ray[4], ray[5], SIZE, radii, seen);
        return new Shot(dueNanos, frame.simulationNanos(), ray, seen);
    }

    private static Frame at(StateHistory history, long simulationNanos) {
        history.update();
        return history.at(simulationNanos);
    }

    private int check(StateHistory history, Shot shot) {
        Frame then = at(history, shot.shownNanos);
        assertEquals(shot.shownNanos, then.simulationNanos());
        double[] ray = shot.ray;
        int count = picker.ray(then, ray[0], ray[1], ray[2], ray[3], ray[4], ray[5], SIZE, radii, hits);
        assertEquals(shot.seen.size(), count, () -> "shot at " + shot.shownNanos);
        for (int i = 0; i < count; i++) {
            assertEquals(shot.seen.slot(i), hits.slot(i));
            assertEquals(shot.seen.life(i), hits.life(i));
            boolean rides = then.parent(shot.seen.slot(i)) != State.NO_PARENT;
            assertEquals(shot.seen.distance(i), hits.distance(i), rides ? 1e-4 : 0);
        }
        return count;
    }

    /** All that a body has in two frames, except for the last bits of poses that depend on a rounded orientation. */
    private static void assertSame(Frame shown, Frame then) {
        for (int slot = 0; slot < shown.slots(); slot++) {
            assertEquals(shown.isAlive(slot), then.isAlive(slot));
            if (!shown.isAlive(slot)) {
                continue;
            }
            assertEquals(shown.life(slot), then.life(slot));
            assertEquals(shown.parent(slot), then.parent(slot));
            boolean rides = shown.parent(slot) != State.NO_PARENT;
            assertEquals(shown.x()[slot], then.x()[slot], rides ? 1e-4f : 0);
            assertEquals(shown.y()[slot], then.y()[slot], rides ? 1e-4f : 0);
            assertEquals(shown.z()[slot], then.z()[slot], rides ? 1e-4f : 0);
            assertEquals(shown.linear(0)[slot], then.linear(0)[slot]);
            assertEquals(shown.stepped(0)[slot], then.stepped(0)[slot]);
            assertEquals(
                    1,
                    Math.abs(shown.orientation(slot, new Quaternionf()).dot(then.orientation(slot, new Quaternionf()))),
                    1e-6f);
        }
        assertEquals(shown.reachedTick(), then.reachedTick());
    }

    /** Publishes states of one body at the tick's number, with an epoch. */
    private final StatePublisher publisher = StatePublisher.of(StateLayout.of(1));

    private void publish(long tick, long nanos) {
        publisher.begin(tick, nanos, new TimeAnchor(), 0).position(0, tick, 0, 0);
        publisher.publish(0);
    }

    private void publish(long tick) {
        publish(tick, tick * TICK);
    }

    private StateHistory history() {
        publisher.bodies().spawn(0);
        return StateHistory.builder(publisher.states()).open();
    }

    @Test
    void anInstantBeyondTheEndsCountsAsTheEnd() {
        try (StateHistory history = history()) {
            for (int tick = 0; tick < 250; tick++) {
                publish(tick);
                history.update();
            }
            long oldest = 149 * TICK;
            assertEquals(oldest, history.oldestNanos());
            assertEquals(249 * TICK, history.newestNanos());
            assertEquals(oldest, at(history, Long.MIN_VALUE).simulationNanos());
            assertEquals(149, at(history, 0).x()[0]);
            assertEquals(149.5f, at(history, oldest + TICK / 2).x()[0]);
            assertEquals(249, at(history, Long.MAX_VALUE).x()[0]);
            assertEquals(249 * TICK, at(history, Long.MAX_VALUE).simulationNanos());
            assertEquals(100 * TICK, at(history, 0).delayNanos());
        }
    }

    @Test
    void eachGapBetweenTheTakenWindowsCounts() {
        try (StateHistory history = history()) {
            int[] ends = {1, 5, 9, 14, 18, 40};
            long[] missed = {0, 0, 0, 1, 1, 2};
            for (int look = 0, tick = 0; look < ends.length; look++) {
                for (; tick < ends[look]; tick++) {
                    publish(tick);
                }
                history.update();
                assertEquals(missed[look], history.missed(), "after " + tick + " states");
            }
        }
    }

    /** The states between 3 and 9 are missing. Nobody knows where the body was meanwhile. */
    @Test
    void anInstantBetweenMissedStatesShowsTheStateBeforeThem() {
        try (StateHistory history = history()) {
            for (int tick = 0; tick <= 3; tick++) {
                publish(tick);
            }
            history.update();
            for (int tick = 4; tick <= 12; tick++) {
                publish(tick);
            }
            history.update();
            assertEquals(1, history.missed());
            assertShows(history, 3 * TICK - 1, 3 * TICK - 1);
            assertShows(history, 3 * TICK, 3 * TICK);
            assertShows(history, 3 * TICK, 3 * TICK + 1);
            assertShows(history, 3 * TICK, 9 * TICK - 1);
            assertShows(history, 9 * TICK, 9 * TICK);
            assertShows(history, 9 * TICK + 1, 9 * TICK + 1);
            // A second reaches back to between state 3 and the missing ones, and then beyond all of them.
            for (int tick = 13; tick <= 108; tick++) {
                publish(tick);
                history.update();
            }
            assertShows(history, 3 * TICK, 5 * TICK);
            for (int tick = 109; tick <= 213; tick++) {
                publish(tick);
                history.update();
            }
            for (long instant = history.oldestNanos(); instant <= history.newestNanos(); instant += TICK / 2) {
                assertShows(history, instant, instant);
            }
        }
    }

    /** A body is at the number of the shown tick. */
    private static void assertShows(StateHistory history, long nanos, long instant) {
        Frame then = history.at(instant);
        assertEquals(nanos, then.simulationNanos(), "at " + instant);
        assertEquals((double) nanos / TICK, then.x()[0], 1e-4f);
        assertEquals(history.newestNanos() - nanos, then.delayNanos());
    }

    /** No reader needed the states between, so they were never written, and nothing is missing. */
    @Test
    void statesThatWereNotWrittenAreNotMissed() {
        try (StateHistory history = history()) {
            for (int tick = 0; tick <= 40; tick += 10) {
                publish(tick);
                history.update();
            }
            assertEquals(0, history.missed());
            assertShows(history, 25 * TICK, 25 * TICK);
        }
    }

    /** In a pause, commands change the world, and the newest state is replaced. */
    @Test
    void theLastEditOfAPauseIsShown() {
        try (StateHistory history = history()) {
            publish(0);
            publish(1);
            assertEquals(1, at(history, TICK).x()[0]);
            publisher.bodies().teleport(0);
            publisher.replace(new TimeAnchor(), 0).position(0, 7, 0, 0);
            publisher.publish(0);
            assertEquals(7, at(history, TICK).x()[0]);
            assertEquals(0, at(history, TICK - 1).x()[0], "teleported");
            assertEquals(TICK - 1, history.at(TICK - 1).simulationNanos(), "the replaced state is not a missed one");
            publish(2);
            assertEquals(4.5f, at(history, TICK + TICK / 2).x()[0]);
            assertEquals(0, history.missed());
        }
    }

    @Test
    void aHistoryThatTheHeapCannotHoldNamesItsBytes() {
        Inside.of(publisher.states()).gapNanos(1_000_000_000);
        StateHistory.Builder options = StateHistory.builder(publisher.states());
        long heap = Runtime.getRuntime().maxMemory() / 2;
        long state;
        try (StateHistory history = options.open()) {
            state = history.bytes() / 4;
        }
        Duration span = Duration.ofSeconds(heap / state);
        assertEquals(
                String.format(
                        Locale.ROOT,
                        "the states of the history must fit into half of the heap, %,d bytes, but %s at 1 per second"
                                + " need %,d bytes; choose a shorter time, or record the run",
                        heap,
                        span,
                        (heap / state + 3) * state),
                assertThrows(IllegalArgumentException.class, options.last(span)::open)
                        .getMessage());
    }

    @Test
    void aClosedHistoryRefusesAnUpdate() {
        StateHistory history = history();
        history.close();
        assertThrows(IllegalStateException.class, history::update);
    }

    /** The page says so. */
    @Test
    void fiveSecondsOfAThousandBoxesTake16Megabytes() {
        StateBuffer states = StatePublisher.of(StateLayout.of(1_000)).states();
        Inside.of(states).gapNanos(TICK);
        try (StateHistory seconds =
                StateHistory.builder(states).last(Duration.ofSeconds(5)).open()) {
            assertEquals(16, seconds.bytes() / 1e6, 0.5);
        }
    }

    /** As for services of 5 to 1,000 Hz, and for a sender that skips states when its link is slow. */
    @ParameterizedTest
    @ValueSource(longs = {1, 5, 10, 20, 200})
    void itReachesBackAsFarAtEachRateAlsoIfThatChanges(long gapMillis) {
        publisher.bodies().spawn(0);
        try (StateHistory history = StateHistory.builder(publisher.states())
                .last(Duration.ofSeconds(3))
                .open()) {
            long nanos = 0;
            long tick = 0;
            for (long gap : new long[] {gapMillis, 7, gapMillis}) {
                for (long end = nanos + 10_000 * MILLI; nanos < end; nanos += gap * MILLI) {
                    publish(tick++, nanos);
                    history.update();
                    long ago = history.newestNanos() - history.oldestNanos();
                    assertTrue(nanos < 3_300 * MILLI || ago >= 3_000 * MILLI, "reaches back " + ago);
                    assertTrue(ago < 3_000 * MILLI + Math.max(gapMillis, 7) * MILLI, "reaches back " + ago);
                }
            }
            long all = 3_000 / Math.min(gapMillis, 7) + 2;
            assertTrue(history.bytes() <= all * 1_000, "bytes: " + history.bytes());
            assertEquals(0, history.missed());
        }
    }

    /** As slowly as a kill cam may be, in a pause of it, backwards, and however often. */
    @Test
    void whatIsHeldIsShownHoweverSlowly() {
        Inside.of(publisher.states()).gapNanos(TICK);
        try (StateHistory history = history()) {
            int tick = 0;
            long bytes = history.bytes();
            for (int round = 0; round < 2; round++) {
                for (int end = tick + 105; tick < end; tick++) {
                    publish(tick);
                    history.update();
                }
                long newest = history.newestNanos();
                history.hold();
                for (long ago = 100 * TICK; ago >= 0; ago -= TICK / 4) {
                    publish(tick++);
                    history.update();
                    assertShows(history, newest - ago, newest - ago);
                    assertShows(history, newest - 100 * TICK, newest - 100 * TICK);
                    assertShows(history, newest, newest);
                    assertEquals(newest - 100 * TICK, history.oldestNanos());
                }
                history.hold();
                history.release();
                long now = history.newestNanos();
                assertEquals(now - 100 * TICK, history.oldestNanos(), "the newest states are kept meanwhile");
                assertShows(history, now - 50 * TICK, now - 50 * TICK);
                assertTrue(history.bytes() <= 2 * bytes, history.bytes() + " of " + bytes);
                assertEquals(0, history.missed());
            }
        }
    }

    /** Time goes back, as after a service that continues an older save, so nothing of what is held can be shown. */
    @Test
    void aHeldStateStaysAlsoIfTimeGoesBack() {
        try (StateHistory history = history()) {
            for (int tick = 0; tick < 50; tick++) {
                publish(tick);
                history.update();
            }
            history.hold();
            publish(50, 0);
            history.update();
            assertEquals(0, history.newestNanos());
            assertShows(history, 30 * TICK, 30 * TICK);
            history.release();
            assertEquals(0, history.at(30 * TICK).simulationNanos());
        }
    }

    /** A resting body is written only in the state in which it came to rest, which was missed. */
    @Test
    void aBodyThatMovedInAMissedStateIsShownWhereItRests() {
        StatePublisher many = StatePublisher.of(StateLayout.of(64));
        for (int slot = 0; slot < 64; slot++) {
            many.bodies().spawn(slot);
        }
        try (StateHistory history = StateHistory.builder(many.states()).open()) {
            for (int tick = 0; tick <= 12; tick++) {
                StateWriter state = many.begin(tick, tick * TICK, new TimeAnchor(), 0);
                for (int slot = 0; slot < 64 && tick == 0; slot++) {
                    state.position(slot, 0, 0, 0);
                }
                if (tick == 2) {
                    state.position(0, 100, 0, 0);
                }
                if (tick > 0) {
                    state.position(1, tick, 0, 0);
                }
                many.publish(0);
                if (tick <= 1) {
                    at(history, tick * TICK - TICK / 2);
                }
            }
            assertEquals(0, at(history, 5 * TICK).x()[0], "the state before the missed ones");
            assertEquals(100, at(history, 9 * TICK).x()[0]);
            assertEquals(100, at(history, 12 * TICK).x()[0]);
            assertEquals(1, history.missed());
        }
    }
}
