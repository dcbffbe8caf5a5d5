package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.Snapshot;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A world that a player has saved for players who join late, or the part of it that has arrived. */
final class DonatedWorld {
    /** A donor that sends less than 16 kB per second counts as one that sends nothing. */
    private static final long MOST_NANOS_PER_BYTE = 61_035;

    private int donor;
    private long tick;
    private byte[] bytes = {};
    private int total = -1;
    private int arrived;
    private long begunNanos;
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

    /**
     * Saves or loads a world that may be null, see {@link Snapshot}. Several players may be sent the same one, which
     * can be large: only the first copy has its bytes, and the others have its index.
     *
     * @param worlds those that this snapshot has so far
     */
    static @Nullable DonatedWorld copy(@Nullable DonatedWorld world, List<DonatedWorld> worlds, Snapshot state) {
        int known = worlds.indexOf(world);
        int index = state.copy(world == null ? -1 : known < 0 ? worlds.size() : known);
        if (index < 0) {
            return null;
        }
        if (index == worlds.size()) {
            DonatedWorld copied = world != null ? world : new DonatedWorld(Peer.NO_PLAYER, 0, 0);
            copied.copy(state);
            worlds.add(copied);
        }
        return worlds.get(index);
    }

    private void copy(Snapshot state) {
        donor = state.copy(donor);
        tick = state.copy(tick);
        total = state.copy(total);
        arrived = state.copy(arrived);
        bytes = state.copy(bytes, arrived);
        begunNanos = state.copy(begunNanos);
        progressNanos = state.copy(progressNanos);
    }
}
