package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Blocks;
import io.github.freestep.internal.StateInside;
import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stepper plays a recording of 1,200 ticks. Each test compares the shown states with those of a replay. */
class ReplaySimulationTest {
    private static final int KEPT = 50;

    /** The visible values of a tick, and whether each body moved there continuously. */
    private record Shown(List<List<Float>> bodies, boolean[] moved) {}

    @TempDir
    Path folder;

    private final List<Shown> recorded = new ArrayList<>();
    private long steps;
    private int worlds;

    @BeforeEach
    void record() throws Exception {
        KeyframeRun.record(folder.resolve("run"), new BallWorld(), 1_200, null);
        try (Replay replay = open(BallWorld::new);
                StateReader reader = replay.states().reader()) {
            int[] epochs = new int[BallWorld.BALLS];
            do {
                reader.acquire();
                recorded.add(shown(reader.state(0), epochs));
            } while (replay.next());
        }
        worlds = 0;
        steps = 0;
    }

    private Replay open(Supplier<BallWorld> world) throws IOException {
        return Replay.open(
                folder.resolve("run"),
                () -> {
                    worlds++;
                    BallWorld balls = world.get();
                    balls.during = tick -> steps++;
                    return balls;
                },
                BallWorld.ToggleBall.READER);
    }

    private Shown shown(State state, int[] epochs) {
        List<List<Float>> bodies = new ArrayList<>();
        boolean[] moved = new boolean[BallWorld.BALLS];
        for (int body = 0; body < state.slots(); body++) {
            moved[body] = state.isAlive(body) && state.epoch(body) == epochs[body];
            epochs[body] = state.epoch(body);
            // The sign of an orientation depends on the state shown before.
            bodies.add(
                    !state.isAlive(body)
                            ? List.of()
                            : List.of(
                                    state.x()[body],
                                    state.y()[body],
                                    state.z()[body],
                                    Math.abs(state.qy()[body]),
                                    Math.abs(state.qw()[body]),
                                    state.linear(0)[body],
                                    state.stepped(0)[body]));
        }
        while (!bodies.isEmpty() && bodies.get(bodies.size() - 1).isEmpty()) {
            bodies.remove(bodies.size() - 1);
        }
        return new Shown(bodies, moved);
    }

    /** Plays the recording on a stepper, and requires that each shown state equals the recorded one of that tick. */
    private final class Player implements AutoCloseable {
        private final ReplaySimulation playback;
        private final InlineStepper stepper;
        private final StateReader reader;
        private final int[] epochs = new int[BallWorld.BALLS];

        Player(Supplier<BallWorld> world) throws IOException {
            playback = new ReplaySimulation(open(world), KEPT);
            stepper = PhysicsService.builder(playback)
                    .rate(playback.rate())
                    .clock(new VirtualClock(0))
                    .inline();
            reader = stepper.states().reader();
            show();
        }

        boolean[] show() {
            reader.acquire();
            Shown shown = shown(reader.state(0), epochs);
            long tick = playback.tick();
            assertEquals(recorded.get((int) tick).bodies(), shown.bodies(), () -> "tick " + tick);
            return shown.moved();
        }

        boolean[] step() {
            assertEquals(1, stepper.advanceTick());
            return show();
        }

        @Override
        public void close() {
            reader.close();
            stepper.close();
        }
    }

    private int last() {
        return recorded.size() - 1;
    }

    @Test
    void forwardsItShowsTheRunAndStopsAtTheEnd() throws Exception {
        try (Player player = new Player(BallWorld::new)) {
            for (int tick = 1; tick <= last(); tick++) {
                boolean[] moved = player.step();
                assertEquals(tick, player.playback.tick());
                assertArrayEquals(recorded.get(tick).moved(), moved, "tick " + tick);
                assertFalse(player.playback.isOver());
            }
            player.step();
            assertTrue(player.playback.isOver());
            assertEquals(last(), player.playback.tick());
            assertNull(player.playback.failure());
            assertEquals(-1, player.playback.firstDifferentTick());
            assertEquals(1, worlds);
        }
    }

    @Test
    void backwardsItShowsTheRunInReverse() throws Exception {
        assertBackwards(BallWorld::new);
        // Without keyframes it replays each stretch from the beginning.
        assertTrue(steps > 5L * last(), () -> steps + " steps");
    }

