package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.RunSettings;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Allocations;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Files whose headers claim huge sizes, and paths of pipes, devices and directories. */
class HostileFileTest extends TempFile {
    /** Writes a recording of one tick without input. */
    private Path write(StateLayout layout, int inputCapacity) throws IOException {
        try (RecordingWriter writer = writer(new RunSettings(Ratio.of(100), 3, inputCapacity, 1, false), layout)) {
            writer.tick(1);
            writer.end(true, "");
        }
        return file();
    }

    private RecordingWriter writer(RunSettings run, StateLayout layout) throws IOException {
        Files.deleteIfExists(file());
        RecordingHeader header = new RecordingHeader(run, layout, "balls", "", 0, "");
        return new RecordingWriter(file(), header, RecordingBlockWriter::newFile);
    }

    private String messageOf(Class<? extends Throwable> type, Supplier<Simulation> simulations) {
        return assertThrows(type, () -> Replay.open(file(), simulations, CommandReader.NONE))
                .getMessage();
    }

    private static Simulation none() {
        throw new AssertionError("a simulation was made for states larger than the heap");
    }

    @Test
    void statesLargerThanTheHeapAreRefusedBeforeASimulationIsMade() throws IOException {
        String[] names = new String[1_000];
        Arrays.setAll(names, Integer::toString);
        write(StateLayout.of(StateLayout.MAX_CAPACITY).linear(names), 1);
        String refused = messageOf(RecordingException.class, HostileFileTest::none);
        String expected =
                file() + ": states of up to 16777216 bodies with 1008 values each take at least 676457 MB, but"
                        + " this JVM's heap is limited to ";
        assertTrue(refused.startsWith(expected) && refused.endsWith("(-Xmx)"), refused);
        // Its content can still be inspected.
        assertEquals(1, RecordingSummary.of(file()).lastTick());
    }

    @Test
    void aWorldLargerThanTheHeapIsAnExceptionAndNotAnError() throws IOException {
        write(new BallWorld().layout(), 1 << 20);
        String refused = messageOf(RecordingException.class, () -> {
            throw new OutOfMemoryError("Java heap space");
        });
        String expected = file() + ": a world of up to 6 bodies, with room for 1048576 inputs per tick, does not fit";
        assertTrue(refused.startsWith(expected), refused);

        BallWorld large = new BallWorld() {
            @Override
            public void setUp(PhysicsContext context) {
                throw new OutOfMemoryError("Java heap space");
            }
        };
        try (Replay replay = Replay.open(file(), () -> large, CommandReader.NONE)) {
            PhysicsException failure = assertThrows(PhysicsException.class, replay::next);
            assertInstanceOf(OutOfMemoryError.class, failure.getCause());
        }
    }

    @Test
    void aFileThatDoesNotExistAndOneThatDoesAreNamedWithTheRemedy() throws IOException {
        assertEquals(
                file() + ": there is no such file; check its name and folder",
                messageOf(NoSuchFileException.class, BallWorld::new));
        write(new BallWorld().layout(), 1);
        assertEquals(
                file() + ": the file must not exist yet; delete it, or choose another name",
                assertThrows(FileAlreadyExistsException.class, () -> RecordingBlockWriter.newFile(file()))
                        .getMessage());
        Path nowhere = folder.resolve("none").resolve("run");
        assertEquals(
                nowhere + ": its folder does not exist; create it first",
                assertThrows(NoSuchFileException.class, () -> RecordingBlockWriter.newFile(nowhere))
                        .getMessage());
    }

    /** Room for the million inputs of the header would take 150 MB. */
    @Test
    void noMoreRoomForInputIsAllocatedThanFitsIntoTheFile() throws IOException {
        write(new BallWorld().layout(), 1 << 20);
        assertTrue(allocatedByReplay() < 5_000_000);
    }

    private long allocatedByReplay() throws IOException {
        long thread = Thread.currentThread().getId();
        long before = Allocations.by(thread);
        try (Replay replay = Replay.open(file(), BallWorld::new, CommandReader.NONE)) {
            assertTrue(replay.next());
        }
        return Allocations.by(thread) - before;
    }

