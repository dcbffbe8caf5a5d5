package io.github.freestep.net.wire;

import io.github.freestep.net.body.Bond;
import io.github.freestep.net.body.DecodedBodies;
import io.github.freestep.net.wire.StateRing.Block;
import io.github.freestep.net.wire.StateRing.Entry;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.Epochs;
import java.util.Arrays;

/**
 * The sender's bodies as far as they are known, and what of them is to be written to the next local state. For one
 * thread; allocates nothing once made.
 *
 * <p>Sets of slots are bits, one word for each block of {@link Blocks#SIZE} slots.
 */
final class RemoteBodies {
    static final int SHIFT = Integer.numberOfTrailingZeros(Blocks.SIZE);

    private final DecodedBodies decoder;

    /** The sender's epochs. */
    private final int[] epochs;

    /** Slots whose values have come at least once. */
    final long[] known;

    /** Slots whose values have come in the newest state. */
    private final long[] covered;

    /** Slots whose values must be written to the next local state. */
    final long[] changed;

    private final ReceivedBlocks received;

    /** The content that was taken last of each block, if all of it came with one state. */
    private final Block[] applied;

    /** The number of slots in use. */
    int slots;

    final BodyMotion motion;
    final BodyBonds bonds;

    /**
     * Creates bodies of which nothing is known.
     *
     * @param decoder has the values of the bodies that are taken
     * @param received has the blocks of states for all
     */
    RemoteBodies(StateLayout layout, DecodedBodies decoder, ReceivedBlocks received) {
        this.decoder = decoder;
        this.received = received;
        epochs = new int[layout.capacity()];
        known = new long[Blocks.of(epochs.length)];
        covered = new long[known.length];
        changed = new long[known.length];
        applied = new Block[known.length];
        motion = new BodyMotion(layout, decoder);
        bonds = new BodyBonds(epochs.length);
    }

    static boolean has(long[] set, int slot) {
        return (set[slot >> SHIFT] >>> slot & 1) != 0;
    }

    static void set(long[] set, int slot, boolean isIn) {
        long bit = 1L << slot;
        set[slot >> SHIFT] = isIn ? set[slot >> SHIFT] | bit : set[slot >> SHIFT] & ~bit;
    }

    /** The bits of the slots of a block that are in a range. */
    static long bits(int block, int from, int to) {
        int first = Math.max(0, from - (block << SHIFT));
        int end = Math.min(Blocks.SIZE, to - (block << SHIFT));
        return first >= end ? 0 : -1L >>> Blocks.SIZE - (end - first) << first;
    }

    /**
     * Makes all values unknown until they come again, because they are old or of another run. Every value that comes is
     * then written to the next local state.
     */
    void forget() {
        Arrays.fill(known, 0);
        Arrays.fill(changed, 0);
        motion.clear();
        bonds.clear();
    }

    /** Notes that no slot has a body until one comes. */
    void vacate() {
        forget();
        slots = 0;
        Arrays.fill(epochs, Epochs.NEVER);
        changeAll();
    }

    /** Notes that all values must be written to the next local state. */
    void changeAll() {
        for (int block = 0; block < changed.length; block++) {
            changed[block] = bits(block, 0, epochs.length);
        }
    }

    /**
     * Begins another state, in which nothing has come yet. If fewer slots are in use than before, another run has
     * begun, because in one run a sender never uses fewer. The bodies beyond them end.
     */
    void begin(int slotsInUse) {
        for (int slot = slotsInUse; slot < slots; slot++) {
            leave(slot);
        }
        slots = slotsInUse;
        Arrays.fill(covered, 0, Blocks.of(slots), 0);
    }

