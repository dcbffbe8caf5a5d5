package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reports that are made up, ten per second. FullLinkTest of the render-thread module has simulated links. */
class LinkRateTest {
    private static final long MILLI = 1_000_000;
    private static final double ALL = Double.POSITIVE_INFINITY;

    private final LinkRate rate = new LinkRate();
    private boolean overloaded;
    private long nowNanos;
    private int seen;
    private int arrived;

    LinkRateTest() {
        rate.heard(nowNanos, 0, 0, 0, false);
    }

    /** Makes n reports. Each adds the same numbers of bytes. */
    private void heard(int n, int sent, int came, int lateMillis) {
        for (int i = 0; i < n; i++) {
            nowNanos += 100 * MILLI;
            seen += sent;
            arrived += came;
            rate.heard(nowNanos, seen, arrived, 1_000 * lateMillis, overloaded);
        }
    }

    private void assertRate(double bytesPerSecond) {
        assertEquals(bytesPerSecond, rate.bytesPerSecond(), 1e-6);
    }

    /** Cuts the rate because of a queue of 50 ms, while 100,000 bytes per second arrive. */
    private void cut() {
        heard(3, 12_000, 10_000, 50);
        assertRate(85_000);
    }

    /** Cuts the rate, empties the queue, and holds until the rate is probed. */
    private void probe() {
        cut();
        heard(3, 8_500, 8_500, 15);
        heard(16, 8_500, 8_500, 0);
        assertTrue(rate.isHeld() && !rate.isProbing());
        heard(1, 8_500, 8_500, 0);
        assertTrue(rate.isProbing() && !rate.isHeld());
        assertRate(85_000);
        assertEquals(85_000, rate.provedBytesPerSecond());
    }

    @Test
    void aLinkThatCarriesEverythingHasNoRate() {
        heard(100, 12_000, 12_000, 24);
        assertRate(ALL);
        assertFalse(rate.isProbing());
    }

    /** A queue that was just found to be long is made empty faster. What arrives is that of the newest two samples. */
    @Test
    void aLongQueueCutsMoreUntilItIsEmpty() {
        heard(1, 40_000, 40_000, 0);
        heard(2, 12_000, 10_000, 101);
        assertRate(0.6 * 85_000);
        heard(2, 5_000, 5_000, 101);
        heard(1, 5_000, 5_000, 14);
        assertRate(85_000);
    }

    @Test
    void theRateIsNeverBelowTheLeast() {
        heard(3, 100, 50, 50);
        assertRate(LinkRate.LEAST);
    }

    @Test
    void aCutIsTakenBackIfTheDelayStays() {
        cut();
        heard(2, 8_500, 8_500, 50);
        heard(2, 8_500, 8_500, 50);
        assertRate(85_000);
        heard(1, 8_500, 8_500, 50);
        assertRate(ALL);
        heard(20, 12_000, 12_000, 75);
        assertRate(ALL);
        heard(3, 12_000, 12_000, 101);
        assertTrue(rate.bytesPerSecond() < ALL, "a queue beside the new delay of the link");
    }

    /** If it keeps the order, jitter delays everything. */
    @Test
    void whatTheLinkUsuallyHasIsNoQueue() {
        for (int i = 0; i < 20; i++) {
            heard(2, 12_000, 12_000, 40);
            heard(1, 12_000, 12_000, 0);
        }
        heard(3, 12_000, 12_000, 45);
        assertRate(ALL);
        heard(3, 12_000, 12_000, 66);
        assertTrue(rate.bytesPerSecond() < ALL);
    }

    @Test
    void aLinkThatHasBecomeFasterIsProbedAtOnce() {
        cut();
        rate.faster();
        heard(3, 8_500, 8_500, 15);
        rate.faster();
        heard(3, 8_500, 8_500, 0);
        assertFalse(rate.isProbing(), "the first queue drains");
        rate.faster();
        heard(1, 8_500, 8_500, 0);
        assertTrue(rate.isProbing());
    }