    @Test
    void aDifferentLayoutIsRefused() throws IOException {
        write(StateLayout.of(7).linear("spin").stepped("gear").doublePositions(), 1);
        assertEquals(
                "the simulation must have the recorded layout: expected 7 bodies, linear [spin], stepped [gear], double"
                        + " positions, but was 6 bodies, linear [spin], stepped [tick]; set it up as the recording's"
                        + " settings say",
                messageOf(IllegalArgumentException.class, BallWorld::new));
        write(new BallWorld().layout(), 1);
        assertEquals(
                "the recorded states were computed by \"\", but those of this simulation are by \"jolt-jni 6.0.0\"; use"
                        + " the same engine, version and family of processors",
                messageOf(IllegalArgumentException.class, () -> new BallWorld() {
                    @Override
                    public String computedBy() {
                        return "jolt-jni 6.0.0";
                    }
                }));
    }

    @Test
    void aKeyframeOfATickThatNoRunReachesIsNotUsed() throws IOException {
        RunSettings run = new RunSettings(Ratio.of(100), 3, 1, 1, false);
        try (RecordingWriter writer = writer(run, new BallWorld().layout())) {
            writer.tick(1);
            writer.tick(1L << 60);
            writer.keyframe(new byte[9], 9);
        }
        try (KeyframeRun player = new KeyframeRun(file(), BallWorld.Savable::new)) {
            player.seek(Long.MAX_VALUE);
            assertEquals(1, player.playback.tick());
            assertTrue(player.playback.isOver());
        }
    }

    @Test
    void ofMoreKeyframesThanFitIntoTheIndexTheNewestIsKeptAndAllAreCounted() throws IOException {
        int many = (1 << 16) + 1;
        try (RecordingWriter writer =
                writer(new RunSettings(Ratio.of(100), 3, 1, 1, false), new BallWorld().layout())) {
            for (int tick = 1; tick <= many; tick++) {
                writer.tick(tick);
                writer.keyframe(new byte[9], 9);
            }
        }
        assertEquals(many, RecordingSummary.of(file()).keyframes());
        try (RecordingReader reader = new RecordingReader(file())) {
            KeyframeIndex index = new KeyframeIndex(reader.blocks);
            assertEquals(many, index.before(many + 1).tick());
        }
    }

    @Test
    void aReplayEndsBeforeATickThatNoRunReaches() throws IOException {
        RunSettings run = new RunSettings(Ratio.of(100), 3, 1, 1, false);
        try (RecordingWriter writer = writer(run, new BallWorld().layout())) {
            writer.tick(1);
            writer.tick(3);
            writer.end(true, "");
        }
        try (Replay replay = Replay.open(file(), BallWorld::new, CommandReader.NONE)) {
            assertTrue(replay.next());
            assertFalse(replay.next());
            assertEquals(
                    "the step after tick 1 must have 1 tick, but leads to tick 3; no recorder writes that",
                    replay.failure().getMessage());
        }
        assertEquals(1, RecordingSummary.of(file()).reachableTick());
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void pipesDevicesAndDirectoriesAreRefusedWithoutBlockingAndByName() throws Exception {
        String regular = ": expected a regular file, which can be read at any position, but was ";
        assertEquals(folder + regular + "a directory", refused(folder));
        assertEquals(Path.of("").toAbsolutePath() + regular + "a directory", refused(Path.of("")));
        Path device = Path.of("/dev/zero");
        if (Files.exists(device)) {
            assertEquals(device + regular + "a pipe, a socket or a device", refused(device));
        }
        Path pipe = folder.resolve("pipe");
        assumeTrue(isMade("mkfifo", pipe.toString()), "there is no mkfifo here");
        assertEquals(pipe + regular + "a pipe, a socket or a device", refused(pipe));
    }

    private static boolean isMade(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static String refused(Path path) {
        return assertThrows(RecordingException.class, () -> RecordingSummary.of(path))
                .getMessage();
    }
}
