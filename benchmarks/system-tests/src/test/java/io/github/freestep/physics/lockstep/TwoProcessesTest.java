package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.freestep.physics.lockstep.PeerProcess.Outcome;
import io.github.freestep.testing.OtherJdk;
import io.github.freestep.testing.OtherProcess;
import io.github.freestep.time.Ratio;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs this JVM in lockstep with a second one, which runs at time scale 1/2. This JVM compiles its code. */
class TwoProcessesTest {
    private static final long TICKS = 600;
    private static final long MILLIS = 120_000;

    @TempDir
    Path folder;

    @Test
    void theInterpreterReachesTheSameStates() throws Exception {
        assertSame("the interpreter", OtherProcess.with("-Xint"));
    }

    @Test
    void anotherJdkReachesTheSameStates() throws Exception {
        Path own = Path.of(System.getProperty("java.home")).toRealPath();
        Optional<Path> other = OtherJdk.find(own);
        assumeTrue(other.isPresent(), () -> "no JDK from 17 on, of another version than " + own + ", was found");
        assertSame(other.get().toString(), OtherProcess.with().on(other.get()));
    }

    @Test
    void bothSidesFindASingleFlippedInputBitAtItsTick() throws Exception {
        long flawedTick = 77;
        String found = run("a flawed peer", OtherProcess.with(), flawedTick);
        assertEquals("different at tick " + flawedTick, found);
    }

    private void assertSame(String name, OtherProcess other) throws Exception {
        assertEquals("the same for " + TICKS + " ticks", run(name, other, Mesh.NO_FLAW));
    }

    /** Runs both processes, requires equal results, and returns the result. */
    private String run(String name, OtherProcess other, long flawedTick) throws Exception {
        Path errors = folder.resolve("stderr");
        Process process = other.command(PeerProcess.class, Long.toString(TICKS), Long.toString(flawedTick))
                .redirectError(errors.toFile())
                .start();
        Outcome outcome;
        boolean ends;
        try {
            outcome = PeerProcess.run(
                    0, process.getInputStream(), process.getOutputStream(), TICKS, Mesh.NO_FLAW, Ratio.ONE, MILLIS);
            ends = outcome.heard() != null && process.waitFor(MILLIS, TimeUnit.MILLISECONDS);
        } finally {
            process.destroyForcibly();
        }
        assertEquals("", Files.readString(errors), name);
        assertTrue(ends, () -> name + " did not finish within " + MILLIS + " ms: " + outcome);
        assertEquals(outcome.found(), outcome.heard(), () -> name + ": " + outcome);
        assertEquals(0, process.exitValue(), name);
        return outcome.found();
    }
}
