package io.github.freestep.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.trace.MotionReport;
import io.github.freestep.render.trace.MotionReport.Finding;
import io.github.freestep.render.trace.log.FlightFile;
import io.github.freestep.render.trace.log.TracedLoop;
import io.github.freestep.testing.OtherProcess;
import io.github.freestep.testing.Thorough;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A game that knows nothing of Freestep, and the causes of its late frames. */
class AnyGameIT {
    private static final String GAME = PlantedGame.class.getName();

    @TempDir
    private Path folder;

    /** A busy machine may make other frames late, too, and take samples from the code that only computes. */
    @Test
    void theLinesThatMadeFramesLateAreNamed() throws Exception {
        Path file = folder.resolve("game.jfr");
        String options = "settings=profile,filename=" + file;
        boolean hasTracing = Runtime.version().feature() >= 25;
        String methods = GAME + "::swap" + (hasTracing ? ";" : ",") + GAME + "::step";
        OtherProcess process = hasTracing
                ? OtherProcess.with("-XX:StartFlightRecording:method-trace=" + methods + "," + options)
                : OtherProcess.with(
                        "-javaagent:" + System.getProperty("freestep.jar") + "=" + methods,
                        "-XX:StartFlightRecording:" + options);
        List<String> plants = process.start(PlantedGame.class)
                .lines()
                .filter(PlantedGame.KINDS::contains)
                .toList();
        assertEquals(20, plants.size(), plants::toString);

        TracedLoop loop = FlightFile.read(file).loop(GAME + "::swap", GAME + "::step");
        List<Finding> findings = MotionReport.of(loop.log).findings();
        String texts = String.join("\n", findings.stream().map(Finding::text).toList());
        for (String kind : List.of("sleep", "park", "notice", "readSocket", "collect", "step")) {
            assertTrue(named(kind, findings) > 0, () -> kind + " is not named in\n" + texts);
        }
        long right = PlantedGame.KINDS.stream()
                .mapToLong(kind -> Math.min(
                        named(kind, findings),
                        plants.stream().filter(kind::equals).count()))
                .sum();
        Thorough.print("lines of planted stutters that are named: " + right + " of " + plants.size());
        assertTrue(right >= 16, () -> "only " + right + " of " + plants + " are named in\n" + texts);
    }

    /** It contains ASM, whose licence asks for that. */
    @Test
    void theJarHasTheLicences() throws Exception {
        try (JarFile jar = new JarFile(System.getProperty("freestep.jar"))) {
            assertNotNull(jar.getEntry("META-INF/LICENSE"));
            assertNotNull(jar.getEntry("META-INF/licenses/asm.txt"));
        }
    }

    private static long named(String kind, List<Finding> findings) {
        String method = kind.equals("lock") ? "waitForHolder" : kind;
        return findings.stream()
                .filter(each -> each.text().contains("PlantedGame." + method + ", line")
                        || kind.equals("compute")
                                && each.text().contains("PlantedGame.work, line")
                                && each.cause() == MotionReport.Cause.LATE_FRAME
                        || kind.equals("step") && each.cause() == MotionReport.Cause.LONG_STEP)
                .count();
    }
}