    @Test
    void backwardsWithKeyframesItShowsTheRunInReverse() throws Exception {
        assertBackwards(BallWorld.Savable::new);
        long most = last() + (last() / KEPT + 1L) * (512 + KEPT);
        assertTrue(steps < most, () -> steps + " steps and not below " + most);
    }

    private void assertBackwards(Supplier<BallWorld> world) throws IOException {
        try (Player player = new Player(world)) {
            player.stepper.submit(player.playback.seekTo(last())).join();
            player.step();
            player.stepper.submit(player.playback.backwards(true)).join();
            for (int tick = last() - 1; tick >= 0; tick--) {
                boolean[] moved = player.step();
                assertEquals(tick, player.playback.tick());
                for (int body = 0; body < BallWorld.BALLS; body++) {
                    // A discontinuity lies between the same two ticks in both directions.
                    boolean both = recorded.get(tick).bodies().size() > body
                            && !recorded.get(tick).bodies().get(body).isEmpty();
                    assertEquals(
                            both && recorded.get(tick + 1).moved()[body],
                            moved[body],
                            "tick " + tick + ", body " + body);
                }
            }
            player.step();
            assertTrue(player.playback.isOver());
            player.stepper.submit(player.playback.backwards(false)).join();
            player.step();
            assertFalse(player.playback.isOver());
            assertEquals(1, player.playback.tick());
            assertEquals(-1, player.playback.firstDifferentTick());
        }
    }

    private ReplaySimulation recordedFor40Ticks(Supplier<Simulation> world) throws Exception {
        Path file = folder.resolve("40 ticks");
        try (InlineStepper live = PhysicsService.builder(world.get())
                        .clock(new VirtualClock(0))
                        .inline();
                Recorder recorder = Recorder.open(live, file, "rest", "", 0)) {
            for (int tick = 1; tick <= 40; tick++) {
                live.advanceTick();
            }
            assertNull(recorder.failure());
        }
        return new ReplaySimulation(Replay.open(file, world, CommandReader.NONE), KEPT);
    }

    /** Every bit of a double position is shown, and bodies that rest in the recording rest in the player. */
    @Test
    void theShownStateIsTheRecordedOne() throws Exception {
        ReplaySimulation playback = recordedFor40Ticks(OneMoves::new);
        try (InlineStepper stepper = PhysicsService.builder(playback)
                        .rate(playback.rate())
                        .clock(new VirtualClock(0))
                        .inline();
                StateReader reader = stepper.states().reader()) {
            for (int tick = 1; tick < 40; tick++) {
                assertEquals(1, stepper.advanceTick());
                reader.acquire();
                assertEquals(OneMoves.x(tick), reader.state(0).x(0));
                assertEquals(0.1, reader.state(0).z(0));
                assertEquals(0, StateInside.nextChange(reader.state(0), reader.state(1), 0, OneMoves.BODIES));
                assertEquals(
                        -1, StateInside.nextChange(reader.state(0), reader.state(1), Blocks.SIZE, OneMoves.BODIES));
            }
        }
    }

    /** Only body 0 moves, 10,000 km from zero, and only that one is written after the first state. */
    private static final class OneMoves implements Simulation {
        private static final int BODIES = 2 * Blocks.SIZE;
        private long ticks;

        static double x(long tick) {
            return 1e7 + tick * 1e-5;
        }

        @Override
        public StateLayout layout() {
            return StateLayout.of(BODIES).doublePositions();
        }

        @Override
        public void setUp(PhysicsContext context) {
            for (int body = 0; body < BODIES; body++) {
                context.bodies().spawn(body);
            }
        }

        @Override
        public void step(Tick tick) {
            ticks++;
        }

        @Override
        public void write(StateWriter state) {
            for (int body = 0; body < (ticks == 0 ? BODIES : 1); body++) {
                state.position(body, x(ticks), body, 0.1);
            }
        }
    }

