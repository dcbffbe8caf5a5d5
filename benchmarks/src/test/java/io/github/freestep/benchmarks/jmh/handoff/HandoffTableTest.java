package io.github.freestep.benchmarks.jmh.handoff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.options.TimeValue;

class HandoffTableTest {
    /** One interruption changes a mean, and no median. */
    @Test
    void aRowHasMediansAndTheirRange() {
        HandoffTable table = new HandoffTable();
        for (double nanos : new double[] {7_000, 5_000, 4_000_000}) {
            for (String figure : List.of("publish", "p50", "p99")) {
                table.add(HandoffWay.FREESTEP, figure, nanos);
            }
        }
        String row = table.toString().lines().skip(1).findFirst().orElseThrow();
        String figure = " +7.00 us \\(5.00 us to 4.00 ms\\)";
        assertTrue(row.matches("FREESTEP" + figure + figure + figure), row);
    }

    @Test
    void aRoundMeasuresEachWay() throws Exception {
        HandoffTable table = new HandoffTable();
        table.round(options -> options.param("bodies", "2")
                .forks(0)
                .warmupIterations(0)
                .measurementTime(TimeValue.milliseconds(20))
                .shouldFailOnError(true));
        assertEquals(1 + HandoffWay.values().length, table.toString().lines().count(), table::toString);
    }
}
