package io.github.freestep.benchmarks.app.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.SequencerServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
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
        assertTrue(out.toString().contains("PASS 3 players"), out.toString());
    }

    @Test
    void aSecondWorldOfEachPlayerRunsAhead() {
        int code = play(out, "--seconds=3", "--predict=8", "--link=60ms,5%");
        assertEquals(0, code, out.toString());
        assertTrue(
                Pattern.compile("[1-8] of [1-8] ticks ahead, [1-9]\\d* corrections, the last by \\d+\\.\\d*[1-9]")
                        .matcher(out.toString())
                        .find(),
                out.toString());
    }

    @Test
    void aPlayerWhoseMatchHasNotBegunHasAProblem() {
        MatchSettings match = JoltPlay.match(2);
        try (SequencerServer server = SequencerServer.start(match);
                Player alone = new Player(match, server.connectLocal(), 0, 0)) {
            assertTrue(alone.problem().startsWith("no state was compared"), alone.problem());
        }
    }
}
