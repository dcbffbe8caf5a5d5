package io.github.freestep.net.wire;

import io.github.freestep.net.body.BodyCoder;
import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.body.DecodedBodies;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.body.Quantiser;
import io.github.freestep.net.codec.RangeDecoder;
import io.github.freestep.net.wire.StateRing.Block;
import io.github.freestep.net.wire.StateRing.Entry;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The newest states, as far as they have come, for later ones are differences from them. For one thread. Its memory is
 * bounded by the layout. Decoding allocates nothing, except while more blocks are in use than ever before.
 *
 * <p>A piece for one client has records of some bodies. {@link ClientBodies} says what the sender knows by them.
 */
final class ReceivedBlocks {
    private final StateLayout layout;
    private final BodyFields fields;
    private final BlockModels models;
    private final RangeDecoder in;
    final StateRing ring;

    /** By the place of a state and by block: the slots that have come. */
    private final long[][] come;

    /** By the place of a state: how many of its slots were in pieces. */
    private final int[] arrived = new int[StateRing.STATES];

    /** By the place of a state: which bodies leave, and what records say besides, in the states for this client. */
    private final Records[] records = new Records[StateRing.STATES];

    /** The blocks of a piece, and what its records say, until all of it is known to be valid. */
    private final Block[] staged;

    private final Records stagedRecords;
    private final long[] none;

    /** By block and by slot: where bodies rested last, and the states that said so. */
    private final int[] @Nullable [] rested;

    private final long[] restedIn;

    private final RecordCoder record;
    private long newest;

    /** The newest state for this client whose bodies were taken. A piece of an earlier one is of no use any more. */
    private long taken;

    /** Decodes bodies with the grid of the run; null before that is known. */
    private @Nullable BodyCoder bodies;

    private @Nullable Quantiser values;

    ReceivedBlocks(StateLayout layout) {
        this.layout = layout;
        fields = new BodyFields(layout);
        models = new BlockModels(fields);
        in = new RangeDecoder(models.all);
        ring = new StateRing(fields, layout.capacity());
        staged = new Block[Blocks.of(layout.capacity())];
        come = new long[StateRing.STATES][staged.length];
        none = new long[staged.length];
        stagedRecords = new Records(layout.capacity());
        rested = new int[staged.length][];
        restedIn = new long[layout.capacity()];
        record = new RecordCoder(models, in);
    }

    /** What the records of a state say besides the contents of bodies. */
    private static final class Records {
        /** By block, the slots of bodies that come, of those that leave, and of those that rest. */
        final long[] come;

        final long[] leave;
        final long[] rest;
        final byte[] levels;

        Records(int capacity) {
            come = new long[Blocks.of(capacity)];
            leave = new long[come.length];
            rest = new long[come.length];
            levels = new byte[capacity];
        }

        void clear() {
            Arrays.fill(come, 0);
            Arrays.fill(leave, 0);
            Arrays.fill(rest, 0);
        }
    }

    /** Forgets all states. */
    void beginRun(PoseGrid grid) {
        ring.clear();
        newest = 0;
        taken = 0;
        Arrays.fill(restedIn, 0);
        if (!grid.equals(grid())) {
            bodies = new BodyCoder(layout, grid, in);
            values = new Quantiser(layout, grid);
        }
    }

    /** The grid of the run; null before the first. */
    @Nullable PoseGrid grid() {
        return values == null ? null : values.grid;
    }

