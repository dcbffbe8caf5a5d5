package io.github.freestep.benchmarks.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class StatusLineTest {
    private final StringWriter out = new StringWriter();

    @Test
    void figuresOverwriteEachOtherInATerminal() {
        StatusLine line = new StatusLine(new PrintWriter(out), true);
        line.figures("tick 100");
        line.figures("tick 7");
        line.figures("tick 8");
        line.end();
        line.end();
        assertEquals("\rtick 100\rtick 7  \rtick 8\n", text());
    }

    @Test
    void elsewhereEachHasALine() {
        StatusLine line = new StatusLine(new PrintWriter(out), false);
        line.figures("tick 100");
        line.figures("tick 7");
        line.end();
        assertEquals("tick 100\ntick 7\n", text());
    }

    private String text() {
        return out.toString().replace(System.lineSeparator(), "\n");
    }
}
