package io.github.freestep.internal.time;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.GridClock;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A timer that wakes threads on a grid, as on Windows, delays a wait by at most one interval. The wait keeps
 * its spin budget.
 */
class PreciseWaitGridTest {
    private static final long MILLI = 1_000_000;
    private static final int WAITS = 2_000;

    /** How much a budget of 0 may spin to learn which part of the oversleep is constant. */
    private static final double LEAST_PER_MILLE = 0.7;

    static Stream<Arguments> timers() {
        return Seeds.first(1)
                .boxed()
                .flatMap(seed -> Stream.of(15_625_000, 1_000_000, 500_000)
                        .flatMap(grid -> Stream.of(60, 128, 100, 250)
                                .limit(Thorough.of(2, 4))
                                .flatMap(rate ->
                                        Stream.of(0, 5, 20).map(budget -> Arguments.of(seed, grid, rate, budget)))));
    }

    @ParameterizedTest
    @MethodSource("timers")
    void isLateByAtMostOneGridIntervalAndSpinsWithinTheBudget(long seed, int gridNanos, int rate, int budgetPerMille) {
        Random random = Seeds.random(seed);
        // A fixed phase, the drift between two good quartzes, and the drift of a poor quartz.
        for (double drift : new double[] {0, random.nextGaussian() * 50e-6, -0.003}) {
            for (int eighth = 0; eighth < 8; eighth += Thorough.of(4, 1)) {
                double grid = gridNanos * (1 + drift);
                GridClock clock = new GridClock(grid, (eighth + random.nextDouble()) * grid / 8, false);
                check(clock, rate, budgetPerMille, gridNanos, " on a grid of " + grid + " ns, seed " + seed);
            }
        }
    }

    static Stream<Arguments> roundedTimers() {
        return Seeds.first(1)
                .boxed()
                .flatMap(seed -> Stream.of(60, 100, 128, 250).map(rate -> Arguments.of(seed, rate)));
    }

    /** With rounding, a wait takes two parks. The second is 1 ms long, which can span two intervals of the timer. */
    @ParameterizedTest
    @MethodSource("roundedTimers")
    void isLateByAtMostTwoIntervalsWhenParksAreRoundedToMilliseconds(long seed, int rate) {
        Random random = Seeds.random(seed);
        for (int i = 0; i < Thorough.of(3, 20); i++) {
            double grid = MILLI * (1 + random.nextGaussian() * 1e-3);
            GridClock clock = new GridClock(grid, random.nextDouble() * grid, true);
            String context = " on a grid of " + grid + " ns, seed " + seed;
            check(clock, rate, PreciseWait.DEFAULT_BUDGET_PER_MILLE, 2 * MILLI, context);
        }
    }

    /** Checks the lateness of all but one in a hundred waits, also for deadlines that passed during the one before. */
    private static void check(GridClock clock, int rate, int budgetPerMille, long mostNanos, String context) {
        PreciseWait wait = new PreciseWait(clock, budgetPerMille);
        long[] late = new long[WAITS];
        for (int i = 0; i < WAITS; i++) {
            long deadline = (i + 1) * 1_000_000_000L / rate;
            late[i] = wait.until(deadline) - deadline;
            assertTrue(late[i] >= 0, "returned early");
        }
        Arrays.sort(late);
        long p99 = late[WAITS * 99 / 100];
        assertTrue(p99 <= mostNanos + MILLI / 10, () -> "p99 is " + p99 + " ns late" + context);
        double perMille = 1_000.0 * clock.spunNanos / clock.nanoTime();
        assertTrue(
                perMille <= Math.max(budgetPerMille, LEAST_PER_MILLE),
                () -> "spun for " + perMille + " per mille of a core" + context);
    }
}
