package io.github.freestep.benchmarks.app.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.app.stress.StressCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

@Timeout(value = 180, unit = TimeUnit.SECONDS)
class MatchStressCommandTest {
    private final StringWriter out = new StringWriter();

    private int run(String... args) {
        CommandLine command = Options.commandLine(new StressCommand());
        command.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
        return command.execute(args);
    }

    @Test
    void predictedStatesBecomeThoseOfTheMatch() {
        assertEquals(0, run("--match", "--seconds=1"), out::toString);
        assertTrue(out.toString().contains("predicted states the same as those of the match"), out::toString);
    }
}
