package io.github.freestep.net.wire;

import io.github.freestep.net.body.BodyCoder;
import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.body.Quantiser;
import io.github.freestep.net.codec.ByteWriter;
import io.github.freestep.net.codec.RangeEncoder;
import io.github.freestep.net.wire.StateRing.Block;
import io.github.freestep.net.wire.StateRing.Entry;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.StateInside;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The newest states as datagrams for any number of clients. A datagram is encoded when the first client needs it, and
 * others that have the same earlier states are sent the same bytes. For one thread. Allocates only while more datagrams
 * or blocks are in use than ever before.
 */
final class SharedBlocks {
    /** Where contents begin. */
    private static final int CONTENT = PieceHeader.MAX_BYTES;

    /** The end of the content takes at most one more unit of the coder. */
    private static final int END = 2;

    /** How many datagrams of a state are kept for other clients. Further ones are encoded for each client. */
    private static final int MOST_KEPT = 256;

    /** The older of two states that a body is encoded from should be so much older that its velocity is exact. */
    private static final long APART_NANOS = 30_000_000;

    /** At higher rates, velocities are less exact, but few states back are still there. */
    private static final int MOST_APART = 8;

    private final Quantiser quantiser;
    final StateRing ring;
    private final BlockModels models;
    private final RangeEncoder coder;
    private final BodyCoder bodies;
    private final ByteWriter writer = new ByteWriter();

    /** By block, the version that the newest state has. */
    private final long[] versions;

    /** The newest state, and how many states are {@link #APART_NANOS}. */
    private @Nullable Entry newest;

    private int apart;

    /** For the client that is sent the state now, from which states each block is encoded. */
    private final int[] from;

    private final Encoded[] encoded = new Encoded[MOST_KEPT + 1];
    private int kept;

    /** The most bytes of the content that is encoded now. */
    private int most;

    /**
     * A datagram of the newest state. The length of its header is known only when the content is complete, so the
     * content begins at a fixed place, and the header is put before it.
     */
    private static final class Encoded {
        /** Has room for a body that is taken back because it does not fit. */
        final byte[] bytes = new byte[CONTENT + 2 * Datagrams.MAX_DATAGRAM];

        final ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int start;
        int end;
        int firstSlot;
        int endSlot;

        /** From the block of the first slot on. */
        int[] from = {};

        boolean hasChanges;
        int newBytes;
    }

    SharedBlocks(StateLayout layout, PoseGrid grid) {
        BodyFields fields = new BodyFields(layout);
        quantiser = new Quantiser(layout, grid);
        ring = new StateRing(fields, layout.capacity());
        models = new BlockModels(fields);
        coder = new RangeEncoder(models.all, 2 * Datagrams.MAX_DATAGRAM);
        bodies = new BodyCoder(layout, grid, coder);
        versions = new long[Blocks.of(layout.capacity())];
        from = new int[versions.length];
    }

    /**
     * Begins a state, or the same one again.
     *
     * @param header has its times; its number is set
     */
    void begin(State state, PieceHeader header) {
        Entry former = newest;
        kept = 0;
        header.ring = ring;
        header.state = former == null ? 1 : former.number + 1;
        newest = ring.begin(header);
        quantiser.open(state);
        for (int block = 0; block < Blocks.of(state.slots()); block++) {
            ring.put(newest, block, content(state, former, block));
        }
        apart = 1;
        Entry before = former;
        while (before != null && apart < MOST_APART && header.stampNanos - before.stampNanos < APART_NANOS) {
            apart++;
            before = ring.find(header.state - apart);
        }
    }

    private Block content(State state, @Nullable Entry before, int block) {
        Block former = before == null ? null : before.block(block);
        long version = StateInside.version(state, block);
        if (former != null && versions[block] == version) {
            return former;
        }
        versions[block] = version;
        Block next = ring.take();
        quantiser.block(state, block, next.ints);
        if (former != null && Arrays.equals(former.ints, next.ints)) {
            ring.give(next);
            return former;
        }
        return next;
    }