    /**
     * Takes a body of a state, which may be one that will not be shown.
     *
     * @param level the body comes in every {@code 1 << level}-th state
     * @param rests whether it stays there until its next values come
     * @param stepNanos the simulation time between two states
     */
    void take(Entry state, int slot, int level, boolean rests, long stepNanos) {
        received.copy(state.block(slot >> SHIFT), slot, decoder);
        set(covered, slot, true);
        motion.begin(slot, level, stepNanos);
        // New bodies, and bodies with a new parent, do not continue the old motion.
        boolean continues =
                has(known, slot) && epochs[slot] == decoder.epochs[slot] && bonds.bonds[slot] == decoder.bonds[slot];
        if (!continues || !motion.isSame(slot, state.simulationNanos)) {
            set(known, slot, true);
            epochs[slot] = decoder.epochs[slot];
            bonds.take(slot, decoder.bonds[slot]);
            motion.startWay(slot, state.simulationNanos, stepNanos);
            if (motion.take(slot, state.simulationNanos, continues)) {
                set(changed, slot, true);
            }
        }
        motion.end(slot, rests, stepNanos);
    }

    /** Takes the blocks of a state for all, as far as they have come. */
    void take(Entry state, long stepNanos) {
        for (int block = 0; block < Blocks.of(slots); block++) {
            take(state, block, stepNanos);
        }
    }

    /** Takes a block of a state for all. */
    void take(Entry state, int block, long stepNanos) {
        long bits = received.come(state, block) & bits(block, 0, slots);
        Block content = state.block(block);
        boolean isKnown = (known[block] & ~motion.guessed[block] & bits) == bits;
        if (content != null && content == applied[block] && isKnown) {
            covered[block] |= bits;
            // A body that is as before rests.
            motion.stop(block, bits);
            return;
        }
        received.ring.put(applied, block, bits == bits(block, 0, slots) ? content : null);
        for (long left = bits; left != 0; left &= left - 1) {
            take(state, (block << SHIFT) + Long.numberOfTrailingZeros(left), 0, false, stepNanos);
        }
    }

    /** Whether all slots in use have come since the last {@link #forget}. */
    boolean isWhole() {
        return hasAll(known);
    }

    /** Whether all slots in use have come in the newest state. */
    boolean isCovered() {
        return hasAll(covered);
    }

    private boolean hasAll(long[] set) {
        for (int block = 0; block < Blocks.of(slots); block++) {
            if ((~set[block] & bits(block, 0, slots)) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether any value differs from the local one. */
    boolean hasChanged() {
        for (int block = 0; block < Blocks.of(slots); block++) {
            if (changed[block] != 0) {
                return true;
            }
        }
        return false;
    }

    /** Removes a body, which is unknown until it comes again. */
    void leave(int slot) {
        set(known, slot, false);
        epochs[slot] = Epochs.NEVER;
        bonds.leave(slot);
        motion.leave(slot);
        set(changed, slot, true);
        // So that values that are as before are taken again.
        received.ring.put(applied, slot >> SHIFT, null);
    }

    /** Whether the body that a bond names is there. */
    boolean hasParent(int bond) {
        int parent = Bond.parent(bond);
        return parent < slots && has(known, parent) && Bond.isTo(bond, epochs[parent]);
    }

    /** The sender's epoch of a body that is shown. */
    int epoch(int slot) {
        return bonds.isHidden(slot) ? Epochs.NEVER : epochs[slot];
    }

    /** The slots of a block whose body is attached, or has changed since the last local state. */
    long bound(int block) {
        return bonds.attached[block] | changed[block];
    }

    /** Returns and forgets the slots of a block whose values differ from the local ones. */
    long takeChanged(int block) {
        long result = changed[block];
        changed[block] = 0;
        return result;
    }

    /**
     * The slots of a block whose values in this state are not known. Of the bodies that are chosen for a client, those
     * at rest are known although they do not come, if all pieces have come: otherwise, they may have begun to move.
     */
    long unknown(int block, boolean isWholeOfClient) {
        return gaps(block) | (isWholeOfClient ? 0 : ~covered[block] & bits(block, 0, slots));
    }

    /** The slots of a block whose values in this state differ from those that came last. */
    long gaps(int block) {
        return motion.gaps(block, covered[block]) & bits(block, 0, slots);
    }
}
