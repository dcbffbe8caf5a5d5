package io.github.freestep.net.body;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RotationsTest {
    private final Rotations rotations = new Rotations(PoseGrid.within(0.001, 0.1));
    private final int[] grid = new int[5];

    private void assertResult(double x, double y, double z, double w) {
        assertArrayEquals(
                new double[] {x, y, z, w}, new double[] {rotations.x, rotations.y, rotations.z, rotations.w}, 1e-3);
    }

    @Test
    void aQuaternionOfAnyUsableLengthHasADirection() {
        for (float length : new float[] {1e-5f, 1, 4e5f}) {
            assertTrue(Rotations.isUsable(length, length, length, length));
            rotations.toGrid(length, -length, length, -length, grid, 1);
            rotations.onGrid(grid[1], grid[2], grid[3]);
            assertResult(-0.5, 0.5, -0.5, 0.5);
        }
        assertEquals(0, grid[0]);
        assertEquals(0, grid[4]);
    }

    @Test
    void whatHasNoDirectionIsNoRotation() {
        for (float length : new float[] {0, 4e-7f, 6e5f, Float.NaN, Float.POSITIVE_INFINITY}) {
            assertFalse(Rotations.isUsable(length, length, length, length), "length " + length);
            grid[1] = grid[2] = grid[3] = 7;
            rotations.toGrid(length, length, length, length, grid, 1);
            assertArrayEquals(new int[5], grid);
        }
    }
}
