package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports that are made up, ten per second. FullLinkTest of the system tests has simulated links. */
class LinkRateTest {
    private static final long MILLI = 1_000_000;
    private static final double ALL = Double.POSITIVE_INFINITY;

    private final LinkRate rate = new LinkRate();
    private boolean overloaded;
    private long nowNanos;
    private int seen;
    private int arrived;
    private int lost;

    LinkRateTest() {
        rate.heard(nowNanos, 0, 0, 0, 0, false);
    }

    /** Makes n reports. Each adds the same numbers of bytes. */
    private LinkRate heard(int n, int sent, int came, int lateMillis) {
        for (int i = 0; i < n; i++) {
            nowNanos += 100 * MILLI;
            seen += sent;
            arrived += came;
            rate.heard(nowNanos, seen, arrived, lost, 1_000 * lateMillis, overloaded);
        }
        return rate;
    }

    private static void assertRate(double bytesPerSecond, LinkRate rate) {
        assertEquals(bytesPerSecond, rate.bytesPerSecond(), 1e-6);
    }

    /** Cuts the rate because of a queue of 50 ms, while 100,000 bytes per second arrive. */
    private void cut() {
        assertRate(85_000, heard(3, 12_000, 10_000, 50));
    }

    /** Cuts the rate, empties the queue, and holds until the rate is probed. */
    private void probe() {
        cut();
        heard(3, 8_500, 8_500, 15);
        assertFalse(heard(16, 8_500, 8_500, 0).isProbing());
        assertTrue(rate.isHeld());
        assertTrue(heard(1, 8_500, 8_500, 0).isProbing());
        assertFalse(rate.isHeld());
        assertRate(85_000, rate);
        assertEquals(85_000, rate.provedBytesPerSecond());
    }

    @Test
    void aLinkThatCarriesEverythingHasNoRate() {
        assertFalse(heard(100, 12_000, 12_000, 24).isProbing());
        assertRate(ALL, rate);
    }

    /** What is missing may only be late. */
    @Test
    void aLinkIsLossyForTenSecondsAfterALoss() {
        heard(3, 12_000, 12_000, 0);
        heard(1, 12_000, 11_000, 0);
        assertFalse(rate.isLossy(nowNanos));
        lost = 1;
        assertTrue(heard(1, 12_000, 12_000, 0).isLossy(nowNanos));
        assertTrue(heard(99, 12_000, 12_000, 0).isLossy(nowNanos));
        assertFalse(heard(1, 12_000, 12_000, 0).isLossy(nowNanos));
    }

    /** A long queue is made empty faster. */
    @Test
    void aLongQueueCutsMoreUntilItIsShort() {
        assertRate(0.6 * 85_000, heard(3, 12_000, 10_000, 101));
        assertRate(0.6 * 85_000, heard(2, 5_000, 5_000, 101));
        assertRate(85_000, heard(1, 5_000, 5_000, 100));
    }

    /** The newest report counts, however many came before. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aQueueThatHasJustBecomeLongCutsMore(int before) {
        heard(before, 12_000, 12_000, 0);
        heard(1, 12_000, 10_000, 30);
        heard(1, 12_000, 10_000, 60);
        assertRate(0.6 * 85_000, heard(1, 12_000, 10_000, 104));
        assertRate(0.6 * 85_000, heard(1, 8_500, 8_500, 104));
    }

    @ParameterizedTest
    @CsvSource({"26, 26, 26, true", "25, 26, 26, false", "26, 25, 26, false", "26, 26, 25, false"})
    void aQueueDelaysAllOfThreeSamples(int first, int second, int third, boolean isQueue) {
        heard(1, 12_000, 12_000, first);
        heard(1, 12_000, 12_000, second);
        assertEquals(isQueue, heard(1, 12_000, 12_000, third).isHeld());
    }

    @Test
    void reportsWithinEightyMillisecondsMakeOneSample() {
        for (int i = 0; i < 6; i++) {
            assertRate(ALL, rate);
            nowNanos += 40 * MILLI;
            seen += 6_000;
            arrived += 5_000;
            // The least late of the two counts.
            rate.heard(nowNanos, seen, arrived, lost, i % 2 == 0 ? 26_000 : 90_000, false);
        }
        assertRate(0.85 * 125_000, rate);
    }

    @Test
    void countersMayOverflowButNotGoBack() {
        seen = Integer.MAX_VALUE - 10_000;
        arrived = Integer.MAX_VALUE - 20_000;
        heard(1, 0, 0, 0);
        cut();
        heard(1, -1, 0, 0);
        heard(1, 0, -1, 0);
        assertTrue(heard(2, 12_000, 12_000, 50).isHeld());
    }

    /** A few bytes show no loss. */
    @ParameterizedTest
    @CsvSource({"2399, 0, false", "2400, 0, true", "10000, 9199, true", "10000, 9201, false", "10000, 10001, false"})
    void aLossIsMeasuredOverManyBytes(int sent, int came, boolean isTested) {
        assertEquals(isTested, heard(10, sent, came, 0).repeats());
    }

