package io.github.freestep.physics.jolt;

import io.github.freestep.physics.engine.SavedBytes;
import io.github.freestep.physics.engine.SavedNumbers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Checks the settings, the bodies and the number of constraints that Jolt has saved, because Jolt does not. */
final class BodyBytes {
    /** The length of the last step, and the gravity. */
    private static final int SETTINGS = 4;

    /** Velocities, force, torque, what Jolt watches for sleep, and a timer. */
    private static final int MOTION = 25;

    private static final int ORIENTATION = 4;

    private final ByteBuffer in;

    private BodyBytes(SavedBytes bytes) {
        in = ByteBuffer.wrap(bytes.array(), 0, bytes.length()).order(ByteOrder.LITTLE_ENDIAN);
        in.get();
    }

    static void requireSettings(SavedBytes bytes) throws IOException {
        requireLength(bytes, 1 + SETTINGS * Float.BYTES);
        new BodyBytes(bytes).floats(SETTINGS);
    }

    /** Refuses another number of constraints. */
    static void requireConstraints(SavedBytes bytes, int count) throws IOException {
        if (bytes.length() < 1 + Integer.BYTES) {
            requireLength(bytes, 1 + Integer.BYTES);
        }
        requireEqual(count, new BodyBytes(bytes).in.getInt());
    }

    /**
     * Refuses all but these bodies in this order.
     *
     * @param awake takes which of them are awake
     */
    static void requireBodies(
            SavedBytes bytes, int[] ids, boolean[] canMove, int count, boolean isDouble, boolean[] awake)
            throws IOException {
        int position = 3 * (isDouble ? Double.BYTES : Float.BYTES);
        long length = 1 + Integer.BYTES;
        for (int i = 0; i < count; i++) {
            length += Integer.BYTES + 1 + position + ORIENTATION * Float.BYTES;
            // With doubles, Jolt saves a position in addition, relative to which it watches for sleep.
            length += canMove[i] ? MOTION * Float.BYTES + 1 + (isDouble ? position : 0) : 0;
        }
        requireLength(bytes, length);
        new BodyBytes(bytes).bodies(ids, canMove, count, isDouble, awake);
    }

    private static void requireLength(SavedBytes bytes, long length) throws IOException {
        if (bytes.length() != length) {
            throw new IOException("the saved world is damaged: " + bytes.length() + " bytes where " + length
                    + " are expected; use another copy");
        }
    }

    private void bodies(int[] ids, boolean[] canMove, int count, boolean isDouble, boolean[] awake) throws IOException {
        requireEqual(count, in.getInt());
        for (int i = 0; i < count; i++) {
            requireEqual(ids[i], in.getInt());
            awake[i] = flag();
            position(isDouble);
            float squared = 0;
            for (int part = 0; part < ORIENTATION; part++) {
                float value = in.getFloat();
                squared += value * value;
            }
            SavedNumbers.requireUnit(squared);
            if (canMove[i]) {
                motion(isDouble);
            }
        }
    }

    private void motion(boolean isDouble) throws IOException {
        floats(12);
        if (isDouble) {
            position(true);
        }
        floats(MOTION - 12);
        flag();
    }

    private void position(boolean isDouble) throws IOException {
        if (!isDouble) {
            floats(3);
            return;
        }
        for (int i = 0; i < 3; i++) {
            SavedNumbers.finite(in.getDouble());
        }
    }

    private void floats(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            SavedNumbers.finite(in.getFloat());
        }
    }

    private boolean flag() throws IOException {
        int value = in.get();
        if (value != 0 && value != 1) {
            throw new IOException("the saved world is damaged: a flag of a body is " + value + "; use another copy");
        }
        return value != 0;
    }

    private static void requireEqual(int expected, int actual) throws IOException {
        if (actual != expected) {
            throw new IOException("the saved world is damaged: " + Integer.toHexString(actual) + " in its state where "
                    + Integer.toHexString(expected) + " is expected; use another copy");
        }
    }
}
