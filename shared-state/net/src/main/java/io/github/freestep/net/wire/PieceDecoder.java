package io.github.freestep.net.wire;

import io.github.freestep.net.body.BodyDecoder;
import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.body.DecodedBodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import java.util.Arrays;

/**
 * Decodes pieces against the baselines that the receiver has. For one thread; allocates nothing after its construction.
 *
 * <p>After {@link #decode} has returned true, {@link #baseline} says what is known of each block that the piece's slots
 * touch, and the arrays have the values of the piece's slots in {@link #CODED} blocks. For a block that equals a
 * baseline, compare the number with the one that was applied last to this block: if it is the same, nothing has
 * changed. Otherwise call {@link #fill}. The arrays are indexed by slot, and are written by {@code decode} and
 * {@code fill} alone. What they hold outside of the piece's slots is unspecified, so take the values before the next
 * {@code decode}.
 */
final class PieceDecoder extends DecodedBodies {
    /** Nothing is known about the slots of the block in this piece: leave them as they are. */
    static final long UNKNOWN = 0;

    /** The arrays have the values of those slots of the block that belong to the piece. */
    static final long CODED = -1;

    private final BaselineStore baselines;
    private final BlockModels models;

    /** By block: {@link #UNKNOWN}, {@link #CODED}, or the number of the baseline that it equals. */
    private final long[] ids;

    private int firstSlot;
    private int endSlot;
    private boolean wasCoded;

    PieceDecoder(StateLayout layout, BaselineStore baselines) {
        super(layout);
        this.baselines = baselines;
        models = new BlockModels(new BodyFields(layout));
        ids = new long[Blocks.of(layout.capacity())];
    }

    /**
     * Decodes the bodies of a piece. Never throws because of what is in it. The caller has read the header from the
     * same bytes and has compared its run.
     *
     * @return false if the content is invalid: drop the piece, and do not use the arrays
     */
    boolean decode(byte[] bytes, int offset, int length, PieceHeader header) {
        if (header.slots > epochs.length) {
            return false;
        }
        firstSlot = header.firstSlot;
        endSlot = header.endSlot;
        BodyDecoder bodies = baselines.bodies;
        if (bodies == null) {
            int end = Blocks.of(endSlot);
            Arrays.fill(ids, Math.min(firstSlot / Blocks.SIZE, end), end, UNKNOWN);
            return true;
        }
        bodies.begin(bytes, header.contentOffset, offset + length);
        wasCoded = false;
        int slot = firstSlot;
        while (slot < endSlot) {
            int block = slot / Blocks.SIZE;
            int end = Math.min((block + 1) * Blocks.SIZE, endSlot);
            if (!block(bodies, block, header.baselines, slot, end)) {
                return false;
            }
            slot = end;
        }
        return bodies.coder.end() && bodies.coder.isAtEnd();
    }

    private boolean block(BodyDecoder bodies, int block, long effective, int from, int end) {
        wasCoded = bodies.coder.flag(models.coded + (wasCoded ? 1 : 0), false);
        if (!wasCoded) {
            ids[block] = baselines.effective(block, effective);
            return !bodies.coder.isBeyond();
        }
        boolean based = bodies.coder.flag(models.based, false);
        long id = based ? effective - bodies.coder.number(models.baseline, 0) : 0;
        int[] baseline = based ? baselines.find(block, id) : null;
        boolean known = !based || baseline != null;
        ids[block] = known ? CODED : UNKNOWN;
        for (int slot = from; slot < end; slot++) {
            if (!bodies.next() || known && !bodies.put(slot, baseline, this)) {
                return false;
            }
        }
        return true;
    }

    /** What is known of a block: {@link #UNKNOWN}, {@link #CODED}, or the number of the baseline that it equals. */
    long baseline(int block) {
        return ids[block];
    }

    /**
     * For a block that equals a baseline: copies the baseline's values of the piece's slots into the arrays. Call it
     * before the store accepts another baseline.
     */
    void fill(int block) {
        int[] ints = baselines.find(block, ids[block]);
        int end = Math.min((block + 1) * Blocks.SIZE, endSlot);
        for (int slot = Math.max(block * Blocks.SIZE, firstSlot); slot < end; slot++) {
            baselines.bodies.copy(slot, ints, this);
        }
    }
}
