package io.github.freestep.state;

import java.util.Arrays;

/**
 * What was written since the last published state, and what must still be copied from it. For the publishing thread;
 * allocates nothing, in time proportional to the blocks that changed.
 *
 * <p>A slot of the buffer still holds an older state when it is written again. So whatever the simulation does not
 * write must be copied forward from the newest published state: whole blocks that changed since the older state, and
 * the rest of blocks that were written in part. Values that were written for a state that is never published stay
 * until the next one, because the simulation may not write them again.
 *
 * <p>Rejected: copying a block forward when it is first written to. A world that writes every body would copy
 * everything twice. Rejected as well: a list of the changes of the last few states, to copy bodies instead of blocks.
 * It helps only if a few bodies of many blocks move, and costs a set of masks for each of these states.
 */
final class Written {
    private static final int SHIFT = Integer.numberOfTrailingZeros(State.BLOCK);
    private static final int POSITION = 0;
    private static final int ORIENTATION = 1;
    private static final int CHANNELS = 2;

    /** Above this number of runs, a loop over the bodies is faster than one copy for each run. */
    private static final int MANY_RUNS = 4;

    private final int linearChannels;

    /** For each kind of value (position, orientation, and one for each channel), by block: a bit for each body that has a value of its own in the begun state. */
    private final long[][] masks;

    /** By block: a bit for each body that was spawned since the last published state. */
    private final long[] spawned;

    /** A bit for each block that was changed since the begun state was last completed. */
    private final long[] touched;

    /** A bit for each block whose masks are in use, because it was completed since the last published state. */
    private final long[] completed;

    /** Whether the blocks that were not touched have been copied forward into the begun state. */
    private boolean copied;

    Written(StateLayout layout) {
        linearChannels = layout.linearChannels().size();
        int blocks = blocks(layout.capacity());
        masks = new long[kinds(layout)][blocks];
        spawned = new long[blocks];
        touched = new long[blocks(blocks)];
        completed = new long[touched.length];
    }

    /** The number of kinds of values, which are written and copied independently of each other. */
    static int kinds(StateLayout layout) {
        return CHANNELS
                + layout.linearChannels().size()
                + layout.steppedChannels().size();
    }

    /** The number of blocks, or of words of bits, that hold a number of slots, or of bits. */
    static int blocks(int slots) {
        return slots + State.BLOCK - 1 >>> SHIFT;
    }

    void position(int slot) {
        mark(masks[POSITION], slot);
    }

    void orientation(int slot) {
        mark(masks[ORIENTATION], slot);
    }

    void linear(int channel, int slot) {
        mark(masks[CHANNELS + channel], slot);
    }

    void stepped(int channel, int slot) {
        mark(masks[CHANNELS + linearChannels + channel], slot);
    }

    void positions(int from, int to) {
        mark(masks[POSITION], from, to);
    }

    void orientations(int from, int to) {
        mark(masks[ORIENTATION], from, to);
    }

    void linear(int channel, int from, int to) {
        mark(masks[CHANNELS + channel], from, to);
    }

    void stepped(int channel, int from, int to) {
        mark(masks[CHANNELS + linearChannels + channel], from, to);
    }

    /** A body was spawned: what was written to its slot before is not its own. */
    void spawn(int slot) {
        touch(slot);
        for (long[] mask : masks) {
            mask[slot >>> SHIFT] &= ~(1L << slot);
        }
        spawned[slot >>> SHIFT] |= 1L << slot;
    }

    void remove(int slot) {
        touch(slot);
        spawned[slot >>> SHIFT] &= ~(1L << slot);
    }

    /** The epoch of a slot changed, so readers must look at its block again. */
    void touch(int slot) {
        int block = slot >>> SHIFT;
        touched[block >>> SHIFT] |= 1L << block;
    }

    private void mark(long[] mask, int slot) {
        int block = slot >>> SHIFT;
        mask[block] |= 1L << slot;
        touched[block >>> SHIFT] |= 1L << block;
    }

    private void mark(long[] mask, int from, int to) {
        if (from < to) {
            set(mask, from, to);
            set(touched, from >>> SHIFT, blocks(to));
        }
    }

    /** Sets the bits of a range that is not empty. */
    private static void set(long[] bits, int from, int to) {
        int first = from >>> SHIFT;
        int last = to - 1 >>> SHIFT;
        long head = -1L << from;
        long tail = -1L >>> -to;
        if (first == last) {
            bits[first] |= head & tail;
        } else {
            bits[first] |= head;
            Arrays.fill(bits, first + 1, last, -1L);
            bits[last] |= tail;
        }
    }

    /** Call before a state is begun in a slot that holds an older one. */
    void begin() {
        copied = false;
    }