    /**
     * Decodes a piece. Never throws because of what is in it. The caller has read the header from the same bytes, and
     * has compared its run.
     *
     * @return false if it is invalid or too old, or refers to a state that is not there; then it has no effect
     */
    boolean decode(byte[] bytes, int length, PieceHeader header) {
        if (bodies == null || header.slots > layout.capacity()) {
            return false;
        }
        if (header.state <= Math.max(newest - StateRing.STATES, header.isOfClient ? taken : 0)) {
            return false;
        }
        Entry state = ring.find(header.state);
        if (state != null && state.slots != header.slots) {
            return false;
        }
        in.open(bytes, header.contentOffset, length);
        bodies.begin();
        boolean isValid = (header.isOfClient ? stageRecords(header) : stageBlocks(header)) && in.end() && in.isAtEnd();
        int place = StateRing.place(header.state);
        if (isValid && state == null) {
            state = ring.begin(header);
            Arrays.fill(come[place], 0);
            arrived[place] = 0;
            if (records[place] != null) {
                records[place].clear();
            }
        }
        if (isValid) {
            newest = Math.max(newest, header.state);
            arrived[place] += header.endSlot - header.firstSlot;
        }
        for (int block = header.firstSlot / Blocks.SIZE; block < Blocks.of(header.endSlot); block++) {
            Block of = staged[block];
            staged[block] = null;
            if (isValid && header.isOfClient) {
                addRecords(state, block, of);
            } else if (isValid && of != null) {
                add(state, block, of, RemoteBodies.bits(block, header.firstSlot, header.endSlot));
            }
            if (of != null) {
                ring.give(of);
            }
        }
        return isValid;
    }

    private boolean stageBlocks(PieceHeader header) {
        int from = BlockModels.NOTHING;
        int slot = header.firstSlot;
        while (slot < header.endSlot) {
            int block = slot / Blocks.SIZE;
            int end = Math.min((block + 1) * Blocks.SIZE, header.endSlot);
            from = models.from(in, slot == header.firstSlot, from, 0);
            if (in.isBeyond() || from != BlockModels.ABSENT && !stage(header, block, from, slot, end)) {
                return false;
            }
            slot = end;
        }
        return true;
    }

    private boolean stageRecords(PieceHeader header) {
        stagedRecords.clear();
        // The header has been read, so this state is there.
        record.begin(
                header.firstSlot,
                header.slots,
                header.age == 0 ? none : come[StateRing.place(header.state - header.age)]);
        while (record.slot < header.endSlot) {
            int before = record.slot;
            int slot = record.slot(0);
            if (slot < before || slot > header.endSlot || in.isBeyond()) {
                return false;
            }
            if (slot < header.endSlot && !stageRecord(header, slot)) {
                return false;
            }
        }
        return true;
    }

    private boolean stageRecord(PieceHeader header, int slot) {
        int from = record.record(0, 0, false);
        if (from == BlockModels.ABSENT) {
            RemoteBodies.set(stagedRecords.leave, slot, true);
            return true;
        }
        RemoteBodies.set(stagedRecords.come, slot, true);
        RemoteBodies.set(stagedRecords.rest, slot, record.isResting);
        stagedRecords.levels[slot] = (byte) record.level;
        int block = slot / Blocks.SIZE;
        boolean isRested = from == BlockModels.RESTED;
        // A later state may have come before, and have replaced what this one refers to.
        boolean hasRested = isRested && restedIn[slot] < header.state;
        int newerAge = BlockModels.newer(from);
        int olderAge = isRested ? 0 : BlockModels.older(from);
        Entry newer = before(header, newerAge, slot);
        Entry older = before(header, olderAge, slot);
        int[] a = newer != null ? newer.ints(block) : hasRested ? rested[block] : null;
        if (a == null && (isRested || newerAge > 0) || older == null && olderAge > 0) {
            return false;
        }
        staged[block] = staged[block] == null ? ring.take() : staged[block];
        int[] b = older == null ? null : older.ints(block);
        long tick = newer == null ? header.tick : newer.tick;
        long olderTick = older == null ? tick : older.tick;
        return bodies.body(slot, staged[block].ints, a, b, (int) (header.tick - tick), (int) (tick - olderTick));
    }

    /** Returns a state so many before that of a piece; null for 0, or if a body has not come with it. */
    private @Nullable Entry before(PieceHeader header, int states, int slot) {
        Entry state = states == 0 ? null : ring.find(header.state - states);
        return state == null || !RemoteBodies.has(come[StateRing.place(state.number)], slot) ? null : state;
    }

