package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.testing.GridClock;
import java.util.Arrays;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs a whole service on a timer that wakes threads on a grid. The service polls for control, and waits for ticks. */
@Timeout(240)
class CoarseTimerTest extends ServiceUnderTest {
    private static final long MILLI = 1_000_000;
    private static final int TICKS = 3_000;

    /** A timer is coarse if {@link PhysicsMetrics#parkLatenessNanos} is above this. */
    private static final long COARSE_NANOS = 2 * MILLI;

    private final long[] lateNanos = new long[TICKS];

    @ParameterizedTest
    @CsvSource({
        "15625000, 60, false", "15625000, 100, false", "15625000, 128, false", "15625000, 100, true",
        "1000050, 60, false", "1000050, 100, false", "1000050, 128, false", "1000050, 100, true",
        "500025, 60, false", "500025, 100, false", "500025, 128, false", "500025, 100, true"
    })
    void ticksAreLateByAtMostAGridIntervalAndTheMetricsShowACoarseTimer(long gridNanos, int rate, boolean wholeMillis) {
        GridClock clock = new GridClock(gridNanos, 0, wholeMillis);
        world.during = tick -> {
            if (tick.number() <= TICKS) {
                lateNanos[(int) tick.number() - 1] = clock.nanoTime() - tick.dueNanos();
            }
        };
        physics = builder.rate(rate).clock(clock).start();
        awaitTick(TICKS + 1);
        physics.close();
        long parkLatenessNanos = physics.metrics().parkLatenessNanos();
        assertEquals(gridNanos > COARSE_NANOS, parkLatenessNanos > COARSE_NANOS, parkLatenessNanos + " ns");
        Arrays.sort(lateNanos);
        long p99 = lateNanos[TICKS * 99 / 100];
        // A park of less than a millisecond is rounded up to a millisecond.
        long intervalNanos = wholeMillis ? Math.max(gridNanos, MILLI) : gridNanos;
        assertTrue(p99 <= intervalNanos + MILLI / 10, () -> "p99 is " + p99 + " ns late");
        double perMille = 1_000.0 * clock.spunNanos / clock.nanoTime();
        assertTrue(perMille <= PreciseWait.DEFAULT_BUDGET_PER_MILLE, () -> "spun for " + perMille + " per mille");
    }
}
