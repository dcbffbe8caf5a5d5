package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FrameRateTest {
    @Test
    void itReportsTheLastHalfSecondEvenIfTheClockOverflows() {
        FrameRate rate = new FrameRate();
        for (long frame = 0; frame < 200; frame++) {
            assertEquals(frame <= 50 ? 0 : 100, rate.perSecond(), 1e-9, "before frame " + frame);
            rate.count(Long.MAX_VALUE - 500_000_000 + frame * 10_000_000);
        }
    }
}
