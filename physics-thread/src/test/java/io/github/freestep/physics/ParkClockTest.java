package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.physics.thread.SystemRequests;
import io.github.freestep.physics.thread.WorkerSettings;
import io.github.freestep.physics.thread.WorkerWaits;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(240)
class ParkClockTest {
    private static final long MILLI = 1_000_000;

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

    /** The readings of two processors may differ a little. */
    @Test
    void aClockMayGoBackByASecond() throws Exception {
        long[] backNanos = new long[1];
        VirtualClock clock = new VirtualClock(0);
        NanoClock backwards = () -> clock.nanoTime() - backNanos[0];
        WorkerSettings settings = new WorkerSettings("", backwards, 0, FineTimer.system(), SystemRequests.NONE);
        WorkerWaits waits = new WorkerWaits(settings);
        waits.nanoTime();
        backNanos[0] = 1_000 * MILLI;
        assertEquals(-1_000 * MILLI, waits.nanoTime());
        backNanos[0] = 2_000 * MILLI + 1;
        IllegalStateException refused = assertThrows(IllegalStateException.class, waits::nanoTime);
        assertEquals(
                "the clock must never run backwards, has gone back by 1000 ms; the time of day does, so pass a clock that"
                        + " counts as System.nanoTime() does",
                refused.getMessage());
        assertEquals(-2_000 * MILLI - 1, waits.nanoTime());
    }
}
