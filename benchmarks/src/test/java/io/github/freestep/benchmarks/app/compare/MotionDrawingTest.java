package io.github.freestep.benchmarks.app.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class MotionDrawingTest {
    @Test
    void itIsWellFormedAndRunsNoScript() throws Exception {
        Document parsed = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(Path.of("..", ".github", "motion.svg").toFile());
        assertEquals("svg", parsed.getDocumentElement().getTagName());
        assertEquals(0, parsed.getElementsByTagName("script").getLength());
    }

    @Test
    void theFilesInTheTreeAreThoseThatTheCommandWrites() throws Exception {
        requireSame(MotionDrawing.explosion(MotionCommand.FPS, MotionCommand.SEED), "motion.svg");
        requireSame(
                List.of(LoopKind.INTERPOLATED, LoopKind.RAW, LoopKind.CLAMPED, LoopKind.DEFAULTS),
                StepLoad.HITCH,
                "hitch.svg");
        requireSame(
                List.of(LoopKind.CAPPED, LoopKind.INTERPOLATED, LoopKind.CLAMPED, LoopKind.DEFAULTS, LoopKind.FREESTEP),
                StepLoad.HEAVY,
                "loops.svg");
    }

    private static void requireSame(List<LoopKind> loops, StepLoad load, String file) throws Exception {
        requireSame(MotionDrawing.svg(loops, MotionCommand.FPS, MotionCommand.SEED, load), file);
    }

    private static void requireSame(String drawn, String file) throws Exception {
        assertEquals(
                drawn,
                Files.readString(Path.of("..", ".github", file)),
                "run the command that the README names for .github/" + file);
    }
}