    /**
     * Sends the state to a client.
     *
     * @param header its fields are set, apart from those that differ from piece to piece
     * @param nowNanos as of {@link ClientBlocks#begin}
     */
    void send(ClientBlocks client, PieceHeader header, long nowNanos, DatagramOutput output) {
        client.begin(header, apart, nowNanos, from);
        boolean hasInput = header.hasInput;
        int slot = 0;
        do {
            Encoded piece = find(slot);
            if (piece == null) {
                header.hasInput = hasInput && slot == 0;
                piece = encode(slot, header);
            }
            client.send(slot, piece.endSlot);
            client.newBytes += piece.newBytes;
            piece.buffer.putInt(piece.start + PieceHeader.NUMBER_OFFSET, (int) client.newest());
            boolean isOnly = slot == 0 && piece.endSlot == header.slots;
            Datagrams.send(piece.buffer.limit(piece.end).position(piece.start), isOnly && piece.hasChanges, output);
            slot = piece.endSlot;
        } while (slot < header.slots);
        header.number = Math.max(header.number, client.newest());
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
        int first = header.slots == 0 ? BlockModels.NOTHING : from[slot / Blocks.SIZE];
        header.age = BlockModels.newer(first);
        header.firstSlot = slot;
        header.endSlot = header.slots;
        // As long as it can become.
        most = Datagrams.MAX_DATAGRAM - END - write(header, piece);
        coder.open(piece.bytes, CONTENT);
        bodies.begin();
        piece.firstSlot = slot;
        piece.hasChanges = false;
        piece.newBytes = 0;
        int end = slots(piece, header);
        if (end == slot && slot < header.slots) {
            throw new IllegalStateException("body " + slot + " does not fit into a datagram");
        }
        coder.end();
        piece.end = coder.finish();
        piece.endSlot = end;
        header.endSlot = end;
        int length = write(header, piece);
        piece.start = CONTENT - length;
        System.arraycopy(piece.bytes, 0, piece.bytes, piece.start, length);
        int block = slot / Blocks.SIZE;
        int count = Blocks.of(end) - block;
        piece.from = piece.from.length < count ? new int[versions.length] : piece.from;
        System.arraycopy(from, block, piece.from, 0, count);
        kept += kept < MOST_KEPT ? 1 : 0;
        return piece;
    }

    private int write(PieceHeader header, Encoded piece) {
        writer.open(piece.bytes, 0);
        header.write(writer);
        return writer.position();
    }

    /** Encodes slots, as far as they fit. Returns the end of those that do. */
    private int slots(Encoded piece, PieceHeader header) {
        int before = BlockModels.NOTHING;
        int slot = header.firstSlot;
        while (slot < header.slots) {
            int block = slot / Blocks.SIZE;
            int end = Math.min((block + 1) * Blocks.SIZE, header.slots);
            int size = coder.size();
            models.from(coder, slot == header.firstSlot, before, from[block]);
            before = from[block];
            int reached = before == BlockModels.ABSENT ? fits(slot, end) : block(piece, header, block, slot, end);
            piece.newBytes += before == BlockModels.NOTHING ? coder.size() - size : 0;
            if (reached < end) {
                return reached;
            }
            slot = end;
        }
        return slot;
    }

    private int fits(int slot, int end) {
        return keeps() ? end : slot;
    }

    /** Returns whether the content fits so far. If not, takes back what was encoded since the last call. */
    private boolean keeps() {
        boolean fits = coder.size() <= most;
        if (fits) {
            coder.mark();
        } else {
            coder.back();
        }
        return fits;
    }

    /** Encodes slots of a block, as far as they fit. */
    private int block(Encoded piece, PieceHeader header, int block, int first, int end) {
        Entry newer = ring.find(header.state - BlockModels.newer(from[block]));
        Entry older = ring.find(header.state - BlockModels.older(from[block]));
        int[] now = newest.ints(block);
        int[] a = newer == newest ? null : newer.ints(block);
        int[] b = older == newest ? null : older.ints(block);
        boolean changes = now != a && !Arrays.equals(now, a);
        models.changes(coder, a, b, changes);
        if (!changes) {
            return fits(first, end);
        }
        piece.hasChanges = true;
        int ticks = (int) (header.tick - newer.tick);
        int before = (int) (newer.tick - older.tick);
        for (int slot = first; slot < end; slot++) {
            bodies.body(slot, now, a, b, ticks, before);
            if (!keeps()) {
                return slot;
            }
        }
        return end;
    }
}
