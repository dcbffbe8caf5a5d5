package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.enumerate.EStateRecorderState;
import io.github.freestep.physics.engines.SavedBytes;
import io.github.freestep.physics.engines.SavedNumbers;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Reads the parts of Jolt's state as Jolt saves them, and refuses all that Jolt would not have written, because Jolt
 * itself does not check what it restores. Its binding reports neither points nor impulses of a contact otherwise.
 */
final class JoltBytes {
    private static final int VECTOR = 3;

    /** The most points of a manifold. Jolt keeps them in an array of this length, and does not check it. */
    private static final int MOST_POINTS = 4;

    private final ByteBuffer in;

    private JoltBytes(ByteBuffer in) {
        this.in = in;
    }

    /** Takes the contacts that are found. */
    interface Contacts {
        /**
         * Begins a pair of bodies. A pair that Jolt has checked and that does not touch has no manifolds.
         *
         * @return whether to check and pass the rest of it; otherwise that is skipped
         */
        boolean pair(int id1, int id2, int manifolds) throws IOException;

        /**
         * Passes how the second body of the newest pair lay in the space of the first when its points were found: its
         * centre of mass, and its turn, whose real part is not negative.
         */
        default void pose(float x, float y, float z, float qx, float qy, float qz) {}

        /** Passes a manifold of the newest pair: its normal, in the space of the second body. */
        default void manifold(float nx, float ny, float nz) {}

        /** Passes a point of the newest manifold on each body, in the space of the centre of mass of that body. */
        default void point(float x1, float y1, float z1, float x2, float y2, float z2, float impulse) {}

        /** Passes a contact of a body that is checked along its way. Jolt keeps nothing but its bodies. */
        default void fast(int id1, int id2) {}
    }

    /** Reads what Jolt has saved of one body, with {@link #motion}. */
    interface Motion {
        void read(int body, JoltBytes from) throws IOException;
    }

    private interface Part {
        void read(JoltBytes from) throws IOException;
    }

    private static void read(byte[] bytes, int length, int mask, Part part) throws IOException {
        JoltBytes from = new JoltBytes(ByteBuffer.wrap(bytes, 0, length).order(ByteOrder.LITTLE_ENDIAN));
        try {
            from.requireEqual(mask, from.in.get());
            part.read(from);
        } catch (BufferUnderflowException e) {
            throw damaged("ends in the middle of a value", e);
        }
        if (from.in.hasRemaining()) {
            throw damaged("has " + from.in.remaining() + " bytes after its last value", null);
        }
    }

    private static void read(SavedBytes bytes, int mask, Part part) throws IOException {
        read(bytes.array(), bytes.length(), mask, part);
    }

    /** Refuses settings of a system that are not the length of its last step and a gravity. */
    static void requireSettings(SavedBytes bytes) throws IOException {
        read(bytes, EStateRecorderState.Global, from -> from.floats(1 + VECTOR));
    }

    /** Refuses another number of joints. */
    static void requireJoints(SavedBytes bytes, int count) throws IOException {
        read(bytes, EStateRecorderState.Constraints, from -> {
            from.requireEqual(count, from.in.getInt());
            from.in.position(from.in.limit());
        });
    }

    /** Refuses all but these bodies in this order, and passes on each of them. */
    static void requireBodies(SavedBytes bytes, int[] ids, int count, Motion to) throws IOException {
        read(bytes, EStateRecorderState.Bodies, from -> {
            from.requireEqual(count, from.in.getInt());
            for (int i = 0; i < count; i++) {
                from.requireEqual(ids[i], from.in.getInt());
                to.read(i, from);
            }
        });
    }

