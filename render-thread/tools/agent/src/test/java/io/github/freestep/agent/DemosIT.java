package io.github.freestep.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.github.freestep.render.trace.MotionReport;
import io.github.freestep.render.trace.MotionReport.Cause;
import io.github.freestep.render.trace.MotionReport.Finding;
import io.github.freestep.render.trace.log.FlightFile;
import io.github.freestep.testing.OtherProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Programs that others wrote, with twenty stutters of ten kinds, and the lines that are named for them. They took 63
 * seconds on two cores with a load of 8, and 157 with one of 20: only with {@code -Dthorough}. The continuous
 * integration does so only with JDK 17, so the recorder's own events of methods, which JDK 25 and newer have in place
 * of the agent, are tried only if this test is run by hand with such a JDK.
 */
@EnabledIfSystemProperty(named = "thorough", matches = ".*")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "a file that makes a read wait is a pipe with a name")
class DemosIT {
    /** What the finding of each kind must say. Sorting and allocating may take most of a frame, or its collections. */
    private static final Map<String, String> SAID = Map.of(
            "sleep", " slept for ",
            "park", " waited for ",
            "join", " waited in Object.wait() for ",
            "lock", " waited for a lock of the thread ",
            "file", " read the file ",
            "socket", " read from a socket for ",
            "sort", " samples, the thread was in ",
            "garbage", " samples, ",
            "collect", "; System.gc() ran for ",
            "step", " took ");

    private static final String RECORDING = "-XX:StartFlightRecording:";

    /** Other collectors have threads of their own, which would need processors beside the program. */
    private static final String COLLECTOR = "-XX:+UseSerialGC";

    private static final String HEAP = "-Xmx1g";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(Demo.class)
    void theLinesThatMadeFramesLateAreNamed(Demo demo) throws Exception {
        Path file = folder.resolve("demo.jfr");
        Path pipe = folder.resolve("pipe");
        OtherProcess.output(new ProcessBuilder("mkfifo", pipe.toString()), line -> false);
        String options = "settings=profile,filename=" + file;
        boolean hasTracing = Runtime.version().feature() >= 25;
        String methods = demo.swap() + (hasTracing ? ";" : ",") + demo.step();
        OtherProcess process = hasTracing
                ? OtherProcess.with(HEAP, COLLECTOR, RECORDING + "method-trace=" + methods + "," + options)
                : OtherProcess.with(
                        HEAP,
                        COLLECTOR,
                        "-javaagent:" + System.getProperty("freestep.jar") + "=" + methods,
                        RECORDING + options);
        // ODE prints how to use its demos to stderr.
        List<String> lines = process.ignoring(line -> true)
                .start(Demo.class, demo.name(), pipe.toString())
                .lines()
                .toList();
        List<String> plants = lines.stream().filter(Stutters.KINDS::contains).toList();
        assumeFalse(lines.contains(Stutters.TOO_BUSY), () -> "the machine was too busy for more than " + plants);
        assertEquals(20, plants.size(), plants::toString);
        List<Finding> findings = MotionReport.of(FlightFile.read(file).loop(demo.swap(), demo.step()).log)
                .findings();
        List<String> missed = new ArrayList<>();
        for (String kind : Stutters.KINDS) {
            int planted = Collections.frequency(plants, kind);
            long named =
                    findings.stream().filter(each -> isOf(kind, demo, each)).count();
            missed.addAll(Collections.nCopies((int) Math.max(0, planted - named), kind));
        }
        System.out.println(demo + ": " + (20 - missed.size()) + " of 20 planted lines are named; not named: " + missed);
        assertTrue(
                missed.size() <= 2,
                () -> missed + " are not named in\n"
                        + String.join("\n", findings.stream().map(Finding::text).toList()));
    }

    private static boolean isOf(String kind, Demo demo, Finding finding) {
        String type = kind.equals("step") ? demo.stepType : demo.type;
        String method = kind.equals("step") ? demo.stepMethod : demo.method;
        int line = Stutters.FIRST_LINE + Stutters.KINDS.indexOf(kind);
        return finding.text().contains(SAID.get(kind))
                && finding.text().split("; meanwhile")[0].contains(type + "." + method + ", line " + line)
                && (finding.cause() == Cause.LONG_STEP) == kind.equals("step");
    }
}
