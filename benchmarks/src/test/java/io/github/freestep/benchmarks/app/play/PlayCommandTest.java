package io.github.freestep.benchmarks.app.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.app.remote.FreePort;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class PlayCommandTest {
    private final StringWriter out = new StringWriter();

    private int play(StringWriter text, String... args) {
        CommandLine command = Options.commandLine(new PlayCommand());
        command.setOut(new PrintWriter(text)).setErr(new PrintWriter(text));
        return command.execute(args);
    }

    @Test
    void allPlayersOfALocalMatchReachTheSameStates() {
        int code = play(out, "--players=3", "--local", "--headless", "--boxes=20", "--seconds=2");
        assertEquals(0, code, out.toString());
        assertTrue(out.toString().contains("PASS 3 players"), out.toString());
    }

    @Test
    void aPlayerJoinsAHostOverTheNetwork() throws IOException, InterruptedException {
        String port = "--port=" + FreePort.find();
        StringWriter joined = new StringWriter();
        int[] code = {-1};
        Thread other = new Thread(
                () -> code[0] = play(joined, "--join=127.0.0.1", port, "--boxes=10", "--headless", "--seconds=40"));
        other.start();
        assertEquals(0, play(out, "--host=127.0.0.1", port, "--boxes=10", "--headless", "--seconds=5"), out.toString());
        other.join();
        assertEquals(0, code[0], joined.toString());
        assertTrue(joined.toString().contains("PASS 2 players"), joined.toString());
    }

    @Test
    void aMatchThatDoesNotBeginFails() {
        assertEquals(1, play(out, "--host=127.0.0.1", "--port=" + 20_931, "--headless", "--seconds=1"), out.toString());
        assertTrue(out.toString().contains("no state was compared"), out.toString());
    }

    @Test
    void exactlyOneKindOfMatchMustBeChosen() {
        assertEquals(2, play(out));
        assertEquals(2, play(out, "--local", "--join=127.0.0.1"));
        assertEquals(2, play(out, "--local", "--cluster"));
        assertTrue(out.toString().contains("exactly one of --local"), out.toString());
    }
}
