package io.github.freestep.benchmarks.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private static final long SECOND = 1_000_000_000;

    private final StringWriter out = new StringWriter();
    private long nowNanos = 5 * SECOND;

    private Progress progress(boolean terminal, long total) {
        return new Progress(new PrintWriter(out), terminal, () -> nowNanos, "tick", total);
    }

    @Test
    void aBarSaysHowFarTheWorkIsAndHowLongItWillTake() {
        Progress progress = progress(true, 1_000);
        nowNanos += SECOND - 1;
        progress.at(4);
        assertEquals("", out.toString(), "short work shows nothing");
        nowNanos += 1;
        progress.at(5);
        progress.at(6);
        assertEquals(bar(0, "  0 %  tick 5 of 1,000  3 min 19 s left"), out.toString(), "at most 10 times a second");
        out.getBuffer().setLength(0);
        nowNanos += SECOND;
        progress.at(500);
        // What is left of the line before is overwritten.
        assertEquals(bar(20, " 50 %  tick 500 of 1,000  2 s left") + " ".repeat(5), out.toString());
        out.getBuffer().setLength(0);
        nowNanos += SECOND;
        progress.at(1_001);
        assertEquals(bar(40, "100 %  tick 1,000 of 1,000  0 s left"), out.toString());
    }

    @Test
    void aBarThatIsRemovedLeavesNothing() {
        Progress progress = progress(true, 2);
        nowNanos += SECOND;
        progress.at(0);
        String drawn = bar(0, "  0 %  tick 0 of 2");
        progress.clear();
        progress.clear();
        assertEquals(drawn + "\r" + " ".repeat(drawn.length() - 1) + "\r", out.toString());
    }

    @Test
    void nothingIsPrintedWithoutATerminal() {
        Progress progress = progress(false, 2);
        nowNanos += 100 * SECOND;
        progress.at(1);
        progress.clear();
        assertEquals("", out.toString());
    }

    private static String bar(int filled, String text) {
        return "\r[" + "#".repeat(filled) + ".".repeat(40 - filled) + "] " + text;
    }
}