    /** Sends 120,000 bytes per second, or the rate, through a link. Returns the longest queue of each second in ms. */
    private int[] queues(int seconds, double capacity, int crossMillis) {
        int[] most = new int[seconds];
        double[] newest = new double[40];
        double queue = 0;
        for (int i = 0; i < 10 * seconds; i++) {
            double sent = Math.min(12_000, rate.bytesPerSecond() / 10);
            double came = Math.min(sent + queue * capacity, capacity / 10);
            queue = Math.max(0, queue + sent / capacity - 0.1);
            int cross = i >= 20 && i < 30 ? crossMillis : 0;
            newest[i % newest.length] = queue;
            double late = 1_000 * (queue - Arrays.stream(newest).min().orElseThrow());
            heard(1, (int) sent, (int) came, (int) late + cross);
            most[i / 10] = Math.max(most[i / 10], (int) (1_000 * queue));
        }
        return most;
    }

    /** A client counts from the least delay of the last 4 s, so a queue that grows slowly never looks longer. */
    @Test
    void aSlightOverloadIsNoticed() {
        for (int most : queues(60, 120_000 / 1.01, 0)) {
            assertTrue(most <= 60, () -> most + " ms");
        }
    }

    @Test
    void aLimitedLinkReturnsToTheShortThreshold() {
        int[] most = queues(300, 60_000, 90);
        int last = Arrays.stream(most, 250, 300).max().orElseThrow();
        assertTrue(last <= 40, () -> last + " ms");
    }

    @Test
    void aClientThatIsOverloadedKeepsItsCut() {
        overloaded = true;
        cut();
        heard(20, 8_500, 8_500, 50);
        assertRate(85_000);
    }

    /** What is sent too much fills the queue, and the rate is as right as before. */
    @Test
    void anOverloadChangesNoRate() {
        overloaded = true;
        cut();
        heard(5, 12_000, 11_000, 61);
        assertRate(85_000);
        overloaded = false;
        heard(5, 8_500, 8_500, 61);
        assertRate(85_000);
    }

    @ParameterizedTest
    @CsvSource({"8000, 61", "7000, 45"})
    void aQueueThatGrowsAfterACutOrLetsLittleThroughIsCutAgain(int came, int lateMillis) {
        cut();
        heard(2, 8_500, 8_500, 50);
        heard(3, 8_500, came, lateMillis);
        assertRate(8.5 * came);
    }

    /** States are sent twice anyway, so sending them once more adds half. */
    @Test
    void aLossThatGrowsWithWhatIsSentCutsTheRate() {
        heard(9, 10_000, 8_000, 0);
        assertFalse(rate.repeats());
        heard(1, 10_000, 8_000, 0);
        assertTrue(rate.repeats());
        heard(11, 15_000, 8_000, 0);
        assertRate(ALL);
        heard(1, 15_000, 8_000, 0);
        assertRate(0.85 * 80_000);
        assertFalse(rate.repeats());
        heard(19, 6_800, 6_800, 0);
        assertFalse(rate.isProbing());
        heard(1, 6_800, 6_800, 0);
        assertTrue(rate.isProbing(), "nothing is lost any more");
        assertRate(0.85 * 80_000);
    }

    @Test
    void aLossThatStaysWhenMoreIsSentIsThatOfTheLink() {
        heard(10, 10_000, 8_000, 0);
        heard(100, 15_000, 12_000, 0);
        assertRate(ALL);
        assertTrue(rate.repeats());
        heard(100, 15_000, 15_000, 0);
        assertFalse(rate.repeats(), "it loses nothing any more");
    }

    /** Such as because of a budget. Then nothing shows that the loss is the link's own. */
    @Test
    void aLossCutsTheRateIfNothingMoreCouldBeSent() {
        heard(10, 10_000, 8_000, 0);
        heard(12, 12_000, 9_600, 0);
        assertRate(0.85 * 96_000);
    }

    @Test
    void aGreaterLossWhileEverythingIsSentOnceMoreCutsTheRate() {
        heard(10, 10_000, 8_900, 0);
        heard(12, 15_000, 13_350, 0);
        assertTrue(rate.repeats());
        heard(20, 15_000, 7_000, 0);
        assertFalse(rate.repeats());
        assertTrue(rate.bytesPerSecond() < ALL);
    }

    @Test
    void aQueueCutsTheRateAlsoWhileALossIsTested() {
        heard(10, 10_000, 8_000, 0);
        heard(5, 15_000, 12_000, 50);
        assertFalse(rate.repeats());
        assertRate(0.85 * 120_000);
    }

