package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.Main;
import io.github.freestep.physics.Tick;
import io.github.freestep.testing.OtherProcess;
import io.github.freestep.tools.Walkers;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the command as a process, and checks its exit code and output. */
@Execution(ExecutionMode.CONCURRENT)
class StressProcessTest {
    @TempDir
    Path folder;

    @Test
    void refusesAnEngineWithoutItsNativeLibrary() throws Exception {
        Process process = start(
                OtherProcess.with().without(".*physx-jni-[^/\\\\]*-natives-[^/\\\\]*"),
                "stress --simulation pile --bodies 20 --seconds 1".split(" "));
        String out = text(process);
        assertEquals(2, process.waitFor(), out);
        String error = Files.readString(errors());
        assertTrue(error.startsWith("PhysX has no native library for " + System.getProperty("os.name")), error);
        assertTrue(error.contains("swarm, springs and pile2d need none"), error);
    }

    /** The run takes an hour, so the test ends only if the interrupt ends the run. */
    @ParameterizedTest
    @ValueSource(strings = {"swarm", "io.github.freestep.benchmarks.app.stress.WorldTrialTest$Oscillator"})
    void writesTheReportOfAnInterruptedRun(String world) throws Exception {
        Path report = folder.resolve("report");
        String options = "stress --seconds 3600 --simulation " + world + " --report " + report;
        Process process = start(OtherProcess.with(), options.split(" "));
        try (BufferedReader lines = process.inputReader()) {
            List<String> out = new ArrayList<>();
            String line;
            while ((line = lines.readLine()) != null && !line.matches(" *[0-9]+ s .*|trial: .*")) {
                out.add(line);
            }
            assertTrue(line != null, out::toString);
            // Process.destroy() would also close the output that is still to come.
            process.toHandle().destroy();
            while ((line = lines.readLine()) != null) {
                out.add(line);
            }
            assertEquals(130, process.waitFor(), out::toString);
        }
        String page = Files.readString(report.resolve("report.html"));
        assertTrue(page.contains("interrupted: ") && page.matches("(?s).*[1-9][0-9]* ticks[,;] .*"), page);
        assertEquals("", Files.readString(errors()));
    }

    /** In a process, so that the hanging thread does not stay in this one, and the process must end in spite of it. */
    @Test
    void namesAStepThatNeverReturnsAndEndsTheRun() throws Exception {
        Path report = folder.resolve("report");
        String options = "stress --plant hang --seconds 1 --bodies 60 --fault none --step-cost 0us --report ";
        Process process = start(OtherProcess.with(), (options + report).split(" "));
        String out = text(process);
        assertEquals(1, process.waitFor(), out);
        assertTrue(out.contains("BROKEN  fault: the service failed: ") && out.contains("did not end within"), out);
        assertTrue(out.contains("BROKEN  thread: the thread freestep-physics is left"), out);
        assertTrue(out.contains("failed: a promise was broken"), out);
        String page = Files.readString(report.resolve("report.html"));
        assertTrue(page.contains("failed: a promise was broken"), page);
        assertTrue(page.contains("not checked: the service did not end in order"), "the ledger");
        assertEquals("", Files.readString(errors()));
    }

    /** A world of the user's, whose step may do anything once. */
    public abstract static class Mine extends Walkers {
        private final Runnable act;

        Mine(Runnable act) {
            super(1);
            this.act = act;
        }

        @Override
        public void step(Tick tick) {
            if (tick.number() == 60) {
                act.run();
            }
        }
    }

    /** Ends its process, so that a shell sees the exit code of success. */
    public static final class Halting extends Mine {
        public Halting() {
            super(() -> Runtime.getRuntime().halt(0));
        }
    }

    /** Has a thread that dies. */
    public static final class Dying extends Mine {
        public Dying() {
            super(() -> new Thread(
                            () -> {
                                throw new IllegalStateException("planted");
                            },
                            "mine")
                    .start());
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Halting.class, Dying.class})
    void failsIfTheWorldEndsItsProcessOrItsThreadDies(Class<?> world) throws Exception {
        Process process = start(
                OtherProcess.with(), "stress", "--simulation", world.getName(), "--seconds", "1", "--fault", "none");
        String out = text(process);
        assertEquals(1, process.waitFor(), out);
        boolean halts = world == Halting.class;
        assertTrue(out.contains(halts ? "BROKEN  progress: the process ended with exit code 0" : DIED), out);
        assertEquals(halts, Files.readString(errors()).isEmpty(), "the stack of the exception");
    }

    private static final String DIED =
            "BROKEN  uncaught: the thread mine ended by java.lang.IllegalStateException: planted";

    private Process start(OtherProcess process, String... args) throws IOException {
        return OtherProcess.begin(process.command(Main.class, args).redirectError(errors().toFile()));
    }

    private Path errors() {
        return folder.resolve("stderr");
    }

    private static String text(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
