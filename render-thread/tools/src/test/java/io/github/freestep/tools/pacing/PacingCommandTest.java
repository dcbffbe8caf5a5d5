package io.github.freestep.tools.pacing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.tools.Commands;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class PacingCommandTest {
    /** On a busy machine, no tick may begin in the moment for which a row runs. */
    private static final String MEASURED =
            "(( +[0-9.]+ [num]?s){2} .* to .* [0-9.]+ %| is skipped( in round 1)?: no tick began .*)";

    private final StringWriter out = new StringWriter();

    @Test
    void aShortRunPrintsTheTable() {
        assertEquals(0, run(100, "--seconds=1", "--rounds=1"), out::toString);
        assertHas("freestep" + MEASURED);
        assertHas("freestep step" + MEASURED);
        assertHas("park" + MEASURED);
        assertHas("park and spin" + MEASURED);
    }

    @Test
    void skippedRowsAreNotCompared() {
        // A second of the test is too short for a tick at 100 Hz. The warm-up has a higher rate.
        assertEquals(0, run(5, "--seconds=1", "--rounds=1"), out::toString);
        assertHas("park is skipped in round 1: no tick began .*");
    }

    private void assertHas(String line) {
        assertTrue(out.toString().lines().anyMatch(each -> each.matches(line)), () -> line + " in " + out);
    }

    private int run(int secondMillis, String... args) {
        PacingCommand pacing = new PacingCommand();
        pacing.secondMillis = secondMillis;
        return Commands.run(pacing, out, out, args);
    }
}