    @Test
    void seekingShowsAnyTickWithoutMotionOnTheWay() throws Exception {
        for (Supplier<BallWorld> world : List.<Supplier<BallWorld>>of(BallWorld::new, BallWorld.Savable::new)) {
            Random random = Seeds.random(RecordedRun.SEED);
            try (Player player = new Player(world)) {
                for (int i = 0; i < 60; i++) {
                    int to = random.nextInt(last() + 1);
                    player.stepper
                            .submit(player.playback.backwards(random.nextBoolean()))
                            .join();
                    player.stepper.submit(player.playback.seekTo(to)).join();
                    assertArrayEquals(new boolean[BallWorld.BALLS], player.step());
                    assertEquals(to, player.playback.tick(), "seed " + RecordedRun.SEED);
                    for (int j = random.nextInt(4); j > 0; j--) {
                        player.step();
                    }
                }
                player.stepper.submit(player.playback.seekTo(1_000_000)).join();
                player.step();
                assertEquals(last(), player.playback.tick());
                assertTrue(player.playback.isOver());
                assertThrows(IllegalArgumentException.class, () -> player.playback.seekTo(-1));
            }
        }
    }

    /** Each call of the clock is later by more than a step may replay for, so that no seek ends in one go. */
    @Test
    void aPausedPlayerIsScrubbed() throws Exception {
        Random random = Seeds.random(RecordedRun.SEED);
        VirtualClock replaying = new VirtualClock(0);
        ReplaySimulation playback = new ReplaySimulation(
                open(BallWorld::new),
                KEPT,
                false,
                () -> {
                    replaying.advance(1);
                    return replaying.nanoTime();
                },
                5);
        try (InlineStepper player = PhysicsService.builder(playback)
                        .clock(new VirtualClock(0))
                        .inline();
                StateReader reader = player.states().reader()) {
            player.advanceTick();
            player.pause().join();
            for (int i = 0; i < 20; i++) {
                int to = random.nextInt(last() + 1);
                player.submit(playback.seekTo(to)).join();
                assertEquals(to, playback.tick());
                assertEquals(-1, playback.soughtTick());
                player.advance(0);
                assertTrue(reader.acquire());
                assertEquals(
                        recorded.get(to).bodies(),
                        shown(reader.state(0), new int[BallWorld.BALLS]).bodies(),
                        () -> "tick " + to);
            }
            player.resume().join();
            long from = playback.tick();
            player.advanceTick();
            assertEquals(Math.min(last(), from + 1), playback.tick());
        }
    }

    /** The last tick, 1,024, is a keyframe, which itself has no snapshot. */
    @Test
    void theLastTickIsShownEvenIfItIsAKeyframe() throws Exception {
        Path shorter = folder.resolve("shorter");
        KeyframeRun.record(shorter, new BallWorld(), 1_024, null);
        ReplaySimulation playback =
                new ReplaySimulation(Replay.open(shorter, BallWorld.Savable::new, BallWorld.ToggleBall.READER), KEPT);
        try (InlineStepper player = PhysicsService.builder(playback)
                        .clock(new VirtualClock(0))
                        .inline();
                StateReader reader = player.states().reader()) {
            List<Shown> ends = new ArrayList<>();
            for (long to : new long[] {1_024, 30, 1_000_000}) {
                player.submit(playback.seekTo(to)).join();
                player.advanceTick();
                reader.acquire();
                ends.add(shown(reader.state(0), new int[BallWorld.BALLS]));
            }
            assertEquals(1_024, playback.tick());
            assertTrue(playback.isOver());
            assertEquals(ends.get(0).bodies(), ends.get(2).bodies());
        }
    }

    @Test
    void theFirstDifferentTickIsReported() throws Exception {
        Supplier<BallWorld> other = () -> new BallWorld() {
            @Override
            public void step(Tick tick) {
                super.step(tick);
                if (tick.number() == 99) {
                    height[0] += 1;
                }
            }
        };
        ReplaySimulation playback = new ReplaySimulation(open(other), KEPT);
        try (InlineStepper player = PhysicsService.builder(playback)
                .clock(new VirtualClock(0))
                .overloadPolicy(OverloadPolicy.neverSlip())
                .inline()) {
            player.advance(980_000_000);
            assertEquals(-1, playback.firstDifferentTick());
            player.advance(20_000_000);
            assertEquals(99, playback.firstDifferentTick());
        }
    }
}
