package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LossReportTest {
    private static final long PERIOD = LossReport.PERIOD_NANOS;

    private long arrived = 7_000;
    private long lost = 5_000;
    private int passed;
    private long nanos = 1_000;
    private final LossReport report = new LossReport(arrived, lost, nanos);

    private String next(long arrives, long isLost) {
        arrived += arrives;
        lost += isLost;
        nanos += PERIOD;
        return report.next(arrived, lost, passed, nanos);
    }

    @Test
    void namesTheLossAndWhatTheLinkMustCarry() {
        assertFalse(report.isDue(1_000 + PERIOD - 1));
        assertTrue(report.isDue(1_000 + PERIOD));
        assertNull(next(1_000, 9_000), "a pause loses much once");
        assertEquals(
                "the link loses 40 % of the states: it must carry about 2,000 kbit/s, and 1,200 kbit/s arrive;"
                        + " send fewer states per second, fewer bodies or a coarser precision",
                next(300_000, 200_000));
    }

    @Test
    void namesAPathThatDropsLargePackets() {
        next(1_000, 9_000);
        passed = 700;
        assertTrue(next(1_000, 9_000)
                .startsWith("the path drops large packets: of the states, 90 % are lost, and no"
                        + " packet of more than 700 bytes arrives; let the path carry"));
    }

    @Test
    void aSmallLossIsNotReported() {
        assertNull(next(9_000, 1_000));
        assertTrue(next(9_000, 1_000).startsWith("the link loses 10 %"));
        assertNull(next(9_010, 990));
        assertNull(next(9_000, 1_000));
        assertNull(next(0, 0), "nothing was sent");
        next(500, 990);
        assertNull(next(500, 990), "little was sent");
    }

    @Test
    void theLossIsThatOfTheLastPeriod() {
        assertTrue(report.perMille < 0, "the first period begins");
        next(997, 3);
        assertEquals(3, report.perMille);
        next(0, 0);
        assertEquals(3, report.perMille, "nothing was sent");
        next(0, 5);
        assertEquals(1_000, report.perMille);
    }
}
