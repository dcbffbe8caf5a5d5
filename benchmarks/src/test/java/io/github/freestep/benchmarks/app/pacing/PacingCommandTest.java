package io.github.freestep.benchmarks.app.pacing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Commands;
import java.io.IOException;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class PacingCommandTest {
    /** On a busy machine, no tick may begin in the moment for which a row runs. */
    private static final String MEASURED =
            "(( +[0-9.]+ [num]?s){2} .* to .* [0-9.]+ %| is skipped( in round 1)?: no tick began .*)";

    private final StringWriter out = new StringWriter();

    @Test
    void aShortRunPrintsTheTable() {
        assertEquals(0, run("--seconds=1", "--rounds=1"), out::toString);
        assertHas("freestep" + MEASURED);
        assertHas("freestep step" + MEASURED);
        assertHas("park" + MEASURED);
        assertHas("park and spin" + MEASURED);
        assertHas("cyclictest( .*-| is skipped: .*)");
    }

    @Test
    void manyServicesAreComparedWithSteppersByHand() {
        assertEquals(0, run("--services=20", "--rate=50", "--seconds=2", "--rounds=1"), out::toString);
        assertHas("group" + MEASURED);
        assertHas("by hand" + MEASURED);
    }

    @Test
    void skippedRowsAreNotCompared() {
        // A second of the test is too short for a tick at this rate. The warm-up has a higher one.
        assertEquals(0, run("--rate=1", "--seconds=1", "--rounds=1"), out::toString);
        assertHas("park is skipped in round 1: no tick began .*");
    }

    /** Cyclictest itself would run for ever. */
    @Test
    void cyclictestIsNotStartedForNoTick() {
        IOException e = assertThrows(IOException.class, () -> new Cyclictest(0).run(1, 0));
        assertTrue(e.getMessage().startsWith("no tick began"), e::getMessage);
    }

    @Test
    void wakeUpsBeyondTheHistogramCountAsTheLatest() throws IOException {
        String printed = "000001 2\n000003 1\n# Max Latencies: 25000\n# Histogram Overflows: 1\n";
        assertEquals(4, Cyclictest.parse(printed).length);
        assertEquals(new Lateness(1_000, 25_000_000, 0), Lateness.of(Cyclictest.parse(printed), 0));
        assertThrows(IOException.class, () -> Cyclictest.parse("nothing"));
    }

    private void assertHas(String line) {
        assertTrue(out.toString().lines().anyMatch(each -> each.matches(line)), () -> line + " in " + out);
    }

    private int run(String... args) {
        PacingCommand pacing = new PacingCommand();
        pacing.secondMillis = 100;
        return Commands.run(pacing, out, out, args);
    }
}