    @Test
    void theRateIsNeverBelowTheLeast() {
        assertRate(LinkRate.LEAST, heard(3, 100, 50, 50));
    }

    @Test
    void aCutIsTakenBackIfTheDelayStays() {
        cut();
        heard(2, 8_500, 8_500, 50);
        assertRate(85_000, heard(2, 8_500, 8_500, 50));
        assertRate(ALL, heard(1, 8_500, 8_500, 50));
        assertRate(ALL, heard(20, 12_000, 12_000, 75));
        assertTrue(heard(3, 12_000, 12_000, 101).bytesPerSecond() < ALL, "a queue beside the new delay of the link");
    }

    /** If it keeps the order, jitter delays everything. */
    @Test
    void whatTheLinkUsuallyHasIsNoQueue() {
        for (int i = 0; i < 20; i++) {
            heard(2, 12_000, 12_000, 40);
            heard(1, 12_000, 12_000, 0);
        }
        assertRate(ALL, heard(3, 12_000, 12_000, 45));
        assertTrue(heard(3, 12_000, 12_000, 66).bytesPerSecond() < ALL);
    }

    @Test
    void aLinkThatHasBecomeFasterIsProbedAtOnce() {
        cut();
        rate.faster();
        heard(3, 8_500, 8_500, 15);
        rate.faster();
        assertFalse(heard(3, 8_500, 8_500, 0).isProbing(), "the first queue drains");
        rate.faster();
        assertTrue(heard(1, 8_500, 8_500, 0).isProbing());
    }

    /** None has come without a queue, so each comes sooner than those before. */
    @Test
    void aFirstQueueThatDrainsForLongIsNoSignOfAFasterLink() {
        cut();
        heard(5, 8_500, 8_500, 35);
        rate.faster();
        assertFalse(heard(4, 8_500, 8_500, 0).isProbing());
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
        assertRate(85_000, heard(20, 8_500, 8_500, 50));
    }

    @ParameterizedTest
    @CsvSource({"8000, 63", "7000, 45"})
    void aQueueThatGrowsAfterACutOrLetsLittleThroughIsCutAgain(int came, int lateMillis) {
        cut();
        heard(2, 8_500, 8_500, 50);
        assertRate(8.5 * came, heard(3, 8_500, came, lateMillis));
    }

    /** Else, more would be sent than the link carries, and each cut would find the same. */
    @Test
    void aLinkThatNoLongerLosesIsNotTakenForAWiderOne() {
        heard(10, 12_000, 8_400, 0);
        assertTrue(rate.repeats());
        assertFalse(heard(12, 18_000, 12_600, 0).isHeld(), "the loss is its own");
        int[] most = queues(30, 60_000, 0);
        int last = Arrays.stream(most, 20, 30).max().orElseThrow();
        assertTrue(last <= 60, () -> last + " ms");
    }

    /** States are sent twice anyway, so sending them once more adds half. */
    @Test
    void aLossThatGrowsWithWhatIsSentCutsTheRate() {
        assertFalse(heard(9, 10_000, 8_000, 0).repeats());
        assertTrue(heard(1, 10_000, 8_000, 0).repeats());
        assertRate(ALL, heard(11, 15_000, 8_000, 0));
        assertFalse(heard(1, 15_000, 8_000, 0).repeats());
        assertRate(0.85 * 80_000, rate);
        assertFalse(heard(19, 6_800, 6_800, 0).isProbing());
        assertTrue(heard(1, 6_800, 6_800, 0).isProbing(), "nothing is lost any more");
        assertRate(0.85 * 80_000, rate);
    }

    @Test
    void aLossThatStaysWhenMoreIsSentIsThatOfTheLink() {
        heard(10, 10_000, 8_000, 0);
        assertTrue(heard(100, 15_000, 12_000, 0).repeats());
        assertRate(ALL, rate);
        assertFalse(heard(100, 15_000, 15_000, 0).repeats(), "it loses nothing any more");
    }

