package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.rooms.HandedOver;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.physics.saves.PortableCommand;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Logs;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecorderTest extends TempFile {
    private PhysicsService service() {
        return PhysicsService.builder(new BallWorld()).rate(1_000).build();
    }

    private long lastTick() {
        try {
            return RecordingSummary.of(file()).lastTick();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Blocks the recorder's thread, which calls {@code write}, like a disk that does not answer. */
    private record SlowToWrite(CountDownLatch begins, CountDownLatch until) implements PortableCommand {
        SlowToWrite() {
            this(new CountDownLatch(1), new CountDownLatch(1));
        }

        @Override
        public void run(PhysicsContext context) {}

        @Override
        public int type() {
            return 7;
        }

        @Override
        public void write(DataOutput out) throws IOException {
            begins.countDown();
            try {
                assertTrue(until.await(60, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            out.writeInt(2);
        }
    }

    @Test
    @Logs("RECORDING_FAILED: ")
    void ifTheDiskFallsBehindTheRecordingEndsAndTheRunContinues() throws Exception {
        SlowToWrite slow = new SlowToWrite();
        try (PhysicsService physics = service()) {
            Recorder recorder = Recorder.open(physics, file(), RecordingBlockWriter::newFile, "balls", "", 0, 64, null);
            // No tick before the disk blocks, because a recorder that gets no processor for a while falls behind, too.
            physics.pause();
            physics.start();
            physics.submit(slow).get(60, TimeUnit.SECONDS);
            assertTrue(slow.begins.await(60, TimeUnit.SECONDS));
            physics.pauseAndStep(1_000).get(60, TimeUnit.SECONDS);
            Await.until(() -> physics.metrics().tick() >= 1_000, physics::metrics);
            assertNull(recorder.failure());
            slow.until.countDown();
            recorder.close();
            Throwable failure = recorder.failure();
            assertTrue(failure.getMessage().contains("the disk fell behind"), failure.getMessage());
            recorder.close();
            assertSame(failure, recorder.failure());
            assertEquals(Physics.Status.RUNNING, physics.status());

            RecordingSummary summary = RecordingSummary.of(file());
            assertFalse(summary.isComplete());
            assertEquals(recorder.failure().getMessage(), summary.endReason());
            // About half the ring: each tick has two entries. No tick before the end is missing.
            assertTrue(summary.endReason().contains("at tick " + (summary.lastTick() + 1)), summary::toString);
            assertTrue(summary.steps() == summary.lastTick() && summary.lastTick() < 40, summary::toString);
        }
        try (Replay replay = Replay.open(file(), BallWorld::new, BallWorld.ToggleBall.READER)) {
            while (replay.next()) {
                // The reader makes another command of the slow one, so only the ticks before it match.
                assertTrue(replay.tick() > 0);
            }
            assertTrue(replay.feed.endReason.contains("incomplete: the disk fell behind"), replay.feed.endReason);
            assertEquals(replay.feed.endReason, replay.failure().getMessage());
        }
    }

    /** A command whose {@code write} fails in one of several ways. */
    private record NoWordsForIt(int way) implements PortableCommand {
        @Override
        public void run(PhysicsContext context) {}

        @Override
        public int type() {
            return 1;
        }

        @Override
        public void write(DataOutput out) throws IOException {
            switch (way) {
                case 0 -> throw new IOException("no words for it");
                case 1 -> throw new StackOverflowError("no words for it");
                case 2 -> out.write(new byte[Format.MAX_WRITTEN_BYTES + 1]);
                default -> {
                    out.write(new byte[Format.MAX_WRITTEN_BYTES]);
                    out.write(0);
                }
            }
        }
    }

    /** Errors are reported, too: otherwise they would silently end the thread and the recording. */
    @ParameterizedTest
    @Timeout(240)
    @CsvSource({
        "0, java.io.IOException: no words for it",
        "1, java.lang.StackOverflowError: no words for it",
        "2, java.lang.IllegalStateException: must have at most 8388608 bytes",
        "3, java.lang.IllegalStateException: must have at most 8388608 bytes"
    })
    @Logs("is incomplete: io.github.freestep.physics.recording.RecordingException: a replay can reach tick 3")
    void aCommandWhoseWriteFailsIsReportedWithItsException(int way, String why) throws Exception {
        String name = NoWordsForIt.class.getName();
        assertReplaysUpTo(new NoWordsForIt(way), name + ", whose write() failed: " + why);
    }

    @Test
    @Logs("is incomplete: io.github.freestep.physics.recording.RecordingException: a replay can reach tick 3")
    void aCommandThatIsNotPortableIsReportedWhileTheRunContinues() throws Exception {
        Command command = c -> {};
        assertReplaysUpTo(command, command.getClass().getName() + ", is not a PortableCommand");
    }

    @Test
    void whatOnlyReadsTheWorldEndsNoReplay() throws Exception {
        try (InlineStepper stepper = PhysicsService.builder(new BallWorld()).inline()) {
            Recorder recorder = Recorder.open(stepper, file(), "balls", "", 0);
            stepper.advanceTick();
            assertEquals(1, stepper.read(PhysicsContext::tick).join());
            stepper.advanceTick();
            recorder.close();
            assertNull(recorder.failure());
        }
        assertEquals(2, RecordingSummary.of(file()).reachableTick());
    }

    /** Requires that the recorder (immediately), the summary and the replay report the same. */
    private void assertReplaysUpTo(Command command, String why) throws Exception {
        try (InlineStepper stepper = PhysicsService.builder(new BallWorld()).inline()) {
            Recorder recorder = Recorder.open(stepper, file(), "balls", "", 0);
            for (int i = 0; i < 3; i++) {
                stepper.advanceTick();
            }
            stepper.submit(new BallWorld.ToggleBall(2)).join();
            assertNull(recorder.failure());
            stepper.submit(command).join();
            Await.until(() -> recorder.failure() != null, () -> "the recording has not failed");
            String problem = recorder.failure().getMessage();
            String start = "a replay can reach tick 3 at most: the command after it, " + why;
            assertTrue(problem.startsWith(start), problem);
            stepper.advanceTick();
            // Only the first command is reported, because no replay gets further.
            stepper.submit(command).join();
            stepper.advanceTick();
            recorder.close();
            assertEquals(problem, recorder.failure().getMessage());
        }
        RecordingSummary summary = RecordingSummary.of(file());
        assertTrue(summary.isComplete(), summary::toString);
        assertEquals(5, summary.lastTick());
        assertEquals(2, summary.opaqueCommands());
        assertEquals(3, summary.reachableTick());
        try (Replay replay = Replay.open(file(), BallWorld::new, BallWorld.ToggleBall.READER)) {
            while (replay.next()) {
                assertTrue(replay.matches());
            }
            assertEquals(3, replay.tick());
            assertEquals(summary.obstacle(), replay.feed.endReason);
            String name = command.getClass().getName();
            assertTrue(
                    replay.feed.endReason.startsWith("the command before tick 4 has no written form: " + name),
                    replay.feed.endReason);
        }
    }

    /** As in a pause, which may be long, and during which the process may end. */
    @Test
    @Timeout(240)
    void entriesAreWrittenToTheFileEvenIfNoTickFollows() throws Exception {
        try (InlineStepper stepper = PhysicsService.builder(new BallWorld()).inline();
                Recorder recorder = Recorder.open(stepper, file(), "balls", "", 0)) {
            stepper.advanceTick();
            stepper.advanceTick();
            Await.until(() -> lastTick() == 2, () -> "the last tick in the file is " + lastTick());
            assertNull(recorder.failure());
        }
    }

    @Test
    void aRunThatHasBegunIsRefused() throws Exception {
        try (PhysicsService physics = service().start()) {
            assertThrows(IllegalStateException.class, () -> Recorder.open(physics, file(), "balls", "", 0));
        }
        try (InlineStepper stepper = PhysicsService.builder(new BallWorld()).inline()) {
            stepper.advanceTick();
            assertThrows(IllegalStateException.class, () -> Recorder.open(stepper, file(), "balls", "", 0));
        }
        try (InlineStepper stepper = PhysicsService.builder(new BallWorld()).inline()) {
            stepper.submit(new BallWorld.ToggleBall(2)).join();
            assertThrows(IllegalStateException.class, () -> Recorder.open(stepper, file(), "balls", "", 0));
        }
        assertFalse(Files.exists(file()));
    }

    @Test
    void aRunThatBeginsAtALaterTickIsRefused() throws Exception {
        PhysicsBuilder builder = PhysicsService.builder(new BallWorld()).startAt(500, c -> {});
        for (Physics run : new Physics[] {builder.build(), builder.inline()}) {
            try (run) {
                String message = assertThrows(
                                IllegalArgumentException.class, () -> Recorder.open(run, file(), "balls", "", 0))
                        .getMessage();
                assertTrue(message.startsWith("a run to record must begin with the world of its set-up"), message);
            }
        }
        assertFalse(Files.exists(file()));
    }

    @Test
    void aRunThatBeginsWithAnotherWorldIsRefused() throws Exception {
        try (Physics run =
                PhysicsService.builder(new BallWorld()).startAt(0, c -> {}).inline()) {
            assertThrows(IllegalArgumentException.class, () -> Recorder.open(run, file(), "balls", "", 0));
        }
    }

    /** Its world is not the one that a replay sets up, even before its first tick. */
    @Test
    void aRunThatWasHandedOverBeforeItsFirstTickIsRefused() throws Exception {
        HandedOver all;
        try (PhysicsService here = PhysicsService.builder(new BallWorld.Savable())
                .rate(Ratio.of(1, 1_000))
                .start()) {
            all = HandedOver.handOver(here).join();
        }
        assertEquals(0, all.tick());
        try (PhysicsService there =
                PhysicsService.builder(new BallWorld.Savable()).from(all).build()) {
            assertThrows(IllegalArgumentException.class, () -> Recorder.open(there, file(), "balls", "", 0));
        }
        assertFalse(Files.exists(file()));
    }

    @Test
    void allInputOfALongPauseIsRecorded() throws Exception {
        int inputs = 100_000;
        try (InlineStepper stepper =
                PhysicsService.builder(new BallWorld()).inputCapacity(inputs).inline()) {
            Recorder recorder = Recorder.open(stepper, file(), "balls", "", 0);
            for (int i = 0; i < inputs; i++) {
                assertTrue(stepper.input().action(i, 0, 0));
            }
            stepper.advanceTick();
            recorder.close();
        }
        assertEquals(inputs, RecordingSummary.of(file()).actions());
        try (Replay replay = Replay.open(file(), BallWorld::new, CommandReader.NONE)) {
            assertEquals(1, RecordedRun.assertRepeats(replay));
        }
    }

    @Test
    @Logs("RUN_FAILED: the step of tick 3 failed")
    void aFailedTickIsRecordedEvenIfCloseFailsToo() throws Exception {
        BallWorld fragile = new BallWorld() {
            @Override
            public void close() {
                throw new IllegalStateException("on close");
            }
        };
        fragile.during = tick -> {
            if (tick.number() == 3) {
                throw new IllegalStateException("in a step");
            }
        };
        PhysicsService physics =
                PhysicsService.builder(fragile).clock(new VirtualClock(0)).build();
        Recorder recorder = Recorder.open(physics, file(), "balls", "", 0);
        physics.start();
        Await.until(
                () -> physics.status() != PhysicsService.Status.RUNNING,
                () -> "the service runs, at tick " + physics.metrics().tick());
        physics.close();
        recorder.close();
        RecordingSummary summary = RecordingSummary.of(file());
        assertEquals(2, summary.faults());
        assertEquals(3, summary.lastTick());
    }
}
