package io.github.freestep.net.wire;

import org.jspecify.annotations.Nullable;

/** Buffers for the pieces of pending states, allocated when more are in use than ever before. For one thread. */
final class PieceBuffers {
    private final byte[][] free;
    private int freeCount;
    private int allocated;

    PieceBuffers(int most) {
        free = new byte[most][];
    }

    /** Whether all buffers are in use. */
    boolean areTaken() {
        return freeCount == 0 && allocated == free.length;
    }

    /** Returns a buffer for a datagram; null if all are in use. */
    byte @Nullable [] take() {
        if (freeCount > 0) {
            return free[--freeCount];
        }
        if (areTaken()) {
            return null;
        }
        allocated++;
        return new byte[Datagrams.MAX_DATAGRAM];
    }

    /** Takes back a buffer that {@link #take} returned. */
    void give(byte[] buffer) {
        free[freeCount++] = buffer;
    }
}
