package io.github.freestep.net.wire;

import io.github.freestep.net.wire.PieceEncoder.Piece;
import io.github.freestep.net.wire.StateRing.Entry;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import java.util.Arrays;

/**
 * The newest state as datagrams for any number of clients. A datagram is encoded when the first client needs it, and
 * others that have the same earlier states are sent the same bytes. For one thread. Allocates only while more datagrams
 * are in use than ever before.
 */
final class SharedBlocks {
    /** How many datagrams of a state are kept for other clients. Further ones are encoded for each client. */
    private static final int MOST_KEPT = 256;

    private final SentStates states;
    private final PieceEncoder encoder;

    /** For the client that is sent the state now, from which states each block is encoded. */
    private final int[] from;

    private final Encoded[] encoded = new Encoded[MOST_KEPT + 1];

    /** How many datagrams of the newest state are kept. */
    int kept;

    /** A datagram of the newest state. */
    private static final class Encoded {
        final Piece piece = new Piece();
        int firstSlot;
        int endSlot;

        /** From the block of the first slot on. */
        int[] from = {};

        /** Whether it is all of the state, and says nothing new. */
        boolean rests;

        int newBytes;
    }

    SharedBlocks(StateLayout layout, SentStates states, PieceEncoder encoder) {
        this.states = states;
        this.encoder = encoder;
        from = new int[Blocks.of(layout.capacity())];
    }

    /**
     * Sends the newest state to a client.
     *
     * @param header its fields are set, apart from those that differ from piece to piece
     * @param nowNanos as of {@link ClientBlocks#begin}
     */
    void send(ClientBlocks client, PieceHeader header, long nowNanos, DatagramOutput output) {
        client.begin(header, states, nowNanos, from);
        boolean hasInput = header.hasInput;
        int slot = 0;
        do {
            Encoded piece = find(slot);
            if (piece == null) {
                header.hasInput = hasInput && slot == 0;
                piece = encode(slot, header);
            }
            if (client.leavesOut(piece.rests)) {
                return;
            }
            client.send(slot, piece.endSlot);
            client.newBytes += piece.newBytes;
            boolean isOnly = slot == 0 && piece.endSlot == header.slots;
            piece.piece.send((int) client.newest(), isOnly, output);
            slot = piece.endSlot;
        } while (slot < header.slots);
    }

    /** Returns the datagram from a slot on of another client that has the same states; null if there is none. */
    private Encoded find(int slot) {
        for (int i = 0; i < kept; i++) {
            Encoded each = encoded[i];
            int block = slot / Blocks.SIZE;
            int count = Blocks.of(each.endSlot) - block;
            if (each.firstSlot == slot && Arrays.equals(each.from, 0, count, from, block, block + count)) {
                return each;
            }
        }
        return null;
    }

    private Encoded encode(int slot, PieceHeader header) {
        Encoded piece = encoded[kept];
        if (piece == null) {
            piece = new Encoded();
            encoded[kept] = piece;
        }
        int block = slot / Blocks.SIZE;
        header.age = BlockModels.newer(header.slots == 0 ? BlockModels.NOTHING : from[block]);
        encoder.open(piece.piece, header, slot);
        piece.firstSlot = slot;
        piece.rests = states.isSame(header.age);
        piece.newBytes = 0;
        piece.endSlot = slots(piece, header);
        piece.rests &= slot == 0 && piece.endSlot == header.slots;
        header.rests = piece.rests;
        encoder.close(piece.piece, header, piece.endSlot);
        int count = Blocks.of(piece.endSlot) - block;
        piece.from = piece.from.length < count ? new int[from.length] : piece.from;
        System.arraycopy(from, block, piece.from, 0, count);
        kept += kept < MOST_KEPT ? 1 : 0;
        return piece;
    }

    /** Encodes slots, as far as they fit. Returns the end of those that do. */
    private int slots(Encoded piece, PieceHeader header) {
        int before = BlockModels.NOTHING;
        int slot = header.firstSlot;
        while (slot < header.slots) {
            int block = slot / Blocks.SIZE;
            int end = Math.min((block + 1) * Blocks.SIZE, header.slots);
            int size = encoder.coder.size();
            encoder.models.from(encoder.coder, slot == header.firstSlot, before, from[block]);
            before = from[block];
            int reached = before == BlockModels.ABSENT ? fits(slot, end) : block(piece, header, block, slot, end);
            piece.newBytes += before == BlockModels.NOTHING ? encoder.coder.size() - size : 0;
            piece.rests &= before != BlockModels.ABSENT;
            if (reached < end) {
                return reached;
            }
            slot = end;
        }
        return slot;
    }

    private int fits(int slot, int end) {
        return encoder.keeps() ? end : slot;
    }

    /** Encodes slots of a block, as far as they fit. */
    private int block(Encoded piece, PieceHeader header, int block, int first, int end) {
        Entry newest = states.newest;
        Entry newer = states.ring.find(header.state - BlockModels.newer(from[block]));
        Entry older = states.ring.find(header.state - BlockModels.older(from[block]));
        int[] now = newest.ints(block);
        int[] a = newer == newest ? null : newer.ints(block);
        int[] b = older == newest ? null : older.ints(block);
        boolean changes = now != a && !Arrays.equals(now, a);
        encoder.models.changes(encoder.coder, a, b, changes);
        if (!changes) {
            return fits(first, end);
        }
        piece.rests = false;
        int ticks = (int) (header.tick - newer.tick);
        int before = (int) (newer.tick - older.tick);
        for (int slot = first; slot < end; slot++) {
            encoder.bodies.body(slot, now, a, b, ticks, before);
            if (!encoder.keeps()) {
                return slot;
            }
        }
        return end;
    }
}
