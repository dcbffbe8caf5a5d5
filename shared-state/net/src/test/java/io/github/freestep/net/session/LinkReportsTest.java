package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
    void aSampleBeginsAnewAfterASecondOfSilence() {
        begin();
        assertTrue(heardAfter(999, 100, 100, 0));
        assertFalse(heardAfter(1_000, 100, 100, 0));
        assertTrue(heardAfter(999, 100, 100, 0));
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

    @Test
    void aSampleInWhichNothingCameHasTheDelayOfTheSampleBefore() {
        begin();
        heard(100, 100, 8 * MICROS);
        heard(100, 0, -1);
        assertEquals(8 * MILLI, reports.queueNanos());
        heard(100, 100, 2 * MICROS);
        assertEquals(2 * MILLI, reports.queueNanos());
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

    @Test
    void aQueueTakesThreeSamplesAndALongOneTwo() {
        begin();
        heard(100, 100, 200 * MICROS);
        assertFalse(reports.hasQueue());
        heard(100, 100, 60 * MICROS);
        assertFalse(reports.hasQueue());
        assertFalse(reports.isComplete());
        heard(100, 100, 60 * MICROS);
        assertTrue(reports.isComplete());
        assertTrue(reports.hasQueue());
        reports.restart();
        assertFalse(reports.isComplete());
        assertFalse(reports.hasQueue());
        heard(100, 100, 101 * MICROS);
        assertFalse(reports.hasLongQueue());
        heard(100, 100, 101 * MICROS);
        assertTrue(reports.hasLongQueue());
    }

    /** The samples still count for what comes later. */
    @Test
    void theSamplesAfterACutAreNotJudged() {
        begin();
        reports.restartAfter(2);
        assertFalse(heard(100, 100, 60 * MICROS));
        assertFalse(heard(100, 100, 60 * MICROS));
        assertTrue(heard(100, 100, 60 * MICROS));
        assertFalse(reports.isComplete());
        assertTrue(heard(100, 100, 60 * MICROS));
        assertTrue(heard(100, 100, 60 * MICROS));
        assertTrue(reports.isComplete());
    }

    @Test
    void theLinksOwnDelayIsNoQueue() {
        begin();
        heard(100, 100, 70 * MICROS);
        heard(100, 100, 60 * MICROS);
        heard(100, 100, 65 * MICROS);
        reports.ownLeastLate();
        assertFalse(reports.hasQueue());
        assertEquals(5 * MILLI, reports.queueNanos());
        for (int i = 0; i < 3; i++) {
            heard(100, 100, 86 * MICROS);
        }
        assertTrue(reports.hasQueue());
        heard(100, 100, 161 * MICROS);
        assertFalse(reports.hasLongQueue());
        heard(100, 100, 161 * MICROS);
        assertTrue(reports.hasLongQueue());
        heard(100, 100, 50 * MICROS);
        assertEquals(0, reports.queueNanos(), "the way has become shorter");
    }

    @Test
    void aLossIsOfASecondAndOfEnoughBytes() {
        begin();
        for (int i = 1; i < 10; i++) {
            heard(10_000, 8_000, 0);
            assertFalse(reports.hasLoss(), "after " + i + " samples");
        }
        heard(10_000, 8_000, 0);
        assertTrue(reports.hasLoss());
        assertEquals(0.2, reports.loss(), 1e-9);
        assertTrue(reports.isFull());
        assertFalse(reports.hasQueue());
        reports.endLoss();
        assertFalse(reports.hasLoss());
        assertFalse(reports.isFull());
    }

    @ParameterizedTest
    @ValueSource(ints = {2_399, 2_400})
    void aFewBytesShowNoLoss(int bytes) {
        begin();
        for (int i = 0; i < 10; i++) {
            heard(bytes, 0, 0);
        }
        assertEquals(bytes == 2_400, reports.hasLoss());
        assertEquals(bytes == 2_400, reports.isFull());
    }

    @ParameterizedTest
    @CsvSource({"8500, true", "8501, false", "10000, false", "10001, false"})
    void aLinkThatLosesFifteenPercentIsFull(int came, boolean isFull) {
        begin();
        for (int i = 0; i < 10; i++) {
            heard(10_000, came, 0);
        }
        assertEquals(isFull, reports.isFull());
        assertTrue(reports.loss() >= 0);
    }

    @Test
    void theLinksOwnLossIsNoSignOfAFullLink() {
        begin();
        lose(2_000);
        assertTrue(reports.isFull());
        reports.ownLoss();
        assertFalse(reports.isFull());
        reports.endLoss();
        lose(3_400);
        assertFalse(reports.isFull());
        reports.endLoss();
        lose(3_500);
        assertTrue(reports.isFull());
        reports.endLoss();
        lose(0);
        reports.endLoss();
        lose(1_500);
        assertTrue(reports.isFull(), "the link has become better, and worse again");
    }

    /** Loses this many of 10,000 bytes for a second. */
    private void lose(int bytes) {
        for (int i = 0; i < 10; i++) {
            heard(10_000, 10_000 - bytes, 0);
        }
    }

    /** A link carries what it loses by itself, too. */
    @Test
    void whatTheLinkLosesByItselfWasCarried() {
        begin();
        lose(2_000);
        assertEquals(80_000, reports.carriedBytesPerSecond(), 1e-6);
        assertFalse(reports.carries(0.81));
        reports.ownLoss();
        assertEquals(100_000, reports.carriedBytesPerSecond(), 1e-6);
        assertEquals(100_000, reports.newestCarriedBytesPerSecond(), 1e-6);
        assertTrue(reports.carries(0.99));
        for (int i = 0; i < 3; i++) {
            heard(10_000, 10_000, 0);
        }
        assertEquals(100_000, reports.carriedBytesPerSecond(), 1e-6, "no more than was sent, if the loss has ended");
        reports.endLoss();
        lose(10_000);
        reports.ownLoss();
        assertEquals(0, reports.carriedBytesPerSecond(), 0, "no more than 80 % of the loss is the link's own");
    }

    @Test
    void aPartOfWhatWasSentArrives() {
        begin();
        for (int i = 0; i < 3; i++) {
            heard(1_000, 850, 0);
        }
        assertTrue(reports.carries(0.85));
        assertFalse(reports.carries(0.851));
    }
}