    /**
     * Makes a begun state whole: copies what was not written from the newest published state, and gives every block
     * that changed a new version. What is written later needs another call.
     *
     * @param newest null before the first state is published
     */
    void complete(State into, State newest, Bodies bodies, long version) {
        into.slots = bodies.count();
        int blocks = blocks(into.slots);
        boolean epochs = bodies.differFrom(into);
        for (int word = 0; word < blocks(blocks); word++) {
            int first = word << SHIFT;
            int end = Math.min(first + State.BLOCK, blocks);
            long own = touched[word];
            completed[word] |= own;
            for (long left = own & low(end - first); left != 0; left &= left - 1) {
                int block = first + Long.numberOfTrailingZeros(left);
                if (epochs) {
                    bodies.copyEpochs(into, block);
                }
                complete(into, newest, block, version);
                into.versions[block] = version;
            }
            if (!copied && newest != null) {
                copyBlocks(newest, into, first, end, own | completed[word]);
            }
            touched[word] = 0;
        }
        copied = true;
        bodies.noteEpochs(into);
    }

    /** Makes a state equal to another one. */
    static void copy(State from, State into) {
        int blocks = blocks(from.slots);
        for (int first = 0; first < blocks; first += State.BLOCK) {
            copyBlocks(from, into, first, Math.min(first + State.BLOCK, blocks), 0);
        }
        into.slots = from.slots;
        into.epochsVersion = from.epochsVersion;
    }

    /** Copies the blocks of another version, but for those with a bit in {@code except}, from one state to another. */
    private static void copyBlocks(State from, State into, int first, int end, long except) {
        if (except == -1L) {
            return;
        }
        int next = Arrays.mismatch(from.versions, first, end, into.versions, first, end);
        for (int block = first + next; next >= 0 && block < end; block++) {
            if ((except >>> block & 1) == 0 && from.versions[block] != into.versions[block]) {
                int slot = block << SHIFT;
                int length = Math.min(State.BLOCK, from.slots - slot);
                for (int kind = 0; kind < from.kindVersions.length; kind++) {
                    copyForward(from, into, kind, block, low(length));
                }
                System.arraycopy(from.epochs, slot, into.epochs, slot, length);
                into.versions[block] = from.versions[block];
            }
        }
    }

    private void complete(State into, State newest, int block, long version) {
        long used = low(into.slots - (block << SHIFT));
        if (spawned[block] != 0) {
            completeSpawned(into, block);
        }
        for (int kind = 0; kind < masks.length; kind++) {
            long own = masks[kind][block];
            if (newest != null && (own & used) != used) {
                copyForward(newest, into, kind, block, used & ~own);
            }
            if (own != 0) {
                into.kindVersions[kind][block] = version;
            }
        }
    }

    /** Copies the values of one kind, of some bodies of a block, unless they are the same already. */
    private static void copyForward(State from, State into, int kind, int block, long bodies) {
        long version = from.kindVersions[kind][block];
        if (into.kindVersions[kind][block] != version) {
            into.kindVersions[kind][block] = version;
            for (int i = firstArray(kind); i < firstArray(kind + 1); i++) {
                copy(from.values[i], into.values[i], block << SHIFT, bodies);
            }
        }
    }

    /** The first array of a kind of value, in {@link State#values}. */
    private static int firstArray(int kind) {
        return kind == POSITION ? 0 : kind == ORIENTATION ? 3 : kind + 5;
    }

    private static void copy(float[] from, float[] into, int base, long bodies) {
        if (Long.bitCount(bodies & ~(bodies << 1)) > MANY_RUNS) {
            for (long left = bodies; left != 0; left &= left - 1) {
                int slot = base + Long.numberOfTrailingZeros(left);
                into[slot] = from[slot];
            }
            return;
        }
        for (long left = bodies; left != 0; ) {
            int start = Long.numberOfTrailingZeros(left);
            int length = Long.numberOfTrailingZeros(~(left >>> start));
            System.arraycopy(from, base + start, into, base + start, length);
            left &= start + length == Long.SIZE ? 0 : -1L << start + length;
        }
    }

    /** Gives a new body what its simulation need not write. */
    private void completeSpawned(State into, int block) {
        int base = block << SHIFT;
        long missing = spawned[block] & ~masks[POSITION][block];
        if (missing != 0) {
            int slot = base + Long.numberOfTrailingZeros(missing);
            throw new IllegalStateException("the body in slot " + slot
                    + " was spawned, but its position was not written; write every new body in Simulation.write");
        }
        for (int kind = ORIENTATION; kind < masks.length; kind++) {
            long left = spawned[block] & ~masks[kind][block];
            masks[kind][block] |= left;
            for (; left != 0; left &= left - 1) {
                int slot = base + Long.numberOfTrailingZeros(left);
                for (int i = firstArray(kind); i < firstArray(kind + 1); i++) {
                    into.values[i][slot] = i == State.QW ? 1 : 0;
                }
            }
        }
    }

    /** The begun state was published, so the next one begins with nothing written. */
    void published() {
        for (int word = 0; word < completed.length; word++) {
            if (completed[word] != 0) {
                int first = word << SHIFT;
                int end = Math.min(first + State.BLOCK, spawned.length);
                for (long[] mask : masks) {
                    Arrays.fill(mask, first, end, 0);
                }
                Arrays.fill(spawned, first, end, 0);
                completed[word] = 0;
            }
        }
    }

    /** A word whose lowest bits are set. */
    private static long low(int bits) {
        return bits >= Long.SIZE ? -1L : (1L << bits) - 1;
    }
}
