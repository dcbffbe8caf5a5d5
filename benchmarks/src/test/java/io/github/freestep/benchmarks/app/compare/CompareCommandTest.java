package io.github.freestep.benchmarks.app.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class CompareCommandTest {
    private final StringWriter out = new StringWriter();

    @Test
    void theTablesHaveEveryLoop() {
        CommandLine command = Options.commandLine(new CompareCommand()).setOut(new PrintWriter(out));
        assertEquals(0, command.execute(), out::toString);
        List<String> lines = out.toString().lines().toList();
        for (LoopKind way : LoopKind.values()) {
            List<String> ofWay = lines.stream()
                    .filter(line -> line.startsWith("| " + way + " |"))
                    .toList();
            assertEquals(3, ofWay.size(), way + out.toString());
        }
    }
}
