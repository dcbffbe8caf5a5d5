package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
        String text = assertThrows(IllegalArgumentException.class, () -> Precision.of(units, degrees))
                .getMessage();
        assertTrue(text.startsWith(message), text);
    }

    @Test
    void precisionsWithTheSameGridsAreEqual() {
        assertEquals(Precision.standard(), Precision.of(0.0005, 0.25));
        assertEquals(Precision.standard().hashCode(), Precision.of(0.0005, 0.25).hashCode());
        assertNotEquals(Precision.standard(), Precision.exact());
        assertTrue(Precision.exact().isExact());
        assertFalse(Precision.standard().isExact());
        assertEquals("exact", Precision.exact().toString());
        assertEquals("grids of 2^-11 units and 1/794", Precision.standard().toString());
    }
}
