package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.spi.ParkTimer;
import io.github.freestep.physics.workers.FakeSystem;
import io.github.freestep.physics.workers.ParkMeter;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ParkMeterTest {
    private static final long MILLI = 1_000_000;
    private static final long COARSE_NANOS = 2 * MILLI;

    private long lateNanos;
    // The clock wraps during the first park.
    private final VirtualClock clock = new VirtualClock(Long.MAX_VALUE - 5 * MILLI, () -> lateNanos);
    private final ParkMeter meter = new ParkMeter(clock, ParkTimer.NONE);

    @Test
    void theFirstParkIsTheAverageAndTheNextCountsHalf() {
        park(60_000);
        assertEquals(60_000, meter.latenessNanos());
        park(30_000);
        assertEquals(45_000, meter.latenessNanos());
        assertEquals(Long.MIN_VALUE + 15 * MILLI + 90_000 - 1, meter.nanoTime());
    }

    @Test
    void aParkThatEndsEarlyIsIgnored() {
        park(60_000);
        park(-3 * MILLI);
        assertEquals(60_000, meter.latenessNanos());
    }

    @Test
    void oneLongPreemptionDoesNotLookLikeACoarseTimer() {
        for (int i = 0; i < 200; i++) {
            park(50_000);
        }
        park(3_000 * MILLI);
        assertTrue(meter.latenessNanos() < COARSE_NANOS, () -> meter.latenessNanos() + " ns");
    }

    @Test
    void aChangeOfTheTimerShowsWithinSecondsAt100Hertz() {
        for (int i = 0; i < 200; i++) {
            park(50_000);
        }
        // Lateness on a grid of 15.6 ms, spread evenly.
        for (int i = 0; i < 100; i++) {
            park(i * 5_077_123L % 15_625_000);
        }
        assertTrue(meter.latenessNanos() > COARSE_NANOS, () -> meter.latenessNanos() + " ns");
        for (int i = 0; i < 200; i++) {
            park(i * 507_712L % MILLI);
        }
        assertTrue(meter.latenessNanos() < COARSE_NANOS, () -> meter.latenessNanos() + " ns");
    }

    /** At 1,000 Hz the precise wait parks. At 10 Hz, and in a pause, mostly the poll for control does. */
    @ParameterizedTest
    @ValueSource(ints = {10, 1_000})
    void aServiceMeasuresAllItsParks(int rate) throws Exception {
        VirtualClock coarse = new VirtualClock(0, () -> 7 * MILLI);
        try (PhysicsService physics = PhysicsService.builder(new Falling())
                .rate(rate)
                .clock(coarse)
                .closeTimeout(Duration.ofSeconds(30))
                .start()) {
            ServiceUnderTest.await(() -> physics.metrics().parkLatenessNanos() == 7 * MILLI);
            physics.pause().get(30, TimeUnit.SECONDS);
        }
    }

    private void park(long late) {
        lateNanos = late;
        meter.park(10 * MILLI);
    }

    /** A signal must be able to end the other parks. */
    @Test
    void onlyPreciseWaitsParkOnTheTimerAndBothAreMeasured() {
        FakeSystem.Timer timer = new FakeSystem.Timer(clock);
        ParkMeter both = new ParkMeter(clock, timer);
        lateNanos = 60_000;
        both.park(MILLI);
        assertEquals(List.of(), timer.called);
        assertEquals(60_000, both.latenessNanos());
        both.forDeadlines().park(MILLI);
        assertEquals(List.of("park 1000000"), timer.called);
        assertEquals(30_000, both.latenessNanos());
        both.close();
        assertEquals("close", timer.called.get(1));
    }
}
