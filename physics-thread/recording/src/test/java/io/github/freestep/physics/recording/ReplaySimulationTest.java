package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.testing.Refused;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Plays a recording of 1,200 ticks, whose keyframes only a savable world uses. Each test compares the shown states with
 * those of a replay.
 */
class ReplaySimulationTest extends TempFile {
    private static final int TICKS = 1_200;

    private final List<List<List<Float>>> recorded = new ArrayList<>();
    /** For each tick, whether each body moved there continuously. */
    private final List<boolean[]> moved = new ArrayList<>();

    private int[] epochs = new int[BallWorld.BALLS];

    @BeforeEach
    void record() throws Exception {
        KeyframeRun.record(file(), new BallWorld.Savable(), TICKS, KeyframeRun.EVERY_100_TICKS);
        try (Replay replay = Replay.open(file(), BallWorld::new, BallWorld.ToggleBall.READER);
                StateReader reader = replay.states().reader()) {
            do {
                reader.acquire();
                recorded.add(KeyframeRun.bodies(reader.state(0)));
                moved.add(KeyframeRun.moved(reader.state(0), epochs));
            } while (replay.next());
        }
    }

    private KeyframeRun play(Supplier<BallWorld> world) throws IOException {
        KeyframeRun run = new KeyframeRun(file(), world);
        epochs = new int[BallWorld.BALLS];
        show(run);
        return run;
    }

    /** Requires that the shown state is the recorded one of that tick. Returns which bodies moved there. */
    private boolean[] show(KeyframeRun run) {
        assertEquals(recorded.get((int) run.playback.tick()), run.shown(), () -> "tick " + run.playback.tick());
        return KeyframeRun.moved(run.reader.state(0), epochs);
    }

    private boolean[] step(KeyframeRun run) {
        run.step();
        return show(run);
    }

    @Test
    void forwardsItShowsTheRunAndStopsAtTheEnd() throws Exception {
        try (KeyframeRun run = play(BallWorld::new)) {
            for (int tick = 1; tick <= TICKS; tick++) {
                assertArrayEquals(moved.get(tick), step(run), "tick " + tick);
                assertEquals(tick, run.playback.tick());
                assertFalse(run.playback.isOver());
            }
            step(run);
            assertTrue(run.playback.isOver());
            assertEquals(TICKS, run.playback.tick());
            assertNull(run.playback.failure());
            assertEquals(-1, run.playback.firstDifferentTick());
            assertEquals(1, run.worlds);
        }
    }

    /** As in a group. */
    @Test
    void severalThreadsMayPlayItOneAfterAnother() throws Exception {
        try (KeyframeRun run = play(BallWorld::new)) {
            for (int tick = 1; tick <= 3; tick++) {
                run.player.advanceTick();
                run.player.release();
                assertNull(Refused.failureElsewhere(() -> {
                    run.player.advanceTick();
                    run.player.release();
                }));
            }
            assertEquals(6, run.playback.tick());
        }
    }

    /** Without keyframes it replays each stretch from the beginning, otherwise from the last keyframe before it. */
    @Test
    void backwardsItShowsTheRunInReverse() throws Exception {
        assertTrue(playBackwards(BallWorld::new) > 5L * TICKS);
        assertTrue(playBackwards(BallWorld.Savable::new) <= 2L * TICKS);
    }

    /** Returns the number of steps of the world. */
    private long playBackwards(Supplier<BallWorld> world) throws IOException {
        try (KeyframeRun run = play(world)) {
            run.seek(TICKS);
            show(run);
            run.player.submit(run.playback.backwards(true)).join();
            for (int tick = TICKS - 1; tick >= 0; tick--) {
                boolean[] shown = step(run);
                assertEquals(tick, run.playback.tick());
                for (int body = 0; body < BallWorld.BALLS; body++) {
                    // A discontinuity lies between the same two ticks in both directions.
                    boolean both = !recorded.get(tick).get(body).isEmpty() && moved.get(tick + 1)[body];
                    assertEquals(both, shown[body], "tick " + tick + ", body " + body);
                }
            }
            step(run);
            assertTrue(run.playback.isOver());
            run.player.submit(run.playback.backwards(false)).join();
            step(run);
            assertFalse(run.playback.isOver());
            assertEquals(1, run.playback.tick());
            assertEquals(-1, run.playback.firstDifferentTick());
            return run.steps;
        }
    }

