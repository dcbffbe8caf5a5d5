package io.github.freestep.benchmarks.app.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.app.stress.StressCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class RemoteStressCommandTest {
    @Test
    void aWrongLinkIsNamedWithThoseThereAre() {
        assertTrue(refused("--link", "wifi,nowhere").contains("one of [mixed, burst, jitter, jitter-50"));
    }

    private static String refused(String option, String value) {
        StringWriter refused = new StringWriter();
        assertEquals(
                2,
                Options.commandLine(new StressCommand())
                        .setErr(new PrintWriter(refused, true))
                        .execute("--remote", option, value));
        return refused.toString();
    }
}
