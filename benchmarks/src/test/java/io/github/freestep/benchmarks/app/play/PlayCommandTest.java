package io.github.freestep.benchmarks.app.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Findings;
import io.github.freestep.benchmarks.app.Options;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

@Timeout(value = 180, unit = TimeUnit.SECONDS)
class PlayCommandTest {
    private final StringWriter out = new StringWriter();

    @Test
    void allPlayersOfALocalMatchReachTheSameStates() {
        CommandLine command = Options.commandLine(new PlayCommand());
        command.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
        assertEquals(0, command.execute("--players=3", "--seconds=2"), out::toString);
        assertTrue(out.toString().contains("passed: every promise was kept"), out::toString);
    }

    /** The first states are compared more than a second after the match has begun. */
    @Test
    void theTimeBeginsOnceStatesAreCompared() throws IOException {
        Findings slow = run(new MatchRun(2, 0, "2000ms", 1, 1, new PrintWriter(out)), false);
        assertEquals(List.of(), slow.violations());
        assertTrue(slow.summary().matches("[0-9,]+ ticks, all states the same up to tick [0-9,]+"), slow::summary);
        MatchRun early = new MatchRun(2, 0, null, 1, 1, new PrintWriter(out));
        early.stop();
        assertEquals("0 ticks", run(early, true).summary());
    }

    private static Findings run(MatchRun match, boolean interrupted) throws IOException {
        match.run();
        return match.outcome(interrupted);
    }
}
