package io.github.freestep.benchmarks.app.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MotionCommandTest {
    @TempDir
    Path folder;

    private final StringWriter said = new StringWriter();

    @Test
    void itWritesTheDrawing() throws Exception {
        Path file = folder.resolve("motion.svg");
        assertEquals(0, run("--fps", "75", "--seed", "3", "--out", file.toString()));
        assertEquals(
                MotionDrawing.svg(List.of(LoopKind.RAW, LoopKind.FREESTEP), 75, 3, StepLoad.HEAVY),
                Files.readString(file));
        assertEquals("drawn in " + file, said.toString().strip());
    }

    @Test
    void itDrawsAHitch() throws Exception {
        Path file = folder.resolve("hitch.svg");
        assertEquals(0, run("--hitch", "--loops", "10", "--out", file.toString()));
        assertEquals(
                MotionDrawing.svg(
                        List.of(LoopKind.RAW), MotionCommand.DEFAULT_FPS, MotionCommand.DEFAULT_SEED, StepLoad.HITCH),
                Files.readString(file));
    }

    @Test
    void aDisplayThatThereIsNotIsRefused() {
        Path file = folder.resolve("motion.svg");
        assertEquals(2, run("--fps", "19", "--out", file.toString()));
        assertTrue(said.toString().startsWith("--fps must be a whole number from 20 to 1000, was 19"), said::toString);
        assertFalse(Files.exists(file));
    }

    @Test
    void aFileThatCannotBeWrittenIsRefused() {
        assertEquals(
                2, run("--out", folder.resolve("none").resolve("motion.svg").toString()));
        assertTrue(said.toString().startsWith("--out "), said::toString);
    }

    private int run(String... options) {
        PrintWriter out = new PrintWriter(said, true);
        return Options.commandLine(new MotionCommand()).setOut(out).setErr(out).execute(options);
    }
}
