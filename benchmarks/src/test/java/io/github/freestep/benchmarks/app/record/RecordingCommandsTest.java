package io.github.freestep.benchmarks.app.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.Main;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.recording.RecordingSummary;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.OtherProcess;
import io.github.freestep.tools.Commands;
import io.github.freestep.tools.Walkers;
import io.github.freestep.tools.record.InspectCommand;
import io.github.freestep.tools.record.RecordCommand;
import io.github.freestep.tools.record.ReplayCommand;
import java.io.File;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingCommandsTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private String file() {
        return folder.resolve("run").toString();
    }

    private int run(Object command, String... args) {
        return Commands.run(command, out, err, args);
    }

    private void record(String... more) {
        List<String> all = new ArrayList<>(List.of("--seconds", "3", "--bodies", "20", "--out", file()));
        all.addAll(List.of(more));
        assertEquals(0, run(new RecordCommand(), all.toArray(String[]::new)), () -> out + "" + err);
    }

    private void assertSays(String text) {
        assertTrue(out.toString().contains(text), () -> text + " is not in " + out + err);
    }

    @Test
    void inspectsAndReplaysARecording() {
        record("--seed", "-3");
        assertEquals(0, run(new InspectCommand(), file()));
        assertSays("simulation  swarm, bodies=20, seed -3");
        assertSays("length      300 ticks, 3.00 s, in 300 steps");
        assertSays("actions     1,500");
        assertSays("commands    3, and 0 without");
        assertSays("state       whole");
        assertEquals(0, run(new ReplayCommand(), "--verify", file()));
        assertSays("300 ticks were replayed; all 300 hashes match");
        assertEquals("", err.toString());
    }

    @Test
    void namesTheFirstTickThatDiffers() {
        record("--simulation", Drifting.class.getName());
        assertEquals(0, run(new ReplayCommand(), file()), out::toString);
        Drifting.fromTick = 137;
        assertEquals(1, run(new ReplayCommand(), "--verify", file()));
        assertSays("the hash of tick 137 differs from the recorded one");
    }

    @Test
    void comparesTwoRecordings() throws Exception {
        record();
        Path other = folder.resolve("other");
        Files.copy(Path.of(file()), other);
        assertEquals(0, run(new InspectCommand(), file(), other.toString()), () -> out + "" + err);
        assertSays("difference  none");
        Files.delete(Path.of(file()));
        record("--seed", "7");
        assertEquals(1, run(new InspectCommand(), file(), other.toString()));
        assertSays("difference  at tick 1: ");
        String notes =
                Files.writeString(folder.resolve("notes"), "no recording").toString();
        assertEquals(2, run(new InspectCommand(), notes, file()));
        assertTrue(err.toString().startsWith(notes + ": this is not a recording"), err::toString);
        Files.delete(other);
        assertEquals(2, run(new InspectCommand(), file(), other.toString()));
        assertTrue(err.toString().contains(other + " cannot be read: there is no such file"), err::toString);
    }

    @AfterEach
    void standStill() {
        Drifting.fromTick = Long.MAX_VALUE;
        Drifting.failingTick = -1;
    }

    @Test
    void recordsAFailedRunAndSaysSo() throws Exception {
        Drifting.failingTick = 12;
        String[] args = {"--seconds", "60", "--simulation", Drifting.class.getName(), "--out", file()};
        assertEquals(1, run(new RecordCommand(), args));
        assertSays("incomplete: the step of tick 12 failed");
        assertEquals(12, RecordingSummary.of(Path.of(file())).lastTick());
        assertEquals("", err.toString());
    }

    /** One body that moves to a different place from a given tick on. */
    public static class Drifting extends Walkers {
        static volatile long fromTick = Long.MAX_VALUE;
        static volatile long failingTick = -1;

        public Drifting() {
            super(1);
        }

        @Override
        public void step(Tick tick) {
            if (tick.number() == failingTick) {
                throw new IllegalStateException("out of road");
            }
            x += tick.input().axis(0) + (tick.number() >= fromTick ? 1 : 0);
        }
    }

    @Test
    void overwritesNoFile() throws Exception {
        Files.writeString(Path.of(file()), "precious");
        assertEquals(2, run(new RecordCommand(), "--seconds", "1", "--out", file()));
        assertTrue(err.toString().contains("already exists"), err::toString);
        assertArrayEquals("precious".getBytes(StandardCharsets.UTF_8), Files.readAllBytes(Path.of(file())));
        assertEquals(
                2, run(new RecordCommand(), "--out", folder.resolve("none/run").toString()));
    }

    @Test
    void anInterruptLeavesAWholeRecording() throws Exception {
        String[] command = ("record --seconds 86400 --bodies 5 --out " + file()).split(" ");
        Process process = OtherProcess.begin(
                OtherProcess.with().command(Main.class, command).redirectErrorStream(true));
        try {
            // The size of a file that does not exist is 0.
            Await.until(() -> !process.isAlive() || new File(file()).length() >= 1_000);
            // Process.destroy() would also close the output of the process.
            process.toHandle().destroy();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(130, process.waitFor(), text);
            RecordingSummary summary = RecordingSummary.of(Path.of(file()));
            assertTrue(summary.isComplete() && summary.lastTick() > 10, () -> summary + text);
        } finally {
            process.destroyForcibly();
        }
    }
}
