package io.github.freestep.benchmarks.app.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
        assertEquals(0, run("--out", file.toString()));
        assertEquals(
                MotionDrawing.svg(
                        List.of(LoopKind.RAW, LoopKind.FREESTEP),
                        MotionCommand.FPS,
                        MotionCommand.SEED,
                        StepLoad.HEAVY),
                Files.readString(file));
        assertEquals("drawn in " + file, said.toString().strip());
    }

    @Test
    void itDrawsAHitch() throws Exception {
        Path file = folder.resolve("hitch.svg");
        assertEquals(0, run("--hitch", "--loops", "10", "--out", file.toString()));
        assertEquals(
                MotionDrawing.svg(List.of(LoopKind.RAW), MotionCommand.FPS, MotionCommand.SEED, StepLoad.HITCH),
                Files.readString(file));
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
