package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.physics.EventSubscription;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class QualityTest {
    /** Steps of 15 ms are too long for ticks of 10 ms. Steps of 2 ms are not, so the speed comes back. */
    @Test
    @Timeout(60)
    void lessDetailEndsTheSlowMotion() {
        VirtualClock clock = new VirtualClock(0);
        Crowd crowd = new Crowd(clock);
        PhysicsService physics = PhysicsService.builder(crowd).clock(clock).build();
        try (physics;
                EventSubscription quality = Quality.lowersDetail(physics)) {
            physics.start();
            while (physics.failure() == null
                    && (crowd.isDetailed() || physics.metrics().sustainedScale() < 1)) {
                Thread.onSpinWait();
            }
            assertNull(physics.failure());
            assertEquals(0, quality.missed());
        }
    }
}
