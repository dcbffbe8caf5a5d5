package io.github.freestep.internal.time;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.MeteredClock;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PreciseWaitMarginTest {
    private static final long TICK = 10_000_000;
    private static final long TWO_SPINS = 100;
    private static final int LEARNED = 200;
    private static final long OUTLIER = 2_000_000;

    /** A budget too large to bound the margin, for tests of what the margin learns. */
    private static final int LARGE_BUDGET = 20;

    private LongSupplier oversleep = () -> 0;
    private final MeteredClock clock = new MeteredClock(0, () -> oversleep.getAsLong());
    private PreciseWait wait = new PreciseWait(clock);
    private long deadline;

    @ParameterizedTest
    @CsvSource({"5000, 20", "130000, 20", "50000, 5", "5000, 1", "130000, 1"})
    void returnsWithinTwoSpinsOnceItHasLearnedTheTimer(long constant, int budgetPerMille) {
        wait = new PreciseWait(clock, budgetPerMille);
        oversleep = () -> constant;
        settle(TICK, LEARNED);
        for (int i = 0; i < Thorough.of(300, 5_000); i++) {
            long late = next(TICK);
            assertTrue(late < TWO_SPINS, () -> "late by " + late + " ns");
        }
    }

    static Stream<Arguments> timers() {
        return Seeds.first(Thorough.of(1, 2))
                .boxed()
                .flatMap(seed -> Stream.of(
                                Arguments.of(seed, 5_000, 0.6),
                                Arguments.of(seed, 130_000, 0.1),
                                Arguments.of(seed, 50_000, 0.1),
                                Arguments.of(seed, 50_000, 0.3))
                        .limit(Thorough.of(2, 4)));
    }

    /**
     * One rise is as large as a thousand falls, so for every distribution the margin settles where one wait in a
     * thousand is late: 20 of 20,000 waits, give or take the few rises and falls by which the margin ends above or
     * below its start. The rise caused by an outlier is compensated by punctual waits. Half or twice as many late
     * waits cannot be chance.
     */
    @ParameterizedTest
    @MethodSource("timers")
    void isLateOnceInAThousandWaitsApartFromOutliers(long seed, long median, double spread) {
        wait = new PreciseWait(clock, LARGE_BUDGET);
        Random random = Seeds.random(seed);
        boolean[] outlier = new boolean[1];
        oversleep = () -> {
            outlier[0] = random.nextInt(5_000) == 0;
            return outlier[0] ? OUTLIER : (long) (median * Math.exp(spread * random.nextGaussian()));
        };
        settle(TICK, 2_000);
        long spunBefore = clock.spunNanos;
        int waits = Thorough.of(12_000, 40_000);
        int late = 0;
        for (int i = 0; i < waits; i++) {
            boolean missed = next(TICK) >= TWO_SPINS;
            late += missed && !outlier[0] ? 1 : 0;
        }
        String context = late + " of " + waits + " late, seed " + seed;
        assertTrue(late <= waits / 500, context);
        assertTrue(late >= waits / 2_000, context);
        assertSpun(spunBefore, waits * TICK, LARGE_BUDGET, context);
    }

    /** If the timer is too coarse for the budget, many waits end late, but the budget holds. */
    @ParameterizedTest
    @CsvSource({"20, 10000000", "20, 1000000", "5, 10000000", "0, 10000000", "20, 4166667"})
    void holdsItsBudgetOnACoarseTimer(int budgetPerMille, long interval) {
        wait = new PreciseWait(clock, budgetPerMille);
        Random random = Seeds.random(budgetPerMille + interval);
        oversleep = () -> random.nextInt(100) == 0 ? OUTLIER : (long) (100_000 * Math.exp(random.nextGaussian()));
        settle(interval, LEARNED);
        long spunBefore = clock.spunNanos;
        long began = clock.nanoTime();
        settle(interval, Thorough.of(4_000, 20_000));
        assertSpun(spunBefore, clock.nanoTime() - began, budgetPerMille, "");
    }

    @Test
    void stopsSpinningWhenParksGetBetter() {
        wait = new PreciseWait(clock, LARGE_BUDGET);
        oversleep = () -> 130_000;
        settle(TICK, LEARNED);
        oversleep = () -> 5_000;
        settle(TICK, 2);
        assertTrue(wait.marginNanos() <= 5_000 + TICK * LARGE_BUDGET / 1_000, () -> "still " + wait.marginNanos());
        settle(TICK, 10_000);
        assertTrue(wait.marginNanos() <= 25_000, () -> "still " + wait.marginNanos());
    }

    /**
     * The margin must not grow far beyond what the budget allows, or it would take too long to shrink again. In each of
     * 300 random runs, 12,000 waits were enough.
     */
    @Test
    void theMarginRecoversFromABadPeriod() {
        wait = new PreciseWait(clock, LARGE_BUDGET);
        Random random = Seeds.random(1);
        oversleep = () -> random.nextInt(100) == 0 ? OUTLIER : 50_000;
        settle(TICK, Thorough.of(5_000, 20_000));
        assertTrue(wait.marginNanos() > 200_000, () -> "only " + wait.marginNanos());
        oversleep = () -> 50_000;
        settle(TICK, 13_000);
        assertTrue(wait.marginNanos() <= 70_000, () -> "still " + wait.marginNanos());
    }

    private long next(long interval) {
        deadline += interval;
        return wait.until(deadline) - deadline;
    }

    private void settle(long interval, int waits) {
        for (int i = 0; i < waits; i++) {
            next(interval);
        }
    }

    private void assertSpun(long spunBefore, long elapsed, int budgetPerMille, String context) {
        double perMille = 1_000.0 * (clock.spunNanos - spunBefore) / elapsed;
        assertTrue(perMille <= budgetPerMille + 0.2, () -> "spun for " + perMille + " per mille of a core " + context);
    }

    @Test
    void aLongSleepRaisesTheMarginNoMoreThanAnOutlier() {
        oversleep = () -> 15_000_000;
        settle(TICK, 5_000);
        assertTrue(wait.marginNanos() <= OUTLIER + 20_000, () -> "margin " + wait.marginNanos());
    }
}
