package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class BaselineReportTest {
    private final BaselineReport report = new BaselineReport();
    private long nanos = 1_000;

    private String next(long dropped) {
        nanos += BaselineReport.PERIOD_NANOS;
        return report.next(dropped, nanos);
    }

    @Test
    void reportsWhatIsDroppedInTwoPeriodsInARow() {
        assertNull(next(7), "the first period begins");
        assertNull(next(1_007), "a receiver has joined");
        assertNull(report.next(2_007, nanos + BaselineReport.PERIOD_NANOS - 1));
        assertEquals(
                "receivers may not know all bodies: 1,500 datagrams of baselines did not fit into the link in 2 s; send"
                        + " fewer bodies or a coarser precision, or let receivers take more at a time (on Linux:"
                        + " net.core.rmem_max of 1048576 or more)",
                next(2_507));
        assertNull(next(2_507), "none were dropped");
        assertNull(next(2_508), "once");
        assertNull(next(0), "on other streams, the count begins anew");
        assertNull(next(1), "once");
    }
}
