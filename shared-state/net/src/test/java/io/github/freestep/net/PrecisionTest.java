package io.github.freestep.net;

import static io.github.freestep.testing.Refused.refused;

import org.junit.jupiter.api.Test;

class PrecisionTest {
    @Test
    void limitsOutOfRangeAreRefused() {
        assertRefused(0, 1, "units must be between 0.000001 and 1000, was 0.0");
        assertRefused(Double.NaN, 1, "units must be between 0.000001 and 1000, was NaN");
        assertRefused(1001, 1, "units must be between 0.000001 and 1000, was 1001.0");
        assertRefused(1, 0, "degrees must be between 0.001 and 10, was 0.0");
        assertRefused(1, 11, "degrees must be between 0.001 and 10, was 11.0");
        assertRefused(1, Double.NaN, "degrees must be between 0.001 and 10, was NaN");
    }

    private static void assertRefused(double units, double degrees, String message) {
        refused(message, IllegalArgumentException.class, () -> Precision.of(units, degrees));
    }
}