    private void addRecords(Entry state, int block, @Nullable Block part) {
        int place = StateRing.place(state.number);
        Records into = records[place];
        if (into == null) {
            into = new Records(layout.capacity());
            records[place] = into;
        }
        into.leave[block] |= stagedRecords.leave[block];
        into.rest[block] |= stagedRecords.rest[block];
        for (long left = stagedRecords.come[block]; left != 0; left &= left - 1) {
            int slot = (block << RemoteBodies.SHIFT) + Long.numberOfTrailingZeros(left);
            into.levels[slot] = stagedRecords.levels[slot];
            if (RemoteBodies.has(stagedRecords.rest, slot) && restedIn[slot] < state.number) {
                restedIn[slot] = state.number;
                rested[block] = rested[block] == null ? new int[fields.block] : rested[block];
                System.arraycopy(part.ints, fields.at(slot), rested[block], fields.at(slot), fields.stride);
            }
        }
        if (part != null) {
            add(state, block, part, stagedRecords.come[block]);
        }
    }

    private boolean stage(PieceHeader header, int block, int from, int first, int end) {
        Block newer = BlockModels.newer(from) == 0 ? null : whole(header.state - BlockModels.newer(from), block);
        Block older = BlockModels.older(from) == 0 ? null : whole(header.state - BlockModels.older(from), block);
        if (newer == null && BlockModels.newer(from) > 0 || older == null && BlockModels.older(from) > 0) {
            return false;
        }
        int[] a = newer == null ? null : newer.ints;
        int[] b = older == null ? null : older.ints;
        boolean changes = models.changes(in, a, b, false);
        if (!changes && (a == null || isWhole(header.slots, block, first, end))) {
            staged[block] = newer;
            return a != null;
        }
        // Of a part of a block, too, because its other slots may be differences from another state.
        Block now = ring.take();
        staged[block] = now;
        if (a == null) {
            Arrays.fill(now.ints, 0);
        } else {
            System.arraycopy(a, 0, now.ints, 0, a.length);
        }
        long tick = a == null ? header.tick : ring.find(header.state - BlockModels.newer(from)).tick;
        long olderTick = b == null ? header.tick : ring.find(header.state - BlockModels.older(from)).tick;
        for (int slot = first; slot < end && changes; slot++) {
            if (!bodies.body(slot, now.ints, a, b, (int) (header.tick - tick), (int) (tick - olderTick))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isWhole(int slots, int block, int first, int end) {
        return RemoteBodies.bits(block, first, end) == RemoteBodies.bits(block, 0, slots);
    }

    /** Returns a block of which all slots have come; null otherwise. */
    private @Nullable Block whole(long number, int block) {
        Entry state = ring.find(number);
        boolean isWhole = state != null && come(state, block) == RemoteBodies.bits(block, 0, state.slots);
        return isWhole ? state.block(block) : null;
    }

    /** Adds some slots of a block to a state. */
    private void add(Entry state, int block, Block part, long bits) {
        Block known = state.block(block);
        if (known == null) {
            ring.put(state, block, part);
        } else {
            for (long left = bits & ~come(state, block); left != 0; left &= left - 1) {
                int at = fields.at(Long.numberOfTrailingZeros(left));
                System.arraycopy(part.ints, at, known.ints, at, fields.stride);
            }
        }
        come[StateRing.place(state.number)][block] |= bits;
    }

    /** Whether all pieces of a state have come. */
    boolean isComplete(long number) {
        Entry state = ring.find(number);
        return state != null && arrived[StateRing.place(number)] >= state.slots;
    }

    /** The slots of a block that have come with a state. */
    long come(Entry state, int block) {
        return come[StateRing.place(state.number)][block];
    }

    /** Lets bodies take what has come for this client with a state. */
    void take(Entry state, RemoteBodies into, long stepNanos) {
        taken = Math.max(taken, state.number);
        Records of = records[StateRing.place(state.number)];
        // Only a forged piece has no records of a state with slots.
        for (int block = 0; of != null && block < Blocks.of(state.slots); block++) {
            for (long left = of.leave[block]; left != 0; left &= left - 1) {
                into.leave((block << RemoteBodies.SHIFT) + Long.numberOfTrailingZeros(left));
            }
            for (long left = come(state, block); left != 0; left &= left - 1) {
                int slot = (block << RemoteBodies.SHIFT) + Long.numberOfTrailingZeros(left);
                into.take(state, slot, of.levels[slot], RemoteBodies.has(of.rest, slot), stepNanos);
            }
        }
    }

    /** Copies the values of a slot of a block. */
    void copy(Block block, int slot, DecodedBodies into) {
        values.copy(slot, block.ints, into);
    }
}
