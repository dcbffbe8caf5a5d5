package io.github.freestep.physics;

import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ParkMeterTest {
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
}
