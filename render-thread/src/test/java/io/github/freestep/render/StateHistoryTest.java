package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.history.CompactStates;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.Hits;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.joml.Matrix4f;
import org.joml.Quaternionf;
import org.joml.Vector3f;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a frame showed, compared with what the history shows of the same instant up to a second later. */
class StateHistoryTest {
    @TempDir
    private Path folder;

    private static final long MILLI = SimulatedPhysics.MILLI;
    private static final long TICK = 10 * MILLI;
    private static final int SHOTS = Thorough.of(5_000, 100_000);
    private static final int CAPACITY = 150;
    private static final double SIZE = 20;

    /** A ray in a frame, and what it has hit. */
    private record Shot(long dueNanos, long shownNanos, double[] ray, int[] slots, int[] lives, double[] distances) {}

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
    private final float[] radii = new float[CAPACITY];

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "3, true", "4, true"})
    void whatTheFrameHitTheHistoryHits(long seed, boolean doubles) {
        Random random = Seeds.random(seed);
        World world = new World(random, doubles);
        StateBuffer states = world.physics.publisher.states();
        PriorityQueue<Shot> flying = new PriorityQueue<>(Comparator.comparingLong(Shot::dueNanos));
        int shots = 0;
        int found = 0;
        int refused = 0;
        try (FrameSampler frames = FrameSampler.open(states);
                StateHistory history = StateHistory.builder(states).inline()) {
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
                boolean isGuess = frame.isBridged() || frame.picture.blend.left() > 0;
                refused += isGuess ? 1 : 0;
                if (!isGuess) {
                    assertSame(frame, history.at(frame.simulationNanos()));
                }
                for (int i = 0; i < 5 && !isGuess && shots < SHOTS; i++) {
                    shots++;
                    flying.add(shoot(world, frame, now + random.nextInt(300) * MILLI));
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
        try (StateHistory history = StateHistory.builder(states).inline();
                StateHistory other = StateHistory.builder(states).inline()) {
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
                Frame whole = history.at(nanos);
                whole.qx();
                Frame lazy = other.at(nanos);
                assertEquals(ranges(whole), ranges(lazy));
                for (int slot = 0; slot < whole.slots(); slot++) {
                    assertEquals(whole.isAlive(slot), lazy.isAlive(slot));
                    if (whole.isAlive(slot)) {
                        attached += whole.parent(slot) == State.NO_PARENT ? 0 : 1;
                        assertEquals(whole.position(slot, new Vector3f()), lazy.position(slot, new Vector3f()));
                    }
                }
                if (random.nextInt(4) == 0) {
                    assertSame(whole, lazy);
                    boolean snaps = random.nextInt(3) == 0;
                    for (int slot = 1; slot < CAPACITY; slot += 10) {
                        whole.snap(slot, snaps);
                        lazy.snap(slot, snaps);
                    }
                }
            }
        }
        assertTrue(attached > 0);
    }

    private static List<Integer> ranges(Frame frame) {
        return IntStream.range(0, frame.changedRanges())
                .boxed()
                .flatMap(range -> Stream.of(frame.changedFrom(range), frame.changedTo(range)))
                .toList();
    }

    /** Reading a frame completes blocks of earlier frames, in which a child has the pose relative to its parent. */
    @Test
    void whatRestsHasNotChangedWhateverWasRead() {
        for (int read = 0; read < 3; read++) {
            StatePublisher many = StatePublisher.of(StateLayout.of(180));
            for (int slot = 0; slot < 180; slot++) {
                many.bodies().spawn(slot);
                // Some parents share a block with children, and some are children themselves. The last block has none.
                if (slot >= 60) {
                    many.bodies().attach(slot, slot < 80 ? slot - 60 : slot < 120 ? slot - 20 : slot - 120);
                }
            }
            try (StateHistory history = StateHistory.builder(many.states()).inline()) {
                for (int tick = 0; tick < 20; tick++) {
                    StateWriter state = many.begin(tick, tick * TICK, new TimeAnchor(), 0);
                    for (int slot = 0; slot < 180 && tick < 5; slot++) {
                        state.position(slot, slot, tick, 0);
                        state.orientation(slot, 0, 0, 0.6f, 0.8f);
                    }
                    many.publish(0);
                    Frame then = history.at(tick * TICK - TICK / 2);
                    if (tick > 6) {
                        assertEquals(List.of(), ranges(then), "tick " + tick);
                        if (read == 1) {
                            then.matrix(150, new Matrix4f());
                        } else if (read == 2) {
                            then.qx();
                        }
                        assertEquals(List.of(), ranges(then), "tick " + tick);
                    }
                }
            }
        }
    }

    @Test
    void theOrientationOfOneBodyIsThatOfTheWholeFrame() {
        Random random = Seeds.random(9);
        World world = new World(random, false);
        world.bodies().attach(10, 1);
        world.bodies().attach(20, 10);
        world.bodies().attach(140, 1);
        try (StateHistory history =
                        StateHistory.builder(world.physics.publisher.states()).inline();
                StateHistory other =
                        StateHistory.builder(world.physics.publisher.states()).inline()) {
            long now = 0;
            int open = 0;
            for (int i = 0; i < 500; i++) {
                now += 5 * MILLI;
                world.physics.runTo(now);
                world.disturb(now);
                long nanos = history.newestNanos() - random.nextInt(100) * MILLI;
                Frame whole = history.at(nanos);
                whole.qx();
                Frame single = other.at(nanos);
                for (int slot : new int[] {10, 20, 140, random.nextInt(CAPACITY), random.nextInt(CAPACITY)}) {
                    if (!whole.isAlive(slot)) {
                        continue;
                    }
                    Vector3f local = new Vector3f(1, 2, 3);
                    assertEquals(
                            whole.orientation(slot, new Quaternionf()), single.orientation(slot, new Quaternionf()));
                    assertEquals(whole.matrix(slot, new Matrix4f()), single.matrix(slot, new Matrix4f()));
                    assertEquals(whole.point(slot, local, new Vector3f()), single.point(slot, local, new Vector3f()));
                    open += single.picture.isWhole() ? 0 : 1;
                }
                assertThrows(IndexOutOfBoundsException.class, () -> single.orientation(-1, new Quaternionf()));
                assertThrows(IndexOutOfBoundsException.class, () -> single.orientation(CAPACITY, new Quaternionf()));
                if (i % 7 == 0) {
                    assertSame(whole, single);
                }
            }
            assertTrue(open > 1_000, "single bodies: " + open);
        }
    }

    /** The memory of the two states may have newer states after an update. */
    @Test
    void whatWasNotReadBeforeAnUpdateIsRefused() {
        try (StateHistory history = history()) {
            publish(0);
            publish(1);
            Frame then = history.at(TICK / 2);
            history.update();
            assertEquals(0.5f, then.x()[0]);
            assertEquals(1, then.changedRanges());
            assertEquals(
                    "orientations and channels of this frame were not read before StateHistory.update() or the next"
                            + " at(), so its states may be overwritten; read them before, such as by qx()",
                    assertThrows(IllegalStateException.class, then::qx).getMessage());
            assertThrows(IllegalStateException.class, () -> then.stepped(0));
            assertThrows(IllegalStateException.class, () -> then.orientation(0, new Quaternionf()));
            history.at(TICK / 2).qx();
            history.update();
            then.qx();
            then.orientation(0, new Quaternionf());
            publish(2);
            assertEquals(1.5f, history.at(TICK + TICK / 2).x()[0]);
            assertEquals(1, then.orientation(0, new Quaternionf()).lengthSquared(), 1e-6f);
        }
    }

    /** Poses of compact states have an error, so bodies count only if a ray passes their surface at more than that. */
    @ParameterizedTest
    @CsvSource({"5, false", "6, true"})
    void whatTheFrameHitLongAgoTheHistoryHitsButForThePrecision(long seed, boolean doubles) {
        float error = 0.001f;
        Random random = Seeds.random(seed);
        World world = new World(random, doubles);
        StateBuffer states = world.physics.publisher.states();
        ArrayDeque<Shot> flying = new ArrayDeque<>();
        int shots = 0;
        int found = 0;
        try (FrameSampler frames = FrameSampler.open(states);
                StateHistory history = StateHistory.builder(states)
                        .last(Duration.ofSeconds(30))
                        .inline()) {
            if (doubles) {
                frames.origin(world.far, 0, 0);
                history.origin(world.far, 0, 0);
            }
            float[] narrow = new float[CAPACITY];
            float[] wide = new float[CAPACITY];
            for (int slot = 0; slot < CAPACITY; slot++) {
                // A rider far from its parent has the error of the parent's turn, too.
                radii[slot] = slot % 10 == 0 ? -1 : 1 + 2 * random.nextFloat();
                narrow[slot] = radii[slot] - error;
                wide[slot] = radii[slot] < 0 ? -1 : radii[slot] + error;
            }
            for (long now = 0; shots < SHOTS / 5; ) {
                long next = now + 1 + random.nextInt(20_000_000);
                for (; now < next; now = Math.min(next, now + 2 * MILLI)) {
                    world.physics.runTo(now);
                    history.update();
                }
                world.disturb(now);
                Frame frame = frames.sample(now);
                if (!frame.isBridged() && frame.picture.blend.left() == 0) {
                    flying.add(shoot(world, frame, now + 6_000 * MILLI));
                }
                while (!flying.isEmpty() && flying.peek().dueNanos <= now) {
                    Shot shot = flying.remove();
                    Frame then = history.at(shot.shownNanos);
                    assertEquals(shot.shownNanos, then.simulationNanos());
                    Set<Long> seen = bodies(shot.slots.length, i -> shot.slots[i], i -> shot.lives[i]);
                    double[] ray = shot.ray;
                    then.ray(ray[0], ray[1], ray[2], ray[3], ray[4], ray[5], SIZE + error, wide, hits);
                    assertTrue(bodies(hits.size(), hits::slot, hits::life).containsAll(seen));
                    then.ray(ray[0], ray[1], ray[2], ray[3], ray[4], ray[5], SIZE - error, narrow, hits);
                    assertTrue(seen.containsAll(bodies(hits.size(), hits::slot, hits::life)));
                    found += seen.size();
                    shots++;
                }
            }
            assertTrue(found > shots / 4, "hits: " + found);
        }
    }

    private static Set<Long> bodies(int count, IntUnaryOperator slot, IntUnaryOperator life) {
        return IntStream.range(0, count)
                .mapToObj(i -> (long) slot.applyAsInt(i) << 32 | life.applyAsInt(i))
                .collect(Collectors.toSet());
    }

    private Shot shoot(World world, Frame frame, long dueNanos) {
        double[] ray = {world.some() + world.far, world.some(), world.some(), world.some(), world.some(), world.some()};
        int count = frame.ray(ray[0], ray[1], ray[2], ray[3], ray[4], ray[5], SIZE, radii, hits);
        int[] slots = new int[count];
        int[] lives = new int[count];
        double[] distances = new double[count];
        for (int i = 0; i < count; i++) {
            slots[i] = hits.slot(i);
            lives[i] = hits.life(i);
            distances[i] = hits.distance(i);
        }
        return new Shot(dueNanos, frame.simulationNanos(), ray, slots, lives, distances);
    }

    private int check(StateHistory history, Shot shot) {
        Frame then = history.at(shot.shownNanos);
        assertEquals(shot.shownNanos, then.simulationNanos());
        double[] ray = shot.ray;
        int count = then.ray(ray[0], ray[1], ray[2], ray[3], ray[4], ray[5], SIZE, radii, hits);
        assertEquals(shot.slots.length, count, () -> "shot at " + shot.shownNanos);
        for (int i = 0; i < count; i++) {
            assertEquals(shot.slots[i], hits.slot(i));
            assertEquals(shot.lives[i], hits.life(i));
            boolean rides = then.parent(shot.slots[i]) != State.NO_PARENT;
            assertEquals(shot.distances[i], hits.distance(i), rides ? 1e-4 : 0);
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
        return StateHistory.builder(publisher.states()).inline();
    }

    @Test
    void beforeTheFirstStateThereIsNothingToShow() {
        try (StateHistory history = history()) {
            assertFalse(history.at(5).hasState());
            assertEquals(0, history.newestNanos());
            publish(3);
            assertEquals(3, history.at(5).x()[0]);
        }
    }

    @Test
    void anInstantBeyondTheEndsCountsAsTheEnd() {
        try (StateHistory history = history()) {
            for (int tick = 0; tick < 250; tick++) {
                publish(tick);
                history.update();
            }
            long oldest = 249 * TICK - 101 * TICK;
            assertEquals(oldest, history.oldestNanos());
            assertEquals(249 * TICK, history.newestNanos());
            assertEquals(oldest, history.at(Long.MIN_VALUE).simulationNanos());
            assertEquals(148, history.at(0).x()[0]);
            assertEquals(148.5f, history.at(oldest + TICK / 2).x()[0]);
            assertEquals(249, history.at(Long.MAX_VALUE).x()[0]);
            assertEquals(249 * TICK, history.at(Long.MAX_VALUE).simulationNanos());
            assertEquals(101 * TICK, history.at(0).delayNanos());
        }
    }

    @Test
    void aStateThatTheCallerHasJustPublishedIsKnown() {
        try (StateHistory history = history()) {
            for (int tick = 0; tick < 10; tick++) {
                publish(tick);
                assertEquals(
                        Math.max(0, tick - 0.25f),
                        history.at(tick * TICK - TICK / 4).x()[0]);
            }
            assertEquals(0, history.missed());
        }
    }

    @Test
    void statesThatLeftTheWindowUnseenAreCounted() {
        try (StateHistory history = history()) {
            publish(0);
            history.update();
            for (int tick = 1; tick < 6; tick++) {
                publish(tick);
            }
            assertEquals(1, history.at(TICK).x()[0], "between states 0 and 2");
            assertEquals(1, history.missed());
        }
    }

    /** In a pause, commands change the world, and the newest state is replaced. */
    @Test
    void theLastEditOfAPauseIsShown() {
        try (StateHistory history = history()) {
            publish(0);
            publish(1);
            assertEquals(1, history.at(TICK).x()[0]);
            publisher.bodies().teleport(0);
            publisher.replace(new TimeAnchor(), 0).position(0, 7, 0, 0);
            publisher.publish(0);
            assertEquals(7, history.at(TICK).x()[0]);
            assertEquals(0, history.at(TICK - 1).x()[0], "teleported");
            publish(2);
            assertEquals(4.5f, history.at(TICK + TICK / 2).x()[0]);
            assertEquals(0, history.missed());
        }
    }

    @Test
    void aRunThatGoesBackBeginsAnew() {
        try (StateHistory history = history()) {
            publish(0, 3 * TICK);
            publish(1, 4 * TICK);
            history.update();
            publish(2, TICK);
            publish(3, 2 * TICK);
            assertEquals(2.5f, history.at(TICK + TICK / 2).x()[0]);
            assertEquals(3, history.at(4 * TICK).x()[0]);
            assertEquals(TICK, history.oldestNanos());
            assertEquals(2 * TICK, history.newestNanos());
        }
    }

    @Test
    void anInstantBeforeTheNewestSecondIsShownByCompactStates() {
        publisher.bodies().spawn(0);
        try (StateHistory history = StateHistory.builder(publisher.states())
                .last(Duration.ofSeconds(5))
                .inline()) {
            for (int tick = 0; tick < 450; tick++) {
                if (tick == 30) {
                    publisher.bodies().teleport(0);
                }
                publish(tick);
                history.update();
                if (tick == 40) {
                    publisher.replace(new TimeAnchor(), 0).position(0, 40.5, 0, 0);
                    publisher.publish(0);
                    history.update();
                }
            }
            assertEquals(0, history.oldestNanos());
            assertEquals(40.5, history.at(40 * TICK).x()[0], 1e-3, "edited in a pause");
            int life = history.at(Long.MAX_VALUE).life(0);
            for (int back : new int[] {449, 300, 101, 100, 30, 29, 2, 348, 347}) {
                Frame then = history.at(back * TICK);
                assertEquals(back, then.x()[0], 1e-3);
                assertEquals(back * TICK, then.simulationNanos());
                assertEquals(back, then.reachedTick());
                assertEquals(life, then.life(0));
                assertEquals(1, then.overlapSphere(back, 0, 0, 0.01, hits));
                assertEquals(back, hits.tick());
                assertEquals((449 - back) * TICK, then.delayNanos());
            }
            assertEquals(200.25, history.at(200 * TICK + TICK / 4).x()[0], 1e-3);
            assertEquals(29, history.at(30 * TICK - 1).x()[0], 1e-3, "teleported");
            assertEquals(0, history.at(Long.MIN_VALUE).simulationNanos());
            assertEquals(449, history.at(Long.MAX_VALUE).x()[0]);
        }
    }

    /** The program asks without having called update, so the exact states have a gap. */
    @Test
    void aThreadKeepsCompactStatesOfWhatNoUpdateHasSeen() {
        publisher.bodies().spawn(0);
        StateHistory.Builder options = StateHistory.builder(publisher.states());
        String message =
                assertThrows(IllegalArgumentException.class, options::start).getMessage();
        assertEquals(
                "a thread has no effect for a history of at most 1 second, was PT1S; use inline(), or last() with more"
                        + " than 1 second",
                message);
        try (StateHistory history = options.last(Duration.ofSeconds(2)).start()) {
            publish(0);
            history.update();
            Playback playback = history.playback();
            for (int tick = 1; tick < 50; tick++) {
                publish(tick);
                long nanos = tick * TICK;
                Await.until(() -> playback.newestNanos() == nanos, history::failure);
            }
            assertEquals(20.5, history.at(20 * TICK + TICK / 2).x()[0], 1e-3);
            assertEquals(20, history.at(20 * TICK).reachedTick());
            assertEquals(47.5f, history.at(47 * TICK + TICK / 2).x()[0]);
            assertEquals(1, history.missed());
            assertNull(history.failure());
        }
    }

    @Test
    void aShortHistoryHasNoPlayback() {
        try (StateHistory history = history()) {
            assertThrows(IllegalStateException.class, history::playback);
            assertNull(history.failure());
        }
    }

    @Test
    void optionsDecideHowMuchIsKept() {
        StateHistory.Builder options = StateHistory.builder(publisher.states());
        try (StateHistory second = options.inline();
                StateHistory more =
                        options.last(Duration.ofMillis(500)).rate(1000).inline();
                StateHistory least = options.last(Duration.ofNanos(1)).inline()) {
            assertEquals(102 * (long) Math.ceil(second.bytes() / 102.0), second.bytes());
            assertEquals(502, more.bytes() / (second.bytes() / 102));
            assertEquals(3, least.bytes() / (second.bytes() / 102));
        }
        options.last(Duration.ofSeconds(1_001));
        String message =
                assertThrows(IllegalArgumentException.class, options::inline).getMessage();
        assertEquals(
                "last times rate must be at most 1000000 states, was PT16M41S times 1000 per second; choose a shorter time",
                message);
    }

    @ParameterizedTest
    @CsvSource({
        "1000, 0, 60, 12196064", // half
        "1000, 1, 60, 21199064",
        "1000, 0, 20, 4194304", // room for all, but at most 4 MB
        "1000, 0, 10, 4072128", // room for all
        "1, 0, 2, 65536",
        "100000, 0, 9999, 1073741823"
    })
    void largeMemoryIsForBodiesThatMostlyRest(int bodies, int channels, int seconds, int expected) {
        StateLayout layout = StateLayout.of(bodies);
        for (int i = 0; i < channels; i++) {
            layout = layout.linear("channel " + i);
        }
        assertEquals(expected, new HistorySize(layout, Duration.ofSeconds(seconds), 100).compactBytes());
    }

    /** What {@link StateHistory.Builder#last} says: at rest, in steady and slow motion, and in the fastest. */
    @ParameterizedTest
    @CsvSource({"0, 0, 1, 1", "1, 0, 0.4, 0.5", "200, 1, 0.2, 0.27"})
    void theMoreBodiesMoveTheLessFarAHistoryReachesBack(double speed, double jitter, double least, double most) {
        int bodies = 400;
        int seconds = 60;
        Random random = Seeds.random(11);
        StatePublisher many = StatePublisher.of(StateLayout.of(bodies));
        for (int slot = 0; slot < bodies; slot++) {
            many.bodies().spawn(slot);
        }
        double[] at = random.doubles(3 * bodies, -SIZE, SIZE).toArray();
        double[] step =
                random.doubles(3 * bodies, -1, 1).map(s -> s * speed / 100).toArray();
        double[] spin = random.doubles(bodies, -1, 1)
                .map(s -> s * Math.min(speed, 10) / 100)
                .toArray();
        try (StateHistory history = StateHistory.builder(many.states())
                .last(Duration.ofSeconds(seconds))
                .inline()) {
            for (int tick = 0; tick <= seconds * 100 && history.oldestNanos() == 0; tick++) {
                StateWriter state = many.begin(tick, tick * TICK, new TimeAnchor(), 0);
                for (int slot = 0; slot < bodies; slot++) {
                    for (int i = 3 * slot; i < 3 * slot + 3; i++) {
                        step[i] += jitter * speed / 100 * (random.nextDouble() - 0.5);
                        at[i] += step[i];
                        step[i] = Math.abs(at[i]) > SIZE ? -Math.signum(at[i]) * Math.abs(step[i]) : step[i];
                    }
                    state.position(slot, at[3 * slot], at[3 * slot + 1], at[3 * slot + 2]);
                    double turn = spin[slot] * tick;
                    state.orientation(slot, 0, (float) Math.sin(turn), 0, (float) Math.cos(turn));
                }
                many.publish(0);
                history.update();
            }
            double share = (history.newestNanos() - history.oldestNanos()) / 1e9 / seconds;
            assertTrue(share >= least && share <= most, "share: " + share);
        }
    }

    /** The page says so. */
    @Test
    void aMinuteOfAThousandBoxesTakes16Megabytes() {
        try (StateHistory minute = StateHistory.builder(
                        StatePublisher.of(StateLayout.of(1_000)).states())
                .last(Duration.ofMinutes(1))
                .inline()) {
            assertEquals(16, minute.bytes() / 1e6, 0.5);
        }
    }

    @Test
    void aClosedHistorySaysSo() {
        StateHistory history = history();
        history.close();
        history.close();
        assertEquals(
                "this StateHistory is closed; make another with StateHistory.builder",
                assertThrows(IllegalStateException.class, () -> history.at(0)).getMessage());
    }

    /** As in a group, in which several threads step a world, one after another. */
    @Test
    void oneThreadAfterAnotherMayUseIt() throws Exception {
        try (StateHistory history = history()) {
            publish(0);
            history.update();
            publish(1);
            float[] x = {0};
            Thread other = new Thread(() -> x[0] = history.at(TICK).x()[0]);
            other.start();
            other.join();
            assertEquals(1, x[0]);
            assertEquals(1, history.at(TICK).x()[0]);
        }
    }

    /** As {@link #oneThreadAfterAnotherMayUseIt}, at an instant of compact states, while both threads live. */
    @Test
    void twoLiveThreadsMayLookAtOlderStatesInTurn() throws Exception {
        publisher.bodies().spawn(0);
        try (StateHistory history = StateHistory.builder(publisher.states())
                .last(Duration.ofSeconds(2))
                .inline()) {
            for (int tick = 0; tick < 180; tick++) {
                publish(tick);
                history.update();
            }
            assertEquals(10, history.at(10 * TICK).x()[0], 1e-3);
            float[] x = {0};
            Throwable[] failure = {null};
            Thread other = new Thread(() -> x[0] = history.at(20 * TICK).x()[0]);
            other.setUncaughtExceptionHandler((thread, e) -> failure[0] = e);
            other.start();
            other.join();
            assertNull(failure[0]);
            assertEquals(20, x[0], 1e-3);
        }
    }

    /** A resting body is written only in the state in which it came to rest, which was missed. */
    @Test
    void aBodyThatMovedInAMissedStateIsShownWhereItRests() {
        StatePublisher many = StatePublisher.of(StateLayout.of(64));
        for (int slot = 0; slot < 64; slot++) {
            many.bodies().spawn(slot);
        }
        try (StateHistory history = StateHistory.builder(many.states()).inline()) {
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
                    history.at(tick * TICK - TICK / 2);
                }
            }
            assertEquals(50, history.at(5 * TICK).x()[0], "between states 1 and 9");
            assertEquals(100, history.at(9 * TICK).x()[0]);
            assertEquals(100, history.at(12 * TICK).x()[0]);
            assertEquals(1, history.missed());
        }
    }

    /** The state that was taken was replaced by another edition, and no update has seen it. */
    @Test
    void aMissedEditionCountsAsMissed() {
        try (StateHistory history = history()) {
            publish(0);
            publish(1);
            publisher.replace(new TimeAnchor(), 0).position(0, 7, 0, 0);
            publisher.publish(0);
            history.update();
            assertEquals(0, history.missed(), "an edition before the one that was taken");
            publisher.replace(new TimeAnchor(), 0).position(0, 8, 0, 0);
            publisher.publish(0);
            for (int tick = 2; tick < 6; tick++) {
                publish(tick);
            }
            history.update();
            assertEquals(1, history.missed());
        }
    }

    /** An editor replaces the newest state in a pause. Each edition would push out a state of the past. */
    @Test
    void manyEditsOfAPauseDoNotPushThePastOut() throws IOException {
        publisher.bodies().spawn(0);
        try (StateHistory history = StateHistory.builder(publisher.states())
                .last(Duration.ofSeconds(2))
                .inline()) {
            for (int tick = 0; tick < 150; tick++) {
                publish(tick);
                history.update();
            }
            for (int edit = 0; edit < 1_200; edit++) {
                publisher.replace(new TimeAnchor(), 0).position(0, edit, 0, 0);
                publisher.publish(0);
                history.update();
            }
            assertEquals(0, history.oldestNanos());
            assertEquals(151, history.save(folder.resolve("pause.fsh"), 0, Long.MAX_VALUE), "with the last edition");
            for (int tick = 150; tick < 300; tick++) {
                publish(tick);
                history.update();
            }
            assertEquals(1199, history.at(149 * TICK).x()[0], 1e-3);
            assertEquals(0, history.missed());
        }
    }

    /** Publishes many windows of states between two looks of the thread. */
    @Test
    void statesThatTheThreadHasMissedAreCounted() {
        publisher.bodies().spawn(0);
        try (StateHistory history = StateHistory.builder(publisher.states())
                .last(Duration.ofSeconds(2))
                .start()) {
            for (int tick = 0; tick < 2; tick++) {
                publish(tick);
                long nanos = tick * TICK;
                Await.until(() -> history.newestNanos() == nanos, history::failure);
            }
            assertEquals(0, history.missed());
            AtomicLong tick = new AtomicLong(2);
            Await.until(
                    () -> {
                        for (int i = 0; i < 100; i++) {
                            publish(tick.getAndIncrement());
                        }
                        return history.missed() > 0;
                    },
                    history::failure);
        }
    }

    @Test
    void eachGapBetweenTheTakenWindowsCounts() {
        publisher.bodies().spawn(0);
        CompactStates kept = CompactStates.of(StateLayout.of(1), 1 << 16, 100);
        WindowKeeper keeper = new WindowKeeper(kept);
        try (StateReader reader = publisher.states().reader()) {
            int[] ends = {1, 5, 9, 14, 18, 40};
            long[] missed = {0, 0, 0, 1, 1, 2};
            for (int look = 0, tick = 0; look < ends.length; look++) {
                for (; tick < ends[look]; tick++) {
                    publish(tick);
                }
                reader.acquire();
                keeper.take(reader, false);
                assertEquals(missed[look], keeper.missed(), "after " + tick + " states");
            }
            assertEquals(1 + 4 * 5, kept.end());
        }
    }
}
