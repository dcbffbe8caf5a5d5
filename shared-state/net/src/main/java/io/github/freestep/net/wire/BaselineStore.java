package io.github.freestep.net.wire;

import io.github.freestep.net.body.BodyDecoder;
import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.codec.RangeDecoder;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import java.util.Arrays;

/**
 * The baselines that a receiver has: the two newest of each block, because pieces refer to the older one until the
 * newer one is effective. For one thread. Its memory is bounded by the layout. Decoding allocates nothing, except for
 * blocks that come into use and for a new run.
 */
final class BaselineStore {
    private final StateLayout layout;
    private final BodyFields fields;
    private final BlockModels models;
    private final StoredBlock[] blocks;

    /** The blocks of a datagram until all of it is known to be valid, each in its place. */
    private final int[][] staged;

    private final long[] stagedIds;

    /** The first part of a block that continues in the next datagram, and the slot before which this part ends. */
    private final int[] part;

    private int partEnd = -1;
    private long partId;

    /** Decodes bodies with the grid of the run; null before the first baseline. */
    BodyDecoder bodies;

    /** Decodes bodies of the datagram that was decoded last, which may be of another run. */
    private BodyDecoder stagedBodies;

    /** The number of the newest baseline datagram that was stored; 0 if none was. */
    long newest;

    /** The number of the first one after the last gap. */
    private long unbroken;

    BaselineStore(StateLayout layout) {
        this.layout = layout;
        fields = new BodyFields(layout);
        models = new BlockModels(fields);
        blocks = new StoredBlock[Blocks.of(layout.capacity())];
        staged = new int[BaselineHeader.MAX_SLOTS / Blocks.SIZE + 1][fields.block];
        stagedIds = new long[staged.length];
        part = new int[fields.block];
    }

    /** Forgets everything. Call it when another run begins. */
    void reset() {
        Arrays.fill(blocks, null);
        partEnd = -1;
        bodies = null;
        newest = 0;
        unbroken = 0;
    }

    /**
     * Decodes a baseline datagram, which may be of another run. Changes nothing but what {@link #store} takes. Never
     * throws because of what is in the datagram. The caller has read the header from the same bytes, and has compared
     * {@link BaselineHeader#layout} with the hash of its own layout.
     *
     * @return false if the content is invalid
     */
    boolean decode(byte[] bytes, int offset, int length, BaselineHeader header, boolean isNewRun) {
        return header.capacity == layout.capacity()
                && hasGrid(header, isNewRun)
                && stage(bytes, offset + length, header);
    }

    /**
     * Stores the blocks of the datagram that was decoded last. The caller has called {@link #reset} if the run is
     * another one.
     *
     * <p>A datagram whose number is not above those of all before is ignored. If numbers were skipped, all blocks count
     * as unknown until they come again, except in pieces that name a baseline which is there.
     */
    void store(BaselineHeader header) {
        if (header.sequence <= newest) {
            return;
        }
        bodies = stagedBodies;
        if (header.sequence != newest + 1) {
            unbroken = header.sequence;
            partEnd = -1;
        }
        newest = header.sequence;
        commit(header);
    }

    /** Chooses the decoder for a datagram. A run never changes its grid. */
    private boolean hasGrid(BaselineHeader header, boolean isNewRun) {
        if (hasGrid(bodies, header)) {
            stagedBodies = bodies;
            return true;
        }
        if (bodies != null && !isNewRun) {
            return false;
        }
        if (!hasGrid(stagedBodies, header)) {
            PoseGrid grid = PoseGrid.decoded(header.shift, header.turns);
            stagedBodies = grid == null ? null : new BodyDecoder(layout, grid, new RangeDecoder(models.all));
        }
        return stagedBodies != null;
    }

    private static boolean hasGrid(BodyDecoder known, BaselineHeader header) {
        return known != null && header.shift == known.grid.shift() && header.turns == known.grid.turns();
    }

    private boolean stage(byte[] bytes, int end, BaselineHeader header) {
        BodyDecoder bodies = stagedBodies;
        bodies.begin(bytes, header.contentOffset, end);
        int firstBlock = header.firstSlot / Blocks.SIZE;
        for (int slot = header.firstSlot; slot < header.endSlot; slot++) {
            int at = slot / Blocks.SIZE - firstBlock;
            if (slot == header.firstSlot || slot % Blocks.SIZE == 0) {
                stagedIds[at] = header.sequence - bodies.coder.number(models.baseline, 0);
                if (stagedIds[at] < 1 || stagedIds[at] > header.sequence) {
                    return false;
                }
            }
            if (!bodies.next() || !bodies.whole(slot, staged[at])) {
                return false;
            }
        }
        return bodies.coder.end() && bodies.coder.isAtEnd();
    }

    private void commit(BaselineHeader header) {
        int firstBlock = header.firstSlot / Blocks.SIZE;
        int slot = header.firstSlot;
        while (slot < header.endSlot) {
            int block = slot / Blocks.SIZE;
            int end = Math.min((block + 1) * Blocks.SIZE, header.endSlot);
            boolean isWhole = end % Blocks.SIZE == 0 || end == header.slots;
            int[] ints = staged[block - firstBlock];
            long id = stagedIds[block - firstBlock];
            if (slot % Blocks.SIZE != 0 || !isWhole) {
                ints = assemble(ints, id, slot, end) && isWhole ? part : null;
            }
            if (ints != null) {
                if (blocks[block] == null) {
                    blocks[block] = new StoredBlock(fields.block);
                }
                blocks[block].store(ints, (end - block * Blocks.SIZE) * fields.stride, id, header.sequence);
            }
            slot = end;
        }
    }

    /**
     * Adds a range of slots to a block that is split over several datagrams. Returns false if its beginning is missing.
     */
    private boolean assemble(int[] ints, long id, int from, int end) {
        boolean begins = from % Blocks.SIZE == 0;
        boolean fits = begins || from == partEnd && id == partId;
        if (fits) {
            System.arraycopy(ints, fields.at(from), part, fields.at(from), (end - from) * fields.stride);
        }
        partEnd = fits ? end : -1;
        partId = id;
        return fits;
    }

    /**
     * Finds the baseline that a block equals if a piece leaves it out.
     *
     * @param effective the number of the newest effective baseline datagram, from the piece's header
     * @return the id of the baseline; 0 if the receiver cannot know it
     */
    long effective(int block, long effective) {
        StoredBlock stored = blocks[block];
        return stored == null || newest < effective ? 0 : stored.newest(effective, unbroken);
    }

    /** Returns the ints of a baseline; null if the receiver does not have it. */
    int[] find(int block, long id) {
        StoredBlock stored = blocks[block];
        return stored == null ? null : stored.find(id);
    }
}
