package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.Messages;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A world that a player has saved for players who join late, or the part of it that has arrived. */
final class DonatedWorld {
    /** A donor that sends less than 16 kB per second counts as one that sends nothing. */
    private static final long MOST_NANOS_PER_BYTE = 61_035;

    private final int donor;
    private final long tick;
    private byte[] bytes = {};
    private int total = -1;
    private int arrived;
    private final long begunNanos;
    private long progressNanos;

    /** Expects the world in the state after a tick. */
    DonatedWorld(int donor, long tick, long now) {
        this.donor = donor;
        this.tick = tick;
        begunNanos = now;
        progressNanos = now;
    }

    int donor() {
        return donor;
    }

    long tick() {
        return tick;
    }

    int total() {
        return total;
    }

    boolean complete() {
        return arrived == total;
    }

    long progressNanos() {
        return progressNanos;
    }

    void add(int length, int offset, ByteBuffer part, long now) throws InvalidMessageException {
        if (offset != arrived || total >= 0 && length != total || length < 1) {
            throw new InvalidMessageException("a part of a saved world begins at " + offset + " of " + length
                    + " bytes, expected " + arrived + (total < 0 ? "" : " of " + total));
        }
        total = length;
        int end = offset + part.remaining();
        if (bytes.length < end) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(total, Math.max(2L * bytes.length, end)));
        }
        part.get(bytes, offset, end - offset);
        arrived = end;
        progressNanos = Math.min(now, begunNanos + arrived * MOST_NANOS_PER_BYTE);
    }

    ByteBuffer part(int offset) {
        return ByteBuffer.wrap(bytes, offset, Math.min(Messages.MAX_CHUNK, total - offset));
    }
}