    /** Reads the pose and the motion of a body, and returns whether it is awake. */
    boolean motion(boolean canMove, boolean isDouble) throws IOException {
        boolean isAwake = flag();
        position(isDouble);
        float squared = 0;
        for (int part = 0; part < 4; part++) {
            float value = in.getFloat();
            squared += value * value;
        }
        SavedNumbers.requireUnit(squared);
        if (canMove) {
            // Velocities, force and torque.
            floats(4 * VECTOR);
            // What Jolt watches for sleep: with doubles, the places below are relative to this one. And a timer.
            if (isDouble) {
                position(true);
            }
            floats(4 * VECTOR + 1);
            flag();
        }
        return isAwake;
    }

    private void position(boolean isDouble) throws IOException {
        for (int i = 0; i < VECTOR; i++) {
            SavedNumbers.finite(isDouble ? in.getDouble() : in.getFloat());
        }
    }

    /**
     * Reads contacts.
     *
     * @param isFrictionOfManifold whether the impulses of friction are those of Jolt 5.6 and later: two along the
     *     surface and one of rotation for each manifold. In earlier versions, each point has two along the surface
     */
    static void readContacts(byte[] bytes, int length, boolean isFrictionOfManifold, Contacts to) throws IOException {
        read(bytes, length, EStateRecorderState.Contacts, from -> from.contacts(isFrictionOfManifold, to));
    }

    private void contacts(boolean isFrictionOfManifold, Contacts to) throws IOException {
        for (int pairs = count(); pairs > 0; pairs--) {
            int id1 = in.getInt();
            int id2 = in.getInt();
            int place = in.position();
            skip(2 * VECTOR);
            int manifolds = count();
            boolean isWanted = to.pair(id1, id2, manifolds);
            if (isWanted) {
                int next = in.position();
                in.position(place);
                to.pose(finite(), finite(), finite(), finite(), finite(), finite());
                in.position(next);
            }
            for (; manifolds > 0; manifolds--) {
                requireEqual(id1, shape());
                requireEqual(id2, shape());
                manifold(isFrictionOfManifold ? 3 : 0, isFrictionOfManifold ? 0 : 2, isWanted ? to : null);
            }
        }
        for (int fast = count(); fast > 0; fast--) {
            to.fast(shape(), shape());
        }
    }

    private void manifold(int friction, int frictionOfPoint, @Nullable Contacts to) throws IOException {
        int points = in.getShort();
        if (points < 0 || points > MOST_POINTS) {
            throw damaged("has a contact that must have at most " + MOST_POINTS + " points, had " + points, null);
        }
        if (to == null) {
            skip(VECTOR + friction + points * (2 * VECTOR + 1 + frictionOfPoint));
            return;
        }
        to.manifold(finite(), finite(), finite());
        floats(friction);
        for (; points > 0; points--) {
            to.point(finite(), finite(), finite(), finite(), finite(), finite(), finite());
            floats(frictionOfPoint);
        }
    }

    private void skip(int floats) {
        if (in.remaining() < floats * Float.BYTES) {
            throw new BufferUnderflowException();
        }
        in.position(in.position() + floats * Float.BYTES);
    }

    /** Reads the number of a shape, and returns that of its body. */
    private int shape() {
        int id = in.getInt();
        in.getInt();
        return id;
    }

    /** Reads a number of entries. A number that is too large ends in the middle of a value. */
    private int count() throws IOException {
        int count = in.getInt();
        if (count < 0) {
            throw damaged("has " + Integer.toUnsignedString(count) + " contacts", null);
        }
        return count;
    }

    private void floats(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            finite();
        }
    }

    private float finite() throws IOException {
        return (float) SavedNumbers.finite(in.getFloat());
    }

    private boolean flag() throws IOException {
        int value = in.get();
        if (value != 0) {
            requireEqual(1, value);
        }
        return value != 0;
    }

    private void requireEqual(int expected, int actual) throws IOException {
        if (actual != expected) {
            throw damaged(
                    "has " + Integer.toHexString(actual) + " where " + Integer.toHexString(expected) + " is expected",
                    null);
        }
    }

    private static IOException damaged(String what, @Nullable Exception cause) {
        return new IOException("the saved world is damaged: Jolt's state " + what + "; use another copy", cause);
    }
}