    private ReplaySimulation recordedFor40Ticks(Supplier<Simulation> world, long seekNanos) throws Exception {
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
        Replay replay = Replay.open(file, world, CommandReader.NONE);
        return new ReplaySimulation(replay, 50, NanoClock.system(), seekNanos);
    }

    /** Every bit of a double position is shown, and bodies that rest in the recording rest in the player. */
    @Test
    void theShownStateIsTheRecordedOne() throws Exception {
        ReplaySimulation playback = recordedFor40Ticks(OneMoves::new, Long.MAX_VALUE);
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

    /** In tick 3, which nobody sees, a body comes before a long seek, or goes before the way back. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBodyThatComesInATickWithoutAStateIsWrittenLater(boolean comes) throws Exception {
        ReplaySimulation playback = recordedFor40Ticks(() -> new ComesOrGoes(comes), 0);
        try (InlineStepper stepper = PhysicsService.builder(playback)
                        .rate(playback.rate())
                        .publishEvery(2)
                        .clock(new VirtualClock(0))
                        .inline();
                StateReader reader = stepper.states().reader()) {
            for (int tick = 1; tick <= 3; tick++) {
                stepper.advanceTick();
            }
            if (comes) {
                playback.seekTo(stepper, 30);
            } else {
                stepper.submit(playback.backwards(true)).join();
            }
            stepper.advanceTick();
            reader.acquire();
            assertTrue(reader.state(0).tick() == 4 && reader.state(0).isAlive(1));
            assertEquals(7, reader.state(0).x()[1]);
        }
    }

    /** Body 1 rests at 7 from tick 3 on, or until then. */
    private static final class ComesOrGoes implements Simulation {
        private final boolean comes;
        private int toWrite;

        private ComesOrGoes(boolean comes) {
            this.comes = comes;
            toWrite = comes ? 1 : 2;
        }

        @Override
        public StateLayout layout() {
            return StateLayout.of(2);
        }

        @Override
        public void setUp(PhysicsContext context) {
            for (int body = 0; body < toWrite; body++) {
                context.bodies().spawn(body);
            }
        }

        @Override
        public void step(Tick tick) {
            if (tick.number() == 3 && comes) {
                tick.bodies().spawn(1);
                toWrite = 2;
            } else if (tick.number() == 3) {
                tick.bodies().remove(1);
            }
        }

        @Override
        public void write(StateWriter state) {
            for (int body = 0; body < toWrite; body++) {
                state.position(body, 7, 0, 0);
            }
            toWrite = 0;
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
            try (KeyframeRun run = play(world)) {
                for (int i = 0; i < 60; i++) {
                    int to = random.nextInt(TICKS + 1);
                    run.player
                            .submit(run.playback.backwards(random.nextBoolean()))
                            .join();
                    long steps = run.seek(to);
                    assertTrue(world.get() instanceof SavableSimulation ? steps <= 100 : steps <= to);
                    assertArrayEquals(new boolean[BallWorld.BALLS], show(run));
                    assertEquals(to, run.playback.tick(), "seed " + RecordedRun.SEED);
                    for (int j = random.nextInt(4); j > 0; j--) {
                        step(run);
                    }
                }
                // The last tick is a keyframe, which itself has no snapshot.
                run.seek(1_000_000);
                show(run);
                assertEquals(TICKS, run.playback.tick());
                assertTrue(run.playback.isOver());
                assertEquals(-1, run.playback.firstDifferentTick());
                assertThrows(IllegalArgumentException.class, () -> run.playback.seekTo(run.player, -1));
            }
        }
    }

    /** A step replays 5 ticks at most, so that no seek ends in one go. */
    @Test
    void aPausedPlayerIsScrubbed() throws Exception {
        Random random = Seeds.random(RecordedRun.SEED);
        try (KeyframeRun run = new KeyframeRun(file(), BallWorld::new, 5)) {
            run.step();
            run.player.pause().join();
            for (int i = 0; i < 20; i++) {
                int to = random.nextInt(TICKS + 1);
                run.playback.seekTo(run.player, to).join();
                assertEquals(to, run.playback.tick());
                run.player.advance(0);
                show(run);
            }
            run.player.resume().join();
            long from = run.playback.tick();
            run.step();
            assertEquals(Math.min(TICKS, from + 1), run.playback.tick());
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
        try (KeyframeRun run = new KeyframeRun(file(), other)) {
            run.seek(98);
            assertEquals(-1, run.playback.firstDifferentTick());
            run.step();
            assertEquals(99, run.playback.firstDifferentTick());
        }
    }

    @Test
    void aSeekInAnotherWorldReplaysFromTheBeginningAndEqualsTheRecording() throws IOException {
        Supplier<BallWorld> worlds = () -> new BallWorld.Savable() {
            @Override
            public boolean restoresExactly() {
                return false;
            }
        };
        try (KeyframeRun run = new KeyframeRun(file(), worlds)) {
            for (int to : new int[] {950, 201}) {
                assertEquals(to, run.seek(to));
                assertEquals(recorded.get(to), run.shown());
            }
        }
    }

    @Test
    void aLongSeekIsSpreadOverStepsAndShowsItsProgress() throws IOException {
        try (KeyframeRun run = new KeyframeRun(file(), BallWorld::new, 20)) {
            run.seek(30);
            assertEquals(0, run.playback.tick());
            assertEquals(10, run.step());
            assertEquals(30, run.playback.tick());

            assertEquals(20, run.seek(1_000));
            for (int replayed = 50; replayed < 1_000; replayed += 20) {
                assertEquals(30, run.playback.tick());
                assertEquals(recorded.get(30), run.shown());
                assertEquals(replayed, run.playback.replayedTick());
                assertFalse(run.playback.isOver());
                run.step();
            }
            assertEquals(1_000, run.playback.tick());
            assertEquals(recorded.get(1_000), run.shown());
            run.step();
            assertEquals(1_001, run.playback.tick());
        }
    }

    /** The last tick is a keyframe, after which there is nothing to replay. */
    @Test
    void aLongSeekBeyondTheEndShowsTheLastTick() throws IOException {
        try (KeyframeRun run = new KeyframeRun(file(), BallWorld.Savable::new, 20)) {
            run.seek(1_000_000);
            for (int i = 0; i < 5; i++) {
                run.step();
            }
            assertEquals(TICKS, run.playback.tick());
            assertEquals(recorded.get(TICKS), run.shown());
            assertTrue(run.playback.isOver());
        }
    }

    /** The tick before the last one is a keyframe, so to go back there, many ticks must be replayed. */
    @Test
    void itIsNotOverWhileItGoesBackFromTheEnd() throws Exception {
        Path file = folder.resolve("101 ticks");
        KeyframeRun.record(file, new BallWorld.Savable(), 101, KeyframeRun.EVERY_100_TICKS);
        try (KeyframeRun run = new KeyframeRun(file, BallWorld.Savable::new, 20)) {
            run.seek(1_000);
            assertTrue(run.playback.isOver());
            run.player.submit(run.playback.backwards(true)).join();
            run.step();
            assertEquals(101, run.playback.tick());
            assertFalse(run.playback.isOver());
        }
    }

    @Test
    void aSeekCanBeCancelledOrReplaced() throws IOException {
        try (KeyframeRun run = new KeyframeRun(file(), BallWorld::new, 20)) {
            CompletableFuture<Void> seek = run.playback.seekTo(run.player, 1_000);
            run.step();
            run.step();
            seek.cancel(true);
            assertEquals(0, run.step());
            assertEquals(40, run.playback.tick());
            assertEquals(recorded.get(40), run.shown());
            run.step();
            assertEquals(41, run.playback.tick());

            run.seek(1_000);
            assertEquals(1, run.seek(62));
            assertEquals(62, run.playback.tick());
            assertEquals(recorded.get(62), run.shown());

            // A seek that has not begun is dropped.
            run.playback.seekTo(run.player, 1_000).cancel(true);
            run.step();
            assertEquals(63, run.playback.tick());
        }
    }
}
