package io.github.freestep.net.wire;

/** Buffers for pieces, allocated when first needed and then reused, up to a limit. For one thread. */
final class PieceBuffers {
    private final byte[][] free;
    private int count;
    private int allocated;

    PieceBuffers(int most) {
        free = new byte[most][];
    }

    /** Whether all buffers are in use. */
    boolean isUsedUp() {
        return count == 0 && allocated == free.length;
    }

    /** Returns a buffer for a datagram; null if all are in use. */
    byte[] take() {
        if (count > 0) {
            return free[--count];
        }
        if (allocated == free.length) {
            return null;
        }
        allocated++;
        return new byte[StateEncoder.MAX_DATAGRAM];
    }

    /** Takes back a buffer that {@link #take} returned. */
    void give(byte[] buffer) {
        free[count++] = buffer;
    }
}
