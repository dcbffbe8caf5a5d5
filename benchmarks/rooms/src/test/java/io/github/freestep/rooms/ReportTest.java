package io.github.freestep.rooms;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What a node reports is written so that people find the cause. */
class ReportTest {
    @Test
    void aProblemHasItsCauses() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Report.Writer report = new Report.Writer(new PrintStream(out, true, StandardCharsets.UTF_8));
        report.problem(
                7, new IOException("could not start", new IllegalStateException("no port", new IOException("in use"))));
        assertEquals(
                "room 7: java.io.IOException: could not start; caused by java.lang.IllegalStateException: no port;"
                        + " caused by java.io.IOException: in use",
                out.toString(StandardCharsets.UTF_8).strip());
    }
}
