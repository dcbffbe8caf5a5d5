package io.github.freestep.benchmarks.app.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Options;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

@Timeout(value = 180, unit = TimeUnit.SECONDS)
class PlayCommandTest {
    private final StringWriter out = new StringWriter();

    private static int play(StringWriter text, String... args) {
        CommandLine command = Options.commandLine(new PlayCommand());
        command.setOut(new PrintWriter(text)).setErr(new PrintWriter(text));
        return command.execute(args);
    }

    @Test
    void allPlayersOfALocalMatchReachTheSameStates() {
        int code = play(out, "--players=3", "--seconds=2");
        assertEquals(0, code, out.toString());
        assertTrue(out.toString().contains("passed: every promise was kept"), out.toString());
    }
}
