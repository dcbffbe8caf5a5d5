package io.github.freestep.physics.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class SavedNumbersTest {
    @Test
    void numbersBelowTheLimitAreRead() throws IOException {
        for (double value : new double[] {0, -1.5, Double.MIN_VALUE, Math.nextDown(0x1p125), -Math.nextDown(0x1p125)}) {
            assertEquals(value, SavedNumbers.readFinite(in(value)));
        }
        for (float value : new float[] {0, -1.5f, Math.nextDown(0x1p125f), -Math.nextDown(0x1p125f)}) {
            assertEquals(value, SavedNumbers.readFiniteFloat(in(value)));
        }
    }

    @Test
    void othersAreRefused() {
        for (double value : new double[] {Double.NaN, 1 / 0.0, -1 / 0.0, 1e300, 0x1p125, -0x1p125}) {
            refused(value, () -> SavedNumbers.readFinite(in(value)));
        }
        for (float value : new float[] {Float.NaN, 1 / 0f, -1 / 0f, 0x1p125f, -0x1p125f}) {
            refused(value, () -> SavedNumbers.readFiniteFloat(in(value)));
        }
    }

    private interface Reading {
        double number() throws IOException;
    }

    private static void refused(double value, Reading reading) {
        assertEquals(
                "a number of the saved world must have a magnitude below 2^125, was " + value + "; use another copy",
                assertThrows(IOException.class, reading::number).getMessage());
    }

    private static DataInputStream in(double value) {
        return new DataInputStream(
                new ByteArrayInputStream(ByteBuffer.allocate(8).putDouble(value).array()));
    }

    private static DataInputStream in(float value) {
        return new DataInputStream(
                new ByteArrayInputStream(ByteBuffer.allocate(4).putFloat(value).array()));
    }
}
