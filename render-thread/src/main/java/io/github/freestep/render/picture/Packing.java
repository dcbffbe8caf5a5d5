package io.github.freestep.render.picture;

import io.github.freestep.internal.Ranges;
import java.nio.Buffer;
import java.nio.FloatBuffer;
import java.util.Objects;

/**
 * Packs poses into the formats that hosts upload, slot by slot and without gaps. Stateless; allocates
 * nothing, never blocks. If the target is too short, nothing is written.
 *
 * <ul>
 *   <li>Interleaved: {@code x y z qx qy qz qw}, {@value #INTERLEAVED} floats for each slot.
 *   <li>Matrices: column by column, as OpenGL and {@code org.joml.Matrix4f} store them, {@value #MATRIX} floats for
 *       each slot. The last column is the position. Orientations must have length one.
 * </ul>
 *
 * <p>Moves a buffer's position behind the floats that it writes. Writes to the array of a buffer directly, and to a
 * buffer without one in blocks. Use a buffer with an array, or a direct one of native byte order; others are slow.
 *
 * <p>The stores limit the speed: the sixteen stores of a matrix take 1.9 ns, and stores and arithmetic together take
 * 2.4 ns. Rejected: SIMD loops that compute the rotations first, and a loop that then stores them, which take 3.5 ns.
 * Also rejected: a loop for each column, which takes 4 ns.
 */
public final class Packing {
    public static final int INTERLEAVED = 7;
    public static final int MATRIX = 16;

    /** The number of slots in a block. The matrices of 128 slots take 8 KB, so they fit into the first-level cache. */
    private static final int BLOCK = 128;

    /** The floats of the array that the caller lends, for buffers without one. */
    public static final int STAGING = BLOCK * MATRIX;

    private Packing() {}

    private interface Loop {
        void pack(Poses poses, int from, int to, float[] target, int offset);
    }

    public static void interleaved(Poses poses, int from, int to, FloatBuffer target, float[] staging) {
        pack(Packing::interleave, poses, from, to, INTERLEAVED, target, staging);
    }

    public static void matrices(Poses poses, int from, int to, FloatBuffer target, float[] staging) {
        pack(Packing::columns, poses, from, to, MATRIX, target, staging);
    }

    private static void pack(
            Loop loop, Poses poses, int from, int to, int floats, FloatBuffer target, float[] staging) {
        int needed = require(poses, from, to, floats, target);
        if (target.hasArray()) {
            loop.pack(poses, from, to, target.array(), target.arrayOffset() + target.position());
            ((Buffer) target)
                    .position(target.position() + needed); // Android's FloatBuffer has no such method of its own
            return;
        }
        for (int start = from; start < to; start += BLOCK) {
            int end = Math.min(start + BLOCK, to);
            loop.pack(poses, start, end, staging, 0);
            target.put(staging, 0, (end - start) * floats);
        }
    }

    /** Checks what a caller asks for, and returns the number of floats. */
    public static int require(Poses poses, int from, int to, int floats, FloatBuffer target) {
        Ranges.requireSlots(from, to, poses.capacity(), "take slots below State.slots()");
        if (Objects.requireNonNull(target, "into must not be null").isReadOnly()) {
            throw new IllegalArgumentException("into must not be read-only, was " + target);
        }
        int needed = (to - from) * floats;
        if (target.remaining() < needed) {
            throw new IllegalArgumentException("the buffer must have room for " + needed + " floats, for " + (to - from)
                    + " slots, but had room for " + target.remaining()
                    + " from its position to its limit; pass a larger one, or clear it first");
        }
        return needed;
    }

    private static void interleave(Poses poses, int from, int to, float[] target, int offset) {
        for (int i = from, at = offset; i < to; i++, at += INTERLEAVED) {
            target[at] = poses.x[i];
            target[at + 1] = poses.y[i];
            target[at + 2] = poses.z[i];
            target[at + 3] = poses.qx[i];
            target[at + 4] = poses.qy[i];
            target[at + 5] = poses.qz[i];
            target[at + 6] = poses.qw[i];
        }
    }

    private static void columns(Poses poses, int from, int to, float[] target, int offset) {
        for (int i = from, at = offset; i < to; i++, at += MATRIX) {
            float a = poses.qx[i];
            float b = poses.qy[i];
            float c = poses.qz[i];
            float a2 = a + a;
            float b2 = b + b;
            float c2 = c + c;
            float aa = 1 - a * a2;
            float bb = b * b2;
            float cc = c * c2;
            float ab = a * b2;
            float ac = a * c2;
            float bc = b * c2;
            float wa = poses.qw[i] * a2;
            float wb = poses.qw[i] * b2;
            float wc = poses.qw[i] * c2;
            target[at] = 1 - bb - cc;
            target[at + 1] = ab + wc;
            target[at + 2] = ac - wb;
            target[at + 3] = 0;
            target[at + 4] = ab - wc;
            target[at + 5] = aa - cc;
            target[at + 6] = bc + wa;
            target[at + 7] = 0;
            target[at + 8] = ac + wb;
            target[at + 9] = bc - wa;
            target[at + 10] = aa - bb;
            target[at + 11] = 0;
            target[at + 12] = poses.x[i];
            target[at + 13] = poses.y[i];
            target[at + 14] = poses.z[i];
            target[at + 15] = 1;
        }
    }
}
