package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkReportsTest {
    private static final long MILLI = 1_000_000;
    private static final int MICROS = 1_000;

    private final LinkReports reports = new LinkReports();
    private long nowNanos;
    private int seen;
    private int arrived;

    /** Makes the first report, which only begins a sample. */
    private void begin() {
        assertFalse(reports.heard(nowNanos, seen, arrived, 0));
    }

    /** Makes a report after a tenth of a second. */
    private boolean heard(int sent, int came, int lateMicros) {
        return heardAfter(100, sent, came, lateMicros);
    }

    private boolean heardAfter(long millis, int sent, int came, int lateMicros) {
        nowNanos += millis * MILLI;
        seen += sent;
        arrived += came;
        return reports.heard(nowNanos, seen, arrived, lateMicros);
    }

    @Test
    void reportsWithinEightyMillisecondsMakeOneSample() {
        begin();
        assertFalse(heardAfter(50, 500, 400, 7_000));
        assertFalse(heardAfter(29, 200, 100, 3_000));
        assertTrue(heardAfter(1, 300, 100, 9_000));
        assertEquals(3 * MILLI, reports.queueNanos(), "the least late piece");
        assertTrue(heardAfter(80, 1_000, 1_000, 5_000));
        assertEquals(5 * MILLI, reports.queueNanos());
        assertTrue(heardAfter(80, 1_000, 1_000, 4_000));
        assertEquals(2_600 / 0.24, reports.carriedBytesPerSecond(), 1e-6);
        assertEquals(2_000 / 0.16, reports.newestCarriedBytesPerSecond(), 1e-6);
    }

    @Test
    void countersMayOverflowButNotGoBack() {
        seen = Integer.MAX_VALUE - 10;
        arrived = Integer.MAX_VALUE - 20;
        begin();
        assertTrue(heard(100, 90, 0));
        assertTrue(heard(0, 0, 0));
        assertFalse(heard(-1, 0, 0));
        assertTrue(heard(100, 90, 0));
        assertFalse(heard(0, -1, 0));
    }

    @ParameterizedTest
    @CsvSource({
        "26, 26, 26, true",
        "25, 26, 26, false",
        "26, 25, 26, false",
        "26, 26, 25, false",
        "0, 101, 101, true",
        "0, 100, 101, false",
        "0, 101, 100, false",
    })
    void aQueueDelaysAllOfTheNewestSamples(int first, int second, int third, boolean isQueue) {
        begin();
        heard(100, 100, 0);
        heard(100, 100, first * MICROS);
        heard(100, 100, second * MICROS);
        heard(100, 100, third * MICROS);
        assertEquals(isQueue, reports.hasQueue());
        assertEquals(isQueue, reports.isFull());
        assertEquals(isQueue && second > 100, reports.hasLongQueue());
        assertEquals(Math.min(first, Math.min(second, third)) * MILLI, reports.leastLate());
    }

    /** A few bytes show no loss. */
    @ParameterizedTest
    @CsvSource({
        "2399, 0, false",
        "2400, 0, true",
        "10000, 8500, true",
        "10000, 8501, false",
        "10000, 10001, false",
    })
    void aLinkThatLosesFifteenPercentIsFull(int sent, int came, boolean isFull) {
        begin();
        for (int i = 0; i < 10; i++) {
            heard(sent, came, 0);
        }
        assertEquals(sent >= 2_400, reports.hasLoss());
        assertEquals(isFull, reports.isFull());
        assertTrue(reports.loss() >= 0);
    }
}
