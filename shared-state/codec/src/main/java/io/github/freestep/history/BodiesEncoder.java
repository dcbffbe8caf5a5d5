package io.github.freestep.history;

import io.github.freestep.internal.Blocks;
import io.github.freestep.internal.StateInside;
import io.github.freestep.net.body.BodyEncoder;
import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.body.Quantiser;
import io.github.freestep.net.codec.RangeEncoder;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.util.Arrays;

/**
 * Encodes the bodies of states against those of the last keyframe, as {@link BodiesDecoder} reads them. For one thread;
 * allocates only when it is made.
 *
 * <p>The bodies of a state are in pieces, each of which fits into an entry of {@link EntryMemory}. A piece begins with
 * the number of its slots. Then, for each block, a flag says whether it differs from that of the keyframe. If so, its
 * bodies follow. A keyframe is coded against slots without bodies.
 */
final class BodiesEncoder {
    /** Where pieces begin in {@link #bytes}: after what a decoder may read before them, and their number of slots. */
    private static final int CONTENT = 16;

    /** The bytes of the number of slots. */
    static final int COUNT = 4;

    /** The end of a piece takes at most one more unit of the coder. */
    private static final int END = 2;

    private final BodyFields fields;
    private final PieceModels models;
    private final Quantiser quantiser;
    private final RangeEncoder coder;
    private final BodyEncoder bodies;

    /** Has room for a body that is taken back because it does not fit. */
    final byte[] bytes = new byte[CONTENT + 2 * EntryMemory.MOST];

    /** By block: the ints of the newest state, and those of the keyframe. */
    private final int[][] now;

    private final int[][] key;

    /** By block: the version that {@link #now} was made of; -1 before the first. */
    private final long[] versions;

    /** By block: whether {@link #now} differs from {@link #key}. */
    private final boolean[] differs;

    /** The last state that was taken. */
    private State state;

    private int used;
    private int length;

    BodiesEncoder(StateLayout layout, PoseGrid grid) {
        fields = new BodyFields(layout);
        models = new PieceModels(fields);
        quantiser = new Quantiser(layout, grid, false);
        coder = new RangeEncoder(models.all, 2 * EntryMemory.MOST);
        bodies = new BodyEncoder(layout, grid, coder);
        int blocks = Blocks.of(layout.capacity());
        now = new int[blocks][fields.block];
        key = new int[blocks][fields.block];
        versions = new long[blocks];
        differs = new boolean[blocks];
        Arrays.fill(versions, -1);
    }

    /** The memory that it takes, in bytes. */
    long memory() {
        return 2L * Integer.BYTES * now.length * fields.block + 4L * EntryMemory.MOST;
    }

    /** Takes the bodies of the next state. */
    void take(State newState) {
        state = newState;
        quantiser.open(state);
        used = Blocks.of(state.slots());
        for (int i = 0; i < used; i++) {
            if (versions[i] != StateInside.version(state, i)) {
                versions[i] = StateInside.version(state, i);
                quantiser.block(state, i, now[i]);
                differs[i] = !Arrays.equals(now[i], key[i]);
            }
        }
    }

    /** Takes the bodies of the next state, which is a keyframe. */
    void takeKey(State newState) {
        take(newState);
        for (int i = 0; i < key.length; i++) {
            Arrays.fill(key[i], 0);
            differs[i] = i < used;
        }
    }

    /** Makes the last state that was taken the keyframe of the next ones. */
    void keep() {
        for (int i = 0; i < used; i++) {
            System.arraycopy(now[i], 0, key[i], 0, fields.block);
            differs[i] = false;
        }
    }

    /**
     * Encodes bodies of the last state that was taken, as many as fit into an entry.
     *
     * @param first the first slot
     * @param slots the number of slots of the state
     * @return one beyond the last slot that fits
     */
    int piece(int first, int slots) {
        coder.open(bytes, CONTENT);
        bodies.begin();
        boolean wasCoded = false;
        int slot = first;
        while (slot < slots) {
            int block = slot / Blocks.SIZE;
            int end = Math.min((block + 1) * Blocks.SIZE, slots);
            coder.mark();
            coder.flag(models.coded(wasCoded), differs[block]);
            wasCoded = differs[block];
            int reached = wasCoded ? bodies(block, slot, end) : fits() ? end : slot;
            if (reached < end) {
                coder.back();
                slot = reached;
                break;
            }
            slot = end;
        }
        finish(slot - first);
        return slot;
    }

    /** Encodes slots of a block, as far as they fit. The coder is marked after the last one that fits. */
    private int bodies(int block, int from, int end) {
        for (int slot = from; slot < end; slot++) {
            bodies.encode(state, slot, now[block], key[block]);
            if (!fits()) {
                return slot;
            }
            coder.mark();
        }
        return end;
    }

    private boolean fits() {
        return coder.size() + END + COUNT <= EntryMemory.MOST;
    }

    private void finish(int count) {
        coder.end();
        length = coder.finish() - CONTENT + COUNT;
        for (int i = 0; i < COUNT; i++) {
            bytes[CONTENT - COUNT + i] = (byte) (count >>> Byte.SIZE * i);
        }
    }

    /** Where the last piece begins in {@link #bytes}. */
    int offset() {
        return CONTENT - COUNT;
    }

    /** The bytes of the last piece. */
    int length() {
        return length;
    }
}
