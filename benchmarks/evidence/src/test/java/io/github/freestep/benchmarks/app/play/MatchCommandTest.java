package io.github.freestep.benchmarks.app.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Findings;
import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.app.remote.RemoteCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 180, unit = TimeUnit.SECONDS)
class MatchCommandTest {
    private final StringWriter out = new StringWriter();

    private int run(Object command, String... args) {
        return Options.commandLine(command)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(out))
                .execute(args);
    }

    @Test
    void predictedStatesBecomeThoseOfTheMatch() {
        assertEquals(0, run(new MatchCommand(), "--seconds=1"), out::toString);
        assertTrue(out.toString().contains("predicted states the same as those of the match"), out::toString);
    }

    @Test
    void allPlayersOfALocalMatchReachTheSameStates() {
        assertEquals(0, run(new MatchCommand(), "--players=3", "--predict=0", "--seconds=2"), out::toString);
        assertTrue(out.toString().contains("passed: every promise was kept"), out::toString);
    }

    @Test
    void aWrongLinkIsRefusedWithAllNames() {
        assertEquals(2, run(new RemoteCommand(), "--link=wifi,nowhere"));
        String message = out.toString().lines().findFirst().orElseThrow();
        assertTrue(message.contains("nowhere") && message.contains("one of [mixed, burst, jitter, jitter-50"), message);
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
