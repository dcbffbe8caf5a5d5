package io.github.freestep.benchmarks.app.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.FreePorts;
import java.io.BufferedReader;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ServerProcessTest {
    /** The system closes the pipe of a parent that was killed. */
    @Test
    void itEndsWithItsParent() throws Exception {
        Process process = ServerProcess.launch(10, FreePorts.inARow(2));
        try (BufferedReader out = process.inputReader()) {
            String line = out.readLine();
            assertTrue(line.startsWith("serving 10 bodies"), line);
            process.getOutputStream().close();
            assertTrue(process.waitFor(60, TimeUnit.SECONDS));
            assertEquals(0, process.exitValue());
        } finally {
            process.destroyForcibly();
        }
    }
}
