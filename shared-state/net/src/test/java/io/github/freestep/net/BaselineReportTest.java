package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class BaselineReportTest {
    private final BaselineReport report = new BaselineReport();
    private long nanos = 1_000;
    private long taken = 40;
    private long dropped = 7;

    /** Ends a period. */
    private String next(long takes, long drops) {
        nanos += BaselineReport.PERIOD_NANOS;
        taken += takes;
        dropped += drops;
        return report.next(taken, dropped, nanos);
    }

    @Test
    void reportsWhatIsDroppedInThreePeriodsInARow() {
        assertNull(next(100, 100), "the first period begins");
        assertNull(next(100, 1_000), "a receiver has joined");
        assertNull(next(100, 1_000));
        assertNull(report.next(taken + 1, dropped + 1, nanos + BaselineReport.PERIOD_NANOS - 1));
        assertEquals(
                "receivers may not know all bodies: 1,500 datagrams of baselines were dropped in 2 s, because receivers"
                        + " acknowledged too few; send fewer bodies or a coarser precision, or allow receivers longer"
                        + " socket buffers (on Linux: net.core.rmem_max of 2097152)",
                next(1, 1_500));
        assertNull(next(100, 0), "none were dropped");
        assertNull(next(100, 1), "once");
        assertNull(next(100, 1), "twice");
    }

    @Test
    void aReceiverThatVanishesIsNoSceneThatIsTooLarge() {
        next(100, 0);
        next(100, 100);
        assertNull(next(50, 500), "the queue gets full");
        assertNull(next(0, 1_000));
        assertNull(next(0, 1_000));
        taken = 0;
        dropped = 0;
        assertNull(next(0, 0), "the streams are others");
        assertNull(next(100, 100), "another receiver joins");
        assertNull(next(100, 100));
    }
}
