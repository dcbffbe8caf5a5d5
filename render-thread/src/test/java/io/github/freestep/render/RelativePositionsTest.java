package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RelativePositionsTest {

    private final RelativePositions positions = new RelativePositions(3);

    @Test
    void anOriginIsBelowTheLimitOfPositions() {
        double most = Math.nextDown(0x1p125);
        positions.next(most, -most, most);
        for (double wrong : new double[] {0x1p125, -0x1p125, Double.NaN}) {
            assertRefused("x", wrong, () -> positions.next(wrong, 0, 0));
            assertRefused("y", wrong, () -> positions.next(0, wrong, 0));
            assertRefused("z", wrong, () -> positions.next(0, 0, wrong));
        }
    }

    private static void assertRefused(String name, double value, Runnable call) {
        assertEquals(
                "the " + name + " coordinate of an origin must be finite and below 2^125, was " + value
                        + "; take a point near the camera",
                assertThrows(IllegalArgumentException.class, call::run).getMessage());
    }

    @Test
    void movesIfAnyCoordinateDiffers() {
        assertFalse(positions.moves());
        double[][] origins = {{1, 0, 0}, {1, 2, 0}, {1, 2, 3}, {0, 2, 3}};
        for (double[] origin : origins) {
            positions.next(origin[0], origin[1], origin[2]);
            assertTrue(positions.moves());
            positions.move();
            assertFalse(positions.moves());
            assertArrayEquals(origin, new double[] {positions.x, positions.y, positions.z});
        }
    }
}