    @Test
    void aLossThatStaysAfterACutIsThatOfTheLink() {
        heard(10, 10_000, 8_000, 0);
        heard(12, 15_000, 8_000, 0);
        heard(2, 6_800, 3_626, 0);
        heard(9, 6_800, 3_626, 0);
        assertRate(68_000);
        heard(1, 6_800, 3_626, 0);
        assertRate(ALL);
        heard(100, 10_000, 5_333, 0);
        assertRate(ALL);
    }

    /** A datagram takes 30 ms on this link, so none comes sooner. Without the cut, the queue would be there again. */
    @Test
    void aDatagramThatTakesLongIsNoQueue() {
        heard(3, 6_000, 5_000, 80);
        heard(2, 4_250, 4_250, 80);
        heard(6, 4_250, 4_250, 30);
        assertRate(0.85 * 50_000);
        heard(11, 4_250, 4_250, 30);
        assertFalse(rate.isProbing());
        heard(1, 4_250, 4_250, 30);
        assertTrue(rate.isProbing());
        assertRate(0.85 * 50_000);
        heard(3, 6_000, 5_000, 56);
        assertFalse(rate.isProbing(), "a queue beside the 30 ms");
    }

    /** A rate that was known is not given up with a cut that was wrong. */
    @Test
    void aWrongCutOfAKnownRateIsHeld() {
        probe();
        heard(3, 8_500, 8_500, 50);
        double known = rate.bytesPerSecond();
        heard(2, 8_500, 8_500, 50);
        heard(3, 8_500, 8_500, 50);
        assertTrue(rate.bytesPerSecond() < ALL);
        heard(30, 8_500, 8_500, 50);
        assertTrue(rate.isProbing());
        assertTrue(rate.bytesPerSecond() >= known);
    }

    @Test
    void aProbeGrowsWhileAllArrivesWithoutAQueue() {
        probe();
        heard(1, 8_500, 8_500, 2);
        assertRate(85_000 * 1.05);
        heard(1, 8_500, 8_500, 3);
        assertRate(85_000 * 1.05);
        heard(3, 7_600, 7_600, 0);
        assertRate(85_000 * 1.05 * 1.05);
    }

    @Test
    void aProbeGrowsFasterBeyondWhatHasArrivedBefore() {
        probe();
        heard(3, 11_000, 11_000, 0);
        double expected = 85_000 * Math.pow(1.05, 3);
        assertRate(expected); // 110,000 are less than 1.25 times the capacity
        heard(3, 15_000, 15_000, 0);
        expected *= 1.05 * 1.15 * 1.45;
        assertRate(expected);
        heard(20, 80_000, 80_000, 0);
        assertRate(expected * 2 * 2 * 2); // 800,000 are less than 0.75 times that
        assertEquals(0.78 * expected * 2 * 2 * 2, rate.provedBytesPerSecond(), 1e-6);
    }

    @Test
    void aQueueEndsAProbeAtTheRateBeforeIt() {
        probe();
        heard(10, 9_000, 9_000, 0);
        assertTrue(rate.bytesPerSecond() > 85_000);
        heard(1, 9_500, 9_000, 12);
        assertTrue(rate.isProbing());
        heard(1, 9_500, 9_000, 13);
        assertFalse(rate.isProbing());
        assertRate(85_000);
    }

    /** The jitter that was there while the rate was held is none of the probe. */
    @Test
    void jitterDoesNotEndAProbe() {
        cut();
        heard(3, 8_500, 8_500, 0);
        heard(1, 8_500, 8_500, 20);
        heard(16, 8_500, 8_500, 0);
        assertTrue(rate.isProbing());
        heard(1, 8_500, 8_500, 32);
        assertTrue(rate.isProbing());
        heard(1, 8_500, 8_500, 33);
        assertFalse(rate.isProbing());
    }

    @Test
    void aLinkThatWasNotFullForTenSecondsIsForgotten() {
        probe();
        rate.forgetOld(300 * MILLI + 10_000 * MILLI);
        assertTrue(rate.isProbing());
        rate.forgetOld(300 * MILLI + 10_000 * MILLI + 1);
        assertFalse(rate.isProbing());
        assertRate(ALL);
    }
}
