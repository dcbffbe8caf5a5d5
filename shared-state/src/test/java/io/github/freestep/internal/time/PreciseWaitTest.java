package io.github.freestep.internal.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.MeteredClock;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.NanoClock;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PreciseWaitTest {
    private static final long MILLI = 1_000_000;
    private static final long TWO_SPINS = 100;

    static LongStream seeds() {
        return Seeds.first(8);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void neverReturnsEarlyAndReturnsTheTime(long seed) {
        Random random = Seeds.random(seed);
        // Half of the clocks overflow.
        long start = seed % 2 == 0 ? random.nextLong() : Long.MAX_VALUE - 1_000 * MILLI;
        MeteredClock clock = new MeteredClock(start, () -> random.nextInt(1 << random.nextInt(22)));
        PreciseWait wait = new PreciseWait(clock, random.nextInt(1_001));
        for (int i = 0; i < 5_000; i++) {
            long deadline = clock.nanoTime() + random.nextInt(1 << random.nextInt(25)) - 1_000;
            long now = wait.until(deadline);
            assertTrue(now - deadline >= 0, () -> "seed " + seed);
            assertEquals(clock.nanoTime(), now, () -> "seed " + seed);
        }
    }

    @Test
    void returnsEarlyIfTheClockStandsStill() {
        boolean[] stands = {true};
        PreciseWait wait = new PreciseWait(new MeteredClock(0, () -> 50_000) {
            @Override
            public void park(long nanos) {
                if (!stands[0]) {
                    super.park(nanos);
                }
            }

            @Override
            public void spin() {
                if (!stands[0]) {
                    super.spin();
                }
            }
        });
        assertEquals(0, wait.until(10 * MILLI), "in a park");
        assertEquals(0, wait.until(2), "in a spin");
        stands[0] = false;
        assertTrue(wait.until(10 * MILLI) >= 10 * MILLI);
    }

    /** Otherwise, the wait would last for as long as the clock has gone back. */
    @ParameterizedTest
    @ValueSource(longs = {10 * MILLI, TWO_SPINS})
    void returnsEarlyIfTheClockGoesBack(long deadline) {
        MeteredClock clock = new MeteredClock(0, () -> 50_000);
        int[] waits = new int[1];
        PreciseWait wait = new PreciseWait(new NanoClock() {
            @Override
            public long nanoTime() {
                return clock.nanoTime() - (waits[0] == 0 ? 0 : 3_600_000 * MILLI);
            }

            @Override
            public void park(long nanos) {
                clock.park(nanos);
                assertEquals(1, ++waits[0]);
            }

            @Override
            public void spin() {
                clock.spin();
                assertEquals(1, ++waits[0]);
            }
        });
        assertTrue(wait.until(deadline) < 0);
    }

    @Test
    void runsTheWarmUpOnceWhileItSpins() {
        MeteredClock clock = new MeteredClock(0, () -> 50_000);
        PreciseWait wait = new PreciseWait(clock);
        long[] warmedUp = {0};
        for (long deadline = 10 * MILLI; deadline <= 1_000 * MILLI; deadline += 10 * MILLI) {
            long due = deadline;
            long before = warmedUp[0];
            boolean late = wait.until(due, () -> {
                        warmedUp[0]++;
                        assertTrue(due - clock.nanoTime() > 0 && due - clock.nanoTime() < MILLI);
                    })
                    >= due + TWO_SPINS;
            assertEquals(late ? before : before + 1, warmedUp[0]);
        }
        assertTrue(warmedUp[0] > 90);
    }

    @Test
    void parksAgainAfterASpuriousWakeUp() {
        MeteredClock clock = new MeteredClock(0, () -> 0) {
            @Override
            public void park(long nanos) {
                parks++;
                clock.advance(Math.max(1, nanos / 3));
            }
        };
        PreciseWait wait = new PreciseWait(clock);
        assertTrue(wait.until(10 * MILLI) - 10 * MILLI < TWO_SPINS);
        assertTrue(clock.parks > 10, () -> clock.parks + " parks");
        assertTrue(clock.spunNanos < 10_000, () -> clock.spunNanos + " ns spun");
        assertEquals(0, wait.marginNanos());
    }

    @Test
    void returnsEarlyWhenInterruptedAndKeepsTheFlag() {
        MeteredClock clock = new MeteredClock(0, () -> 0) {
            @Override
            public void park(long nanos) {
                parks++;
                clock.advance(3 * MILLI);
                Thread.currentThread().interrupt();
            }
        };
        assertEquals(3 * MILLI, new PreciseWait(clock).until(10 * MILLI));
        assertTrue(Thread.interrupted());
        assertEquals(1, clock.parks);
        assertEquals(0, clock.spunNanos);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1_001, Integer.MAX_VALUE})
    void refusesABudgetOutsideZeroToOneCore(int perMille) {
        String message = assertThrows(
                        IllegalArgumentException.class, () -> new PreciseWait(NanoClock.system(), perMille))
                .getMessage();
        assertTrue(message.contains(Integer.toString(perMille)), message);
    }

    /** A caller may use a deadline years away to mean never. Its share of the budget would overflow a long. */
    @Test
    void aWaitOfYearsKeepsTheMargin() {
        long years = 15 * 365L * 86_400_000 * MILLI;
        MeteredClock clock = new MeteredClock(0, () -> 50_000);
        PreciseWait wait = new PreciseWait(clock, 20);
        for (int i = 1; i <= 10; i++) {
            wait.until(i * 10 * MILLI);
        }
        long margin = wait.marginNanos();
        assertTrue(wait.until(years) - years < TWO_SPINS);
        assertTrue(Math.abs(wait.marginNanos() - margin) <= TWO_SPINS, () -> "now " + wait.marginNanos());
    }
}
