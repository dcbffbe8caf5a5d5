package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.RunSettings;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that claim what they do not have, and paths that are no files. */
class HostileFileTest {
    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("run");
    }

    /** A recording of a tick without input. */
    private Path write(StateLayout layout, int inputCapacity) throws IOException {
        RunSettings run = new RunSettings(Ratio.of(100), 3, inputCapacity, 1, 1, false);
        RecordingHeader header = new RecordingHeader(run, layout, "juggler", "", 0);
        Files.deleteIfExists(file());
        try (RecordingWriter writer = RecordingWriter.create(file(), header, RecordingWriter::newFile)) {
            writer.tick(1);
            writer.end(true, "");
        }
        return file();
    }

    private String refusedFor(Class<? extends Throwable> type, Supplier<Simulation> simulations) {
        return assertThrows(type, () -> Replay.open(file(), simulations, CommandReader.NONE))
                .getMessage();
    }

    private static Simulation none() {
        throw new AssertionError("a simulation was made for states that can't be");
    }

    @Test
    void statesThatNoHeapCanHoldAreRefusedBeforeASimulationIsMade() throws IOException {
        String[] names = new String[1_000];
        Arrays.setAll(names, Integer::toString);
        write(StateLayout.of(StateLayout.MAX_CAPACITY).linear(names), 1);
        String refused = refusedFor(RecordingException.class, HostileFileTest::none);
        String expected =
                file() + ": states of up to 16777216 bodies with 1008 values each take at least 608811 MB, but"
                        + " this JVM's heap is limited to ";
        assertTrue(refused.startsWith(expected) && refused.endsWith("(-Xmx)"), refused);
        // What is in it can be looked at all the same.
        assertEquals(1, RecordingSummary.of(file()).lastTick());
    }

    @Test
    void aWorldThatDoesNotFitIsAnExceptionAndNoError() throws IOException {
        write(new Juggler().layout(), 1 << 20);
        String refused = refusedFor(RecordingException.class, () -> {
            throw new OutOfMemoryError("Java heap space");
        });
        String expected = file() + ": a world of up to 6 bodies, with room for 1048576 inputs in a tick, does not fit";
        assertTrue(refused.startsWith(expected), refused);

        Juggler large = new Juggler() {
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

    /** A million inputs would take 150 MB. */
    @Test
    void roomForInputIsMadeForNoMoreThanFitsIntoTheFile() throws IOException {
        write(new Juggler().layout(), 1 << 20);
        assertTrue(allocatedByReplay() < 5_000_000);
    }

    private long allocatedByReplay() throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(thread);
        try (Replay replay = Replay.open(file(), Juggler::new, CommandReader.NONE)) {
            assertTrue(replay.next());
        }
        return threads.getThreadAllocatedBytes(thread) - before;
    }

    @Test
    void asManyInputsInATickAsTheHeaderAllowsAreReplayed() throws IOException {
        int inputs = 20_000;
        RunSettings run = new RunSettings(Ratio.of(100), 0, inputs, 1, 1, false);
        RecordingHeader header = new RecordingHeader(run, new Juggler().layout(), "juggler", "", 0);
        try (RecordingWriter writer = RecordingWriter.create(file(), header, RecordingWriter::newFile)) {
            for (int i = 0; i < inputs; i++) {
                writer.input(true, 0, 0, 0);
            }
            writer.tick(1);
            writer.end(true, "");
        }
        int[] seen = new int[1];
        Juggler world = new Juggler() {
            @Override
            public void step(Tick tick) {
                seen[0] = tick.input().size();
            }
        };
        try (Replay replay = Replay.open(file(), () -> world, CommandReader.NONE)) {
            assertTrue(replay.next());
        }
        assertEquals(inputs, seen[0]);
    }

    @Test
    void anotherLayoutIsNamedByItsFirstDifference() throws IOException {
        StateLayout own = new Juggler().layout();
        String remedy = "; set it up as the recording's settings say";
        String start = "the simulation must have the recorded layout, but here ";
        write(StateLayout.of(7).linear("spin").stepped("tick"), 1);
        assertEquals(
                start + "6 bodies, and in the recording 7 bodies" + remedy,
                refusedFor(IllegalArgumentException.class, Juggler::new));
        write(own.linear("x".repeat(200)), 1);
        assertEquals(
                start + "linear channel 1 is missing, and in the recording linear channel 1 is \"" + "x".repeat(200)
                        + '"' + remedy,
                refusedFor(IllegalArgumentException.class, Juggler::new));
        write(StateLayout.of(Juggler.BALLS).linear("spin").stepped("gear"), 1);
        assertEquals(
                start + "stepped channel 0 is \"tick\", and in the recording stepped channel 0 is \"gear\"" + remedy,
                refusedFor(IllegalArgumentException.class, Juggler::new));
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whatIsNoRegularFileIsRefusedAtOnceAndByName() throws Exception {
        String regular = ": expected a regular file, which can be read at any place, but this is ";
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

    /** A regular file by its attributes, of which the beginning can't be read. */
    @Test
    void aFileThatCantBeReadIsNamed() {
        Path memory = Path.of("/proc/self/mem");
        assumeTrue(Files.isReadable(memory), "there is no /proc here");
        FileSystemException e = assertThrows(FileSystemException.class, () -> RecordingSummary.of(memory));
        assertTrue(e.getMessage().startsWith(memory + ": "), e.getMessage());
    }
}
