package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Falling;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.recording.Recorder;
import io.github.freestep.physics.recording.Replay;
import io.github.freestep.physics.recording.ReplaySimulation;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plays a recording as a video player does: it waits for a seek, and then draws. */
class VideoPlayerTest {
    private static final int TICKS = 4_000;
    private static final long FRAME_NANOS = 6_944_444;

    @TempDir
    private Path folder;

    private ReplaySimulation replay;
    private Physics player;
    private FrameSampler frames;

    /** A body at the number of the tick. */
    private static final class Counter extends Falling {
        private long tick;

        @Override
        public void step(Tick step) {
            tick = step.number();
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, tick, 0, 0);
        }
    }

    @BeforeEach
    void record() throws Exception {
        Path file = folder.resolve("run.rec");
        try (InlineStepper live = stepper(new Counter());
                Recorder recorder = Recorder.open(live, file, "counter", "", 0)) {
            for (int tick = 0; tick < TICKS; tick++) {
                live.advanceTick();
                long done = tick;
                Await.until(() -> recorder.tick() > done - 100);
            }
        }
        replay = new ReplaySimulation(Replay.open(file, Counter::new, CommandReader.NONE));
    }

    @AfterEach
    void close() {
        frames.close();
        player.close();
    }

    private static InlineStepper stepper(Simulation world) {
        return PhysicsService.builder(world).clock(new VirtualClock(0)).inline();
    }

    private InlineStepper inline() {
        InlineStepper stepper = stepper(replay);
        player = stepper;
        frames = FrameSampler.open(stepper.states());
        return stepper;
    }

    private float shown() {
        return frames.sample().x()[0];
    }

    private float frame(InlineStepper stepper) {
        stepper.advance(FRAME_NANOS);
        return shown();
    }

    /** On a clock, so that the frame after the future is exact. */
    @Test
    void theFrameAfterTheFutureShowsTheTickInBothDirections() {
        InlineStepper stepper = inline();
        Random random = Seeds.random(1);
        for (int i = 0; i < 200; i++) {
            boolean back = i % 3 == 0;
            stepper.submit(replay.backwards(back)).join();
            int to = 100 + random.nextInt(TICKS - 200);
            CompletableFuture<Void> seek = replay.seekTo(stepper, to);
            while (!seek.isDone()) {
                frame(stepper);
            }
            assertEquals(to, shown(), "seek " + i);
            int more = 10 + random.nextInt(50);
            float last = to;
            for (int j = 0; j < more; j++) {
                float next = frame(stepper);
                assertTrue(back ? next <= last : next >= last, next + " after " + last);
                last = next;
            }
            assertEquals(to + (back ? -1 : 1) * more * FRAME_NANOS / 1e7, last, 3, "plays on");
        }
    }

    /** In each of the states that the first tick is shown for, before them and after them. */
    @Test
    void aSeekThatIsOvertakenSaysSo() {
        InlineStepper stepper = inline();
        for (int steps = 0; steps < 8; steps++) {
            CompletableFuture<Void> first = replay.seekTo(stepper, 900);
            for (int step = 0; step < steps; step++) {
                stepper.advanceTick();
            }
            boolean isDone = first.isDone();
            CompletableFuture<Void> second = replay.seekTo(stepper, 300);
            while (!second.isDone()) {
                frame(stepper);
            }
            assertEquals(300, shown());
            assertEquals(!isDone, first.isCompletedExceptionally());
            if (!isDone) {
                assertThrows(CancellationException.class, first::join);
                // Newer JVMs wrap what a waiting thread gets.
                Throwable ended = first.handle((shown, failure) -> failure).join();
                assertEquals("a seek to tick 300 has replaced this one to tick 900", ended.getMessage());
            }
        }
    }

    @Test
    void aSeekOfAPlayerThatIsClosedFails() {
        InlineStepper stepper = inline();
        CompletableFuture<Void> seek = replay.seekTo(stepper, 900);
        assertThrows(IllegalStateException.class, seek::join, "the thread that steps must not wait");
        assertThrows(IllegalStateException.class, seek::get);
        stepper.close();
        assertEquals(
                "the player has ended before it showed tick 900; if it was not closed, its failure() says why",
                assertThrows(ExecutionException.class, seek::get).getCause().getMessage());
        assertTrue(replay.seekTo(stepper, 3).isCompletedExceptionally());
    }

    @Test
    void aSeekInAnotherPlayerIsRefused() {
        inline();
        try (InlineStepper other = stepper(new Counter())) {
            assertTrue(replay.seekTo(other, 3).isCompletedExceptionally());
        }
    }

    /** The recording ends before the tick, and the file is cut in the middle. */
    @Test
    void aSeekInADamagedRecordingShowsItsLastTick() throws Exception {
        replay.close();
        Path file = folder.resolve("run.rec");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
        replay = new ReplaySimulation(Replay.open(file, Counter::new, CommandReader.NONE));
        InlineStepper stepper = inline();
        CompletableFuture<Void> seek = replay.seekTo(stepper, TICKS);
        while (!seek.isDone()) {
            frame(stepper);
        }
        assertFalse(seek.isCompletedExceptionally());
        assertEquals(replay.tick(), shown());
        assertTrue(replay.failure() != null && replay.tick() < TICKS);
    }

    /**
     * Plays on its own thread, while time runs. What a frame shows depends on when it comes, but is never before the
     * tick.
     */
    @Test
    void aServiceCompletesASeekWhenItsFramesShowTheTick() throws Exception {
        PhysicsService service =
                PhysicsService.builder(replay).rate(replay.rate()).start();
        player = service;
        frames = FrameSampler.open(service.states());
        for (int to : new int[] {1_000, 2_000, 500}) {
            replay.seekTo(service, to).get();
            float seen = shown();
            assertTrue(seen >= to && seen < TICKS, "sought " + to + ", seen " + seen);
        }
        service.submit(replay.backwards(true)).get();
        for (int to : new int[] {3_900, 2_000, 3_000}) {
            replay.seekTo(service, to).get();
            float seen = shown();
            assertTrue(seen <= to && seen > 0, "sought " + to + ", seen " + seen);
        }
        CompletableFuture<Void> overtaken = replay.seekTo(service, 3_999);
        CompletableFuture<Void> last = replay.seekTo(service, 1_000);
        last.get();
        assertThrows(CancellationException.class, overtaken::get);
        service.pause().get();
        // The picture of a fresh pause first moves on to the newest state.
        Await.until(() -> frames.sample().simulationNanos() == service.metrics().tick() * 10_000_000L);
        replay.seekTo(service, 123).get();
        assertEquals(123, shown());
    }
}
