package io.github.freestep.physics.jolt;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads the contacts that Jolt has saved. Jolt itself does not check what it restores, and its binding reports neither
 * points nor impulses of a contact otherwise.
 */
final class ContactBytes {
    /** The most points of a manifold. Jolt keeps them in an array of this length, and does not check it. */
    private static final int MOST_POINTS = 4;

    private static final int VECTOR = 3 * Float.BYTES;

    private final ByteBuffer in;

    /** The impulses of friction: two along the surface for each point, or with one of rotation for all points. */
    private final int frictionOfManifold;

    private final int frictionOfPoint;

    private ContactBytes(byte[] bytes, int length, boolean isFrictionOfManifold) {
        in = ByteBuffer.wrap(bytes, 0, length).order(ByteOrder.LITTLE_ENDIAN);
        frictionOfManifold = isFrictionOfManifold ? 3 * Float.BYTES : 0;
        frictionOfPoint = isFrictionOfManifold ? 0 : 2 * Float.BYTES;
    }

    /** Takes what {@link #read} finds. */
    interface Visitor {
        /** Begins a pair of bodies. A pair that Jolt has checked and that does not touch has no manifolds. */
        void pair(int id1, int id2, int manifolds) throws IOException;

        /** Passes a manifold of the newest pair: its normal, in the space of the second body. */
        default void manifold(float nx, float ny, float nz) {}

        /** Passes a point of the newest manifold, in the space of the centre of mass of the second body. */
        default void point(float x, float y, float z, float impulse) {}

        /** Passes a contact of a body that is checked along its way. Jolt keeps nothing but its bodies. */
        default void fast(int id1, int id2) throws IOException {}
    }

    /** Reads saved contacts, and refuses all that Jolt would not have written. */
    static void read(byte[] bytes, int length, Visitor to) throws IOException {
        read(bytes, length, JoltRuntime.calls().frictionOfManifold(), to);
    }

    /** Reads the contacts of Jolt 5.6 and later, with friction of manifolds, or those of earlier versions. */
    static void read(byte[] bytes, int length, boolean isFrictionOfManifold, Visitor to) throws IOException {
        try {
            new ContactBytes(bytes, length, isFrictionOfManifold).read(to);
        } catch (BufferUnderflowException e) {
            throw new IOException("the saved contacts are damaged: they end in the middle of one; use another copy", e);
        }
    }

    private void read(Visitor to) throws IOException {
        in.get();
        for (int pairs = count(2 * Integer.BYTES); pairs > 0; pairs--) {
            int id1 = in.getInt();
            int id2 = in.getInt();
            floats(2 * VECTOR);
            int manifolds = count(VECTOR);
            to.pair(id1, id2, manifolds);
            for (; manifolds > 0; manifolds--) {
                manifold(id1, id2, to);
            }
        }
        for (int fast = count(4 * Integer.BYTES); fast > 0; fast--) {
            int id1 = in.getInt();
            in.getInt();
            int id2 = in.getInt();
            in.getInt();
            to.fast(id1, id2);
        }
        if (in.hasRemaining()) {
            throw damaged(in.remaining() + " bytes after the last one");
        }
    }

    private void manifold(int id1, int id2, Visitor to) throws IOException {
        int first = in.getInt();
        in.getInt();
        int second = in.getInt();
        in.getInt();
        if (first != id1 || second != id2) {
            throw damaged("a contact of bodies " + Integer.toHexString(first) + " and " + Integer.toHexString(second)
                    + " among those of " + Integer.toHexString(id1) + " and " + Integer.toHexString(id2));
        }
        int points = in.getShort();
        if (points < 0 || points > MOST_POINTS) {
            throw damaged("a contact that must have at most " + MOST_POINTS + " points, had " + points);
        }
        to.manifold(finite(), finite(), finite());
        floats(frictionOfManifold);
        for (; points > 0; points--) {
            floats(VECTOR);
            to.point(finite(), finite(), finite(), finite());
            floats(frictionOfPoint);
        }
    }

    /** Reads a number of entries, each of which has at least {@code least} bytes. */
    private int count(int least) throws IOException {
        int count = in.getInt();
        if (count < 0 || count > in.remaining() / least) {
            throw damaged(Integer.toUnsignedString(count) + " contacts in " + in.remaining() + " bytes");
        }
        return count;
    }

    private void floats(int bytes) throws IOException {
        for (int i = 0; i < bytes; i += Float.BYTES) {
            finite();
        }
    }

    private float finite() throws IOException {
        float value = in.getFloat();
        if (!Float.isFinite(value)) {
            throw damaged("a number that is " + value);
        }
        return value;
    }

    private static IOException damaged(String what) {
        return new IOException("the saved contacts are damaged: they have " + what + "; use another copy");
    }
}