    /** Otherwise, the link would not seem to lose much after some minutes. */
    @Test
    void aSecondWithLessLossDoesNotCountMoreThanTheOthers() {
        heard(10, 10_000, 8_500, 0);
        assertTrue(heard(12, 15_000, 12_750, 0).repeats());
        for (int i = 0; i < 50; i++) {
            heard(30, 15_000, 12_750, 0);
            assertTrue(heard(10, 15_000, 13_950, 0).repeats());
            assertRate(ALL, rate);
        }
    }

    /** Such as because of a budget. Then nothing shows that the loss is the link's own. */
    @Test
    void aLossCutsTheRateIfNothingMoreCouldBeSent() {
        heard(10, 10_000, 8_000, 0);
        assertRate(0.85 * 96_000, heard(12, 12_000, 9_600, 0));
    }

    @Test
    void aGreaterLossWhileEverythingIsSentOnceMoreCutsTheRate() {
        heard(10, 10_000, 8_900, 0);
        assertTrue(heard(12, 15_000, 13_350, 0).repeats());
        assertFalse(heard(20, 15_000, 7_000, 0).repeats());
        assertTrue(rate.bytesPerSecond() < ALL);
    }

    @Test
    void aQueueCutsTheRateAlsoWhileALossIsTested() {
        heard(10, 10_000, 8_000, 0);
        assertFalse(heard(5, 15_000, 12_000, 50).repeats());
        assertRate(0.85 * 120_000, rate);
    }

    @Test
    void aLossThatStaysAfterACutIsThatOfTheLink() {
        heard(10, 10_000, 8_000, 0);
        heard(12, 15_000, 8_000, 0);
        heard(2, 6_800, 3_626, 0);
        assertRate(68_000, heard(9, 6_800, 3_626, 0));
        assertRate(ALL, heard(1, 6_800, 3_626, 0));
        assertRate(ALL, heard(100, 10_000, 5_333, 0));
    }

    /** A datagram takes 30 ms on this link, so none comes sooner. Without the cut, the queue would be there again. */
    @Test
    void aDatagramThatTakesLongIsNoQueue() {
        heard(3, 6_000, 5_000, 80);
        heard(2, 4_250, 4_250, 80);
        assertRate(0.85 * 50_000, heard(6, 4_250, 4_250, 30));
        assertFalse(heard(11, 4_250, 4_250, 30).isProbing());
        assertTrue(heard(1, 4_250, 4_250, 30).isProbing());
        assertRate(0.85 * 50_000, rate);
        assertFalse(heard(3, 6_000, 5_000, 56).isProbing(), "a queue beside the 30 ms");
    }

    /** A rate that was known is not given up with a cut that was wrong. */
    @Test
    void aWrongCutOfAKnownRateIsHeld() {
        probe();
        heard(3, 8_500, 8_500, 50);
        double known = rate.bytesPerSecond();
        heard(2, 8_500, 8_500, 50);
        assertTrue(heard(3, 8_500, 8_500, 50).bytesPerSecond() < ALL);
        assertTrue(heard(30, 8_500, 8_500, 50).isProbing());
        assertTrue(rate.bytesPerSecond() >= known);
    }

    @Test
    void aProbeGrowsWhileAllArrivesWithoutAQueue() {
        probe();
        assertRate(85_000 * 1.05, heard(1, 8_500, 8_500, 2));
        assertRate(85_000 * 1.05, heard(1, 8_500, 8_500, 3));
        assertRate(85_000 * 1.05 * 1.05, heard(3, 7_600, 7_600, 0));
    }

    @Test
    void aProbeOfALinkThatHasBecomeFasterDoubles() {
        probe();
        rate.faster();
        assertRate(85_000 * 2 * 2, heard(5, 15_000, 15_000, 0)); // 150,000 are less than 0.75 times that
        assertRate(85_000 * 2 * 2 * 2 * 2, heard(20, 80_000, 80_000, 0)); // and so are 800,000
        assertEquals(0.78 * 85_000 * 16, rate.provedBytesPerSecond(), 1e-6);
    }

    @Test
    void aQueueEndsAProbeAtTheRateBeforeIt() {
        probe();
        assertTrue(heard(10, 9_000, 9_000, 0).bytesPerSecond() > 85_000);
        assertTrue(heard(1, 9_500, 9_000, 12).isProbing());
        assertFalse(heard(1, 9_500, 9_000, 13).isProbing());
        assertRate(85_000, rate);
    }

    @Test
    void aLinkThatWasNotFullForTenSecondsIsForgotten() {
        probe();
        rate.forgetOld(300 * MILLI + 10_000 * MILLI);
        assertTrue(rate.isProbing());
        rate.forgetOld(300 * MILLI + 10_000 * MILLI + 1);
        assertFalse(rate.isProbing());
        assertRate(ALL, rate);
    }
}
