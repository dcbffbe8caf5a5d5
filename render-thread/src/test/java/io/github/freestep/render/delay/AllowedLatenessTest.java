package io.github.freestep.render.delay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllowedLatenessTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final double MARGIN = 0.3;

    /** Two gaps of 10 ms plus the least lateness, minus the reserve. */
    private static final double COVERED = 22.8;

    private final Lateness late = new Lateness();
    private final Hidden hidden = new Hidden();
    private AllowedLateness rule = new AllowedLateness(AllowedLateness.ADAPTIVE, false, false);

    @BeforeEach
    void openAWindowOfFour() {
        late.advance(0);
        hidden.bridgeNanos = 10 * MILLI;
        add(3);
        hidden.window(20 * MILLI, 20 * MILLI, late.leastNanos());
    }

    private void add(double millis) {
        late.add((long) (millis * MILLI), hidden.stallNanos());
    }

    private double usual() {
        return rule.usualNanos(late, hidden) / MILLI;
    }

    private double wanted(double overdueMillis) {
        return rule.wantedNanos(late, hidden, (long) (overdueMillis * MILLI)) / MILLI;
    }

    /** A second has 100 states, each {@code usualMillis} late, but at half of it, one is later. */
    private void seconds(int from, int to, double usualMillis, int each, double lateMillis) {
        for (int second = from; second < to; second++) {
            for (int state = 0; state < 100; state++) {
                late.advance(second * SECOND + state * 10 * MILLI);
                add(state == 50 && second % each == 0 ? lateMillis : usualMillis);
            }
        }
        late.advance(to * SECOND);
    }

    @Test
    void itFollowsAStateThatIsLateNowUnlessThatIsAStall() {
        assertEquals(3 + MARGIN, wanted(-5), 1e-9);
        assertEquals(8 + MARGIN, wanted(8), 1e-9);
        assertEquals(COVERED, wanted(32.8), 1e-9);
        assertEquals(3 + MARGIN, wanted(32.801), 1e-9);
        add(33);
        assertEquals(3 + MARGIN, wanted(8), 1e-9, "this lateness is caused by the stall");
    }

    @Test
    void whatAReceiverExpectsCountsAtOnceButForWhatABridgeHides() {
        hidden.expectedNanos = 25 * MILLI;
        assertEquals(15 + MARGIN, usual(), 1e-9);
        hidden.bridgeNanos = 0;
        hidden.window(30 * MILLI, 30 * MILLI, 3 * MILLI);
        assertEquals(25 + MARGIN, usual(), 1e-9);
        hidden.expectedNanos = 80 * MILLI;
        assertEquals(32.8, usual(), 1e-9);
        hidden.expectedNanos = 0;
        assertEquals(3 + MARGIN, usual(), 1e-9);
    }

    @Test
    void threeStallsInHalfAMinuteRaiseThatOfAReceiverToAllThatTheWindowCovers() {
        for (int stall = 1; stall <= 3; stall++) {
            late.advance(stall * SECOND);
            assertEquals(3 + MARGIN, usual(), 1e-9);
            add(60);
            add(3);
            add(3);
        }
        assertEquals(3 + MARGIN, usual(), 1e-9, "a service is as late after its stalls as before");
        hidden.expectedNanos = 1;
        assertEquals(COVERED, usual(), 1e-9);
        hidden.window(0, 0, 3 * MILLI);
        assertEquals(2.8, usual(), 1e-9);
    }

    /**
     * A late state each second, or less often, and the usual lateness. What recurs is left to bridges up to 9 ms, and
     * all that a tenth of the states exceed is covered.
     */
    @ParameterizedTest
    @CsvSource({
        "30, 3, 1, 14, 10, 0, 5.3", // nine tenths of a bridge
        "30, 6, 1, 14, 10, 0, 6.3", // the usual lateness is more
        "30, 3, 5, 14, 10, 0, 3.3", // too rare to be known yet
        "100, 3, 5, 14, 10, 0, 5.3", // each five seconds
        "300, 3, 10, 14, 10, 0, 3.3", // less often than once in seven
        "30, 3, 1, 14, 5, 0, 9.8", // a shorter bridge
        "30, 3, 1, 14, 20, 0, 5.3", // no more of a longer one, as at 50 ticks a second
        "30, 3, 1, 14, 10, 1, 14.3", // states of a receiver
        "9, 3, 1, 14, 10, 0, 14.3" // the reader is new
    })
    void eachMillisecondIsWorthItsPrice(
            int seconds, double usual, int each, double more, double bridge, long expected, double allowed) {
        hidden.bridgeNanos = bridge * MILLI;
        hidden.expectedNanos = expected;
        seconds(0, seconds, usual, each, more);
        assertEquals(allowed, usual(), 0.01);
    }

    /** Lateness that has not come back for ten seconds is forgotten, and that of a stall does not count. */
    @Test
    void whatDoesNotComeBackIsForgotten() {
        seconds(0, 30, 3, 1, 20);
        assertEquals(11.3, usual(), 0.01);
        seconds(30, 38, 3, 1, 3);
        assertEquals(11.3, usual(), 0.01);
        seconds(38, 41, 3, 1, 3);
        assertEquals(3.3, usual(), 0.01);
        seconds(41, 60, 3, 2, 80);
        assertEquals(3.3, usual(), 0.01);
    }

    @Test
    void aFixedValueDoesNotAdapt() {
        seconds(0, 2, 3, 1, 3);
        rule = new AllowedLateness(2 * MILLI, false, false);
        assertEquals(2, usual(), 1e-9);
    }

    /** The D after a second, from 3 ms. */
    @ParameterizedTest
    @CsvSource({"23, 15.6, 0", "5, 4.3, 0", "2.9, 2.9, 0", "3.1, 3, 1"})
    void itMovesSlowly(double wanted, double after, double spread) {
        seconds(0, 20, 3, 1, 3);
        hidden.window(30 * MILLI, 30 * MILLI, 3 * MILLI);
        hidden.spreadNanos = spread * MILLI;
        double[] now = {3 * MILLI};
        Consumer<Integer> frame = i -> now[0] = rule.slewed(now[0], wanted * MILLI, 10 * MILLI, late, hidden, false);
        for (int i = 0; i < 100; i++) {
            frame.accept(i);
        }
        assertEquals(after, now[0] / MILLI, 0.1);
    }
}
