package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.problem.Problem;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.SmallDisk;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a recorder reports, and what is in the file, if the disk is full or another program changes the file. */
@Timeout(240)
class DiskFaultTest extends TempFile {
    private static final int INPUTS = 20;

    private RecordingBlockWriter.Disk disk(long bytes, boolean shrinks) {
        return path -> new SmallDisk(RecordingBlockWriter.newFile(path), bytes, shrinks);
    }

    private final List<Problem> problems = new CopyOnWriteArrayList<>();

    private InlineStepper stepper() {
        return PhysicsService.builder(new BallWorld())
                .onProblem(problems::add)
                .clock(new VirtualClock(0))
                .inline();
    }

    private Recorder recorder(InlineStepper stepper, RecordingBlockWriter.Disk disk) throws IOException {
        return Recorder.open(stepper, file(), disk, "balls", "", 0, 1 << 16, null);
    }

    private static void tick(InlineStepper stepper, Recorder recorder) {
        Await.until(() -> stepper.metrics().tick() <= recorder.tick() + 100 || recorder.failure() != null);
        for (int i = 0; i < INPUTS; i++) {
            stepper.input().action(i, 1, 0);
        }
        stepper.advanceTick();
    }

    private void fill(RecordingBlockWriter.Disk disk) throws IOException {
        try (InlineStepper stepper = stepper()) {
            Recorder recorder = recorder(stepper, disk);
            while (recorder.failure() == null) {
                tick(stepper, recorder);
            }
            String problem = recorder.failure().getMessage();
            long last = RecordingSummary.of(file()).lastTick();
            assertEquals("No space left on device; the last written tick is " + last, problem);
            // The run continues, unrecorded.
            assertEquals(1, stepper.advanceTick());
            recorder.close();
            assertEquals(problem, recorder.failure().getMessage());
            assertEquals(Problem.Kind.RECORDING_FAILED, problems.get(0).kind());
            String told = problems.get(0).message();
            assertTrue(told.startsWith("the recording " + file() + " is incomplete: ") && told.contains(problem), told);
        }
        try (Replay replay = Replay.open(file(), BallWorld::new, CommandReader.NONE)) {
            while (replay.next()) {
                assertTrue(replay.matches());
            }
            assertEquals(RecordingSummary.of(file()).lastTick(), replay.tick());
        }
    }

    /** The block that did not fit is removed, and the blocks before it are whole. */
    @ParameterizedTest
    @CsvSource({"800, false", "66300, false", "150000, false", "70000, true"})
    void aFullDiskKeepsAllWholeBlocks(long bytes, boolean shrinks) throws IOException {
        fill(disk(bytes, shrinks));
        RecordingSummary summary = RecordingSummary.of(file());
        assertFalse(summary.isComplete());
        assertTrue(summary.fileBytes() <= bytes, summary::toString);
        assertTrue(bytes - summary.fileBytes() < Format.MAX_PAYLOAD + 100, summary::toString);
        String noEnd = "the file ends at byte " + summary.fileBytes() + " without an end entry";
        assertTrue(summary.damage().contains(noEnd), summary::toString);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 10, 50})
    void ifNotEvenTheHeaderFitsNoFileIsLeftAndTheExceptionNamesIt(long bytes) {
        try (InlineStepper stepper = stepper()) {
            FileSystemException full =
                    assertThrows(FileSystemException.class, () -> recorder(stepper, disk(bytes, false)));
            assertEquals(file() + ": No space left on device", full.getMessage());
            assertFalse(Files.exists(file()));
        }
    }

    /** Such as that of a file system of the user, or of a mapped file. */
    @Test
    void anErrorOfTheDiskEndsTheRecordingAndIsReported() throws IOException {
        RecordingBlockWriter.Disk failing = path -> new SmallDisk(RecordingBlockWriter.newFile(path), 4_096, false) {
            private boolean hasHeader;

            @Override
            public int write(ByteBuffer from) throws IOException {
                if (hasHeader) {
                    throw new InternalError("planned");
                }
                hasHeader = true;
                return super.write(from);
            }
        };
        try (InlineStepper stepper = stepper()) {
            Recorder recorder = recorder(stepper, failing);
            stepper.advanceTick();
            recorder.close();
            String failure = String.valueOf(recorder.failure());
            assertTrue(failure.contains("planned; the last written tick is"), failure);
        }
    }

    @Test
    void aDeletedFileIsNoticed() throws IOException {
        assertEquals(
                file() + " was deleted during the recording; its content is lost; the last written tick is 5",
                problemOf(() -> Files.delete(file())));
        assertFalse(Files.exists(file()));
    }

    /** The program may run for hours, and this is not too late for another recording. */
    @Test
    void aDeletedFileIsNoticedBeforeTheClose() throws IOException {
        try (InlineStepper stepper = stepper();
                Recorder recorder = recorder(stepper, RecordingBlockWriter::newFile)) {
            Files.delete(file());
            Await.until(() -> recorder.failure() != null);
            assertTrue(recorder.failure().getMessage().startsWith(file() + " was deleted"));
        }
    }

    /** The program may end after the close, so what the limit of one line in a second holds back is told now. */
    @Test
    void whatFailsAtTheCloseIsToldBeforeItReturns() throws IOException {
        try (InlineStepper stepper = stepper()) {
            Recorder recorder = recorder(stepper, RecordingBlockWriter::newFile);
            stepper.submit(context -> {}).join();
            Await.until(() -> !problems.isEmpty());
            Files.delete(file());
            recorder.close();
            String told = problems.get(problems.size() - 1).message();
            assertTrue(told.contains(" was deleted"), told);
        }
    }

    @Test
    void aReplacingFileIsNoticedAndNotWritten() throws IOException {
        String problem = problemOf(() -> {
            // Both files exist at the same time, so that they have different file keys.
            Path other = Files.writeString(folder.resolve("other"), "precious");
            Files.move(other, file(), StandardCopyOption.ATOMIC_MOVE);
        });
        assertTrue(problem.startsWith(file() + " was replaced by another file"), problem);
        assertEquals("precious", Files.readString(file()));
    }

    @ParameterizedTest
    @CsvSource({"1", "10", "93", "110"})
    void aTruncatedOrChangedFileIsNoticedAndNotWrittenAnyFurther(long size) throws IOException {
        String problem = problemOf(() -> {
            try (FileChannel other = FileChannel.open(file(), StandardOpenOption.WRITE)) {
                other.truncate(size);
                other.write(ByteBuffer.allocate(1), size - 1);
            }
        });
        assertTrue(problem.startsWith(file() + " was changed by another program: expected "), problem);
        assertTrue(problem.contains("but was " + size + " bytes"), problem);
        assertEquals(size, Files.size(file()));
    }

    /** Another program's change of the file. */
    private interface Interference {
        void run() throws IOException;
    }

    /** The failure after an interference, which the recorder notices at its close at the latest. */
    private String problemOf(Interference interference) throws IOException {
        try (InlineStepper stepper = stepper()) {
            Recorder recorder = recorder(stepper, RecordingBlockWriter::newFile);
            for (int i = 0; i < 5; i++) {
                tick(stepper, recorder);
            }
            // The recorder looks at the file once a second, perhaps during the interference.
            Await.until(() -> recorder.tick() >= 5);
            interference.run();
            recorder.close();
            return recorder.failure().getMessage();
        }
    }
}
