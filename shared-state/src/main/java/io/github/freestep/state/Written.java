package io.github.freestep.state;

import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.History;
import io.github.freestep.state.content.Marks;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.state.content.UnitCheck;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What was written since the last published state, and what must still be copied from it. For the publishing thread, in
 * time proportional to the blocks that changed. Allocates only once, for the check of values, when a range is first
 * written or a value may first be NaN or infinite.
 *
 * <p>A slot of the buffer still holds an older state when it is written again. So whatever changed since that state,
 * and is not written now, must be copied forward from the newest published state: single bodies where few have changed,
 * and whole blocks elsewhere. Values that were written for a state that is never published stay until the next one,
 * because the simulation may not write them again.
 *
 * <p>For example, a buffer slot holds tick 14, tick 17 was published last, and tick 18 is written into that slot. In
 * the block of bodies 0 to 63, body 3 moved in tick 16, and the simulation now writes body 5 alone. {@link #finish}
 * finds that the version of the block is not that of tick 17, and that {@link History} knows body 3 for the states
 * since tick 14. So it copies body 3 from tick 17, keeps the new values of body 5, leaves the other 62 bodies as they
 * are, and gives the block a new version. A block that is not written and has the version of tick 17 is not touched.
 *
 * <p>Rejected: copying a block forward when it is first written to. A world that writes every body would copy
 * everything twice.
 */
final class Written {
    private static final int SHIFT = Blocks.SHIFT;
    private static final int POSITION = 0;
    private static final int ORIENTATION = 1;

    /** Above this number of runs, a loop over the bodies is faster than one copy for each run. */
    private static final int MANY_RUNS = 4;

    private final int linearChannels;

    /**
     * For each kind of value (positions, orientations, and each channel): the bodies that it was written for since the
     * begun state was last finished.
     */
    private final Marks[] kinds;

    final Marks positions;
    final Marks orientations;

    /** By block: a bit for each body that was spawned since the begun state was last finished. */
    private final long[] spawned;

    /** By block: a bit for each body that was attached or detached since the begun state was last finished. */
    private final long[] reparented;

    /** Whether {@link #spawned} or {@link #reparented} has a body. */
    private boolean anySpawned;

    /**
     * A bit for each block of which single bodies were changed since the begun state was last finished. Only these
     * blocks have marks of single slots.
     */
    private final long[] inPart;

    /** A bit for each block that was changed and finished since the last published state. */
    private final long[] finished;

    /** Which bodies have changed since the last published state, and in the states before. */
    private final History history;

    /** Null until a value may be NaN or infinite. */
    private @Nullable FiniteCheck finite;

    /** Whether the blocks that were not changed have been copied forward into the begun state. */
    private boolean copied;

    /**
     * Whether the begun state has all that was written since its begin. Bodies that were spawned or removed since it
     * was finished belong to the next state.
     */
    boolean isWhole;

    /** The number of bodies whose poses were listed, if the last call that wrote poses has listed them. */
    private int listed;

    /** See {@link StatePublisher#checkWrites}. */
    boolean isChecked;

    Written(StateLayout layout) {
        linearChannels = layout.linearChannels().size();
        kinds = new Marks[StateContent.kinds(layout)];
        for (int kind = 0; kind < kinds.length; kind++) {
            kinds[kind] = new Marks(layout.capacity());
        }
        positions = kinds[POSITION];
        orientations = kinds[ORIENTATION];
        spawned = new long[Blocks.of(layout.capacity())];
        reparented = new long[spawned.length];
        inPart = new long[Blocks.of(spawned.length)];
        finished = new long[inPart.length];
        history = new History(layout.capacity());
    }

    Marks linear(int channel) {
        return kinds[StateContent.CHANNELS + channel];
    }

    Marks stepped(int channel) {
        return kinds[StateContent.CHANNELS + linearChannels + channel];
    }

    /** A body was spawned: what was written to its slot before is not its own. */
    void spawn(int slot) {
        touch(slot);
        for (Marks kind : kinds) {
            kind.remove(slot);
        }
        spawned[slot >>> SHIFT] |= 1L << slot;
        anySpawned = true;
    }

    void remove(int slot) {
        epoch(slot);
        spawned[slot >>> SHIFT] &= ~(1L << slot);
        reparented[slot >>> SHIFT] &= ~(1L << slot);
    }

    /**
     * A body has another parent or none: a position that was written before is not relative to it. An orientation
     * stays marked, because the begun state has it already.
     */
    void reparent(int slot) {
        epoch(slot);
        positions.remove(slot);
        reparented[slot >>> SHIFT] |= 1L << slot;
        anySpawned = true;
    }

    /** The next slot below {@code end} whose body was attached or detached since the last finished state, or -1. */
    int nextReparented(int from, int end) {
        return anySpawned ? Blocks.next(reparented, from, end) : -1;
    }

    /** Notes that the epoch of a slot changed, so readers must look at it again. */
    void epoch(int slot) {
        touch(slot);
        history.add(slot);
    }

    private void touch(int slot) {
        int block = slot >>> SHIFT;
        inPart[block >>> SHIFT] |= 1L << block;
    }

    /** See {@link StatePublisher#checkWrites}. */
    void check() {
        isChecked = true;
    }

    /**
     * Marks positions or orientations of a body. The state's list of poses, if it had one, no longer describes them.
     */
    void markPose(Marks kind, int slot, float sum) {
        listed = 0;
        mark(kind, slot, sum);
    }

    void markPose(Marks kind, int from, int to) {
        listed = 0;
        mark(kind, from, to);
    }

    /**
     * Marks values of a body.
     *
     * @param sum their sum, which is not finite if one of them is not; an overflow of finite values only costs a check
     */
    void mark(Marks kind, int slot, float sum) {
        isWhole = false;
        kind.add(slot);
        touch(slot);
        if (sum * 0 != 0) {
            suspect(slot, slot + 1);
        }
    }

    /**
     * Marks the poses of listed slots. Collects the bits of a block, because a list is usually in order.
     *
     * @param nowListed the number of bodies that the state lists from now on
     */
    void markPoses(int[] slots, int start, int end, int nowListed) {
        listed = nowListed;
        isWhole = false;
        for (int i = start; i < end; ) {
            int block = slots[i] >>> SHIFT;
            long bodies = 0;
            do {
                bodies |= 1L << slots[i++];
            } while (i < end && slots[i] >>> SHIFT == block);
            positions.slots[block] |= bodies;
            orientations.slots[block] |= bodies;
            inPart[block >>> SHIFT] |= 1L << block;
        }
    }

    void mark(Marks kind, int from, int to) {
        isWhole = false;
        if (from < to) {
            kind.add(from, to, inPart);
            suspect(from, to);
        }
    }

    private void suspect(int from, int to) {
        if (finite == null) {
            finite = new FiniteCheck(spawned.length);
        }
        finite.suspect(from, to);
    }

    /** See {@link StatePublisher#firstNotFinite}. */
    int firstNotFinite(State state) {
        return finite == null ? -1 : finite.firstWithout(state);
    }

    /**
     * Call before a state is begun.
     *
     * @param resumes whether it continues one that was begun and not published; if not, its slot holds an older one
     */
    void begin(boolean resumes) {
        copied &= resumes;
        listed = resumes ? listed : 0;
        isWhole = false;
    }

    /**
     * Makes a begun state whole: copies what was not written from the newest published state, and gives every block
     * that changed a new version. What is written later needs another call.
     *
     * @param newest null before the first state is published
     */
    void finish(State into, @Nullable State newest, Bodies bodies, long version) {
        into.slots = bodies.slots;
        into.listed.count(listed);
        int blocks = Blocks.of(into.slots);
        // Null also if an earlier call has copied already what this state lacks.
        State source = copied ? null : newest;
        if (source != null) {
            history.look(into.number, source.number);
        }
        boolean epochs = bodies.differFrom(into);
        for (int word = 0; word < Blocks.of(blocks); word++) {
            int first = word << SHIFT;
            int end = Math.min(first + Blocks.SIZE, blocks);
            long all = low(end - first);
            long changed = finishBlocks(into, source, word, all, version);
            for (long left = epochs ? changed : 0; left != 0; left &= left - 1) {
                bodies.copyEpochs(into, first + Long.numberOfTrailingZeros(left));
            }
            History.set(into.versions, first, changed, version);
            long unchanged = all & ~finished[word];
            if (source != null && unchanged != 0) {
                copyBlocks(history, source, into, first, differing(source, into, first, end) & unchanged, epochs);
            }
        }
        copied = true;
        isWhole = true;
        anySpawned = false;
        bodies.note(into);
        into.number = history.note(into.changed, blocks);
    }

    /** Finishes the blocks of a word that were changed, and returns them. */
    private long finishBlocks(State into, @Nullable State source, int word, long all, long version) {
        long changed = inPart[word];
        for (Marks kind : kinds) {
            changed |= kind.whole(word);
        }
        changed &= all;
        if (changed == 0) {
            return 0;
        }
        int first = word << SHIFT;
        for (long left = anySpawned ? changed : 0; left != 0; left &= left - 1) {
            int block = first + Long.numberOfTrailingZeros(left);
            requirePositions(block);
            fillSpawned(into, block);
        }
        for (int kind = 0; kind < kinds.length; kind++) {
            long whole = kinds[kind].whole(word) & changed;
            history.addBlocks(first, whole);
            long others = changed & ~whole;
            merge(into, null, kind, first, others & finished[word], version);
            merge(into, source, kind, first, others & ~finished[word], version);
            History.set(into.kindVersions[kind], first, whole, version);
            kinds[kind].clear(word, whole, inPart[word]);
        }
        finished[word] |= changed;
        inPart[word] &= ~changed;
        return changed;
    }

    /**
     * Merges what was written of a kind of value, in blocks that were not written as a whole, with the values of
     * another state, and forgets what was written there. The loop keeps its arrays in local variables and calls nothing
     * for most blocks, because where single bodies move in most blocks of a large world, it takes as long as a fifth of
     * their writes.
     *
     * @param source the state to copy from; null if the blocks already have their content
     * @param first the block of the lowest bit of {@code blocks}
     */
    private void merge(State into, @Nullable State source, int kind, int first, long blocks, long version) {
        if (blocks == 0) {
            return;
        }
        long[] written = kinds[kind].slots;
        long[] changes = history.current();
        long[] versions = into.kindVersions[kind];
        long[] newer = source == null ? versions : source.kindVersions[kind];
        long[] changedSince = source == null ? changes : history.changedOfWord(first >>> SHIFT);
        for (long left = blocks; left != 0; left &= left - 1) {
            int block = first + Long.numberOfTrailingZeros(left);
            long used = low(into.slots - (block << SHIFT));
            long bodies = written[block] & used;
            written[block] = 0;
            if (bodies != used && versions[block] != newer[block]) {
                versions[block] = newer[block];
                long missing = used & ~bodies & changedSince[block & Long.SIZE - 1];
                if (missing != 0 && source != null) {
                    copyBodies(source, into, kind, block, missing);
                }
            }
            if (bodies != 0) {
                versions[block] = version;
                changes[block] |= bodies;
            }
        }
    }

    private static void copyBodies(State from, State into, int kind, int block, long bodies) {
        if (kind == POSITION && from.doubles != null && into.doubles != null) {
            into.doubles.copy(from.doubles, block << SHIFT, bodies);
            return;
        }
        for (int i = firstArray(kind); i < firstArray(kind + 1); i++) {
            copy(from.values[i], into.values[i], block << SHIFT, bodies);
        }
    }

    /** Makes a state of the buffer equal to another one, but for its time. */
    void copy(State from, State into) {
        history.look(into.number, from.number);
        copy(history, from, into);
        into.number = from.number;
    }

    /** Makes a state equal to another one, but for its time. Copies whole blocks if {@code history} is null. */
    static void copy(@Nullable History history, State from, State into) {
        int blocks = Blocks.of(from.slots);
        // The epochs of a block change only with its version.
        for (int first = 0; first < blocks; first += Blocks.SIZE) {
            int end = Math.min(first + Blocks.SIZE, blocks);
            copyBlocks(history, from, into, first, differing(from, into, first, end), true);
        }
        System.arraycopy(from.changed, 0, into.changed, 0, blocks);
        into.slots = from.slots;
        StateInside.copy(from, into);
    }

    /** Those of some blocks of a word that have another version. Usually none has, which SIMD code finds. */
    private static long differing(State from, State into, int first, int end) {
        long differ = 0;
        int same = Arrays.mismatch(from.versions, first, end, into.versions, first, end);
        for (int block = same < 0 ? end : first + same; block < end; block++) {
            differ |= from.versions[block] == into.versions[block] ? 0 : 1L << block;
        }
        return differ;
    }

    /** Copies the blocks of a word that have a bit: single bodies of those in which few have changed. */
    private static void copyBlocks(
            @Nullable History history, State from, State into, int first, long blocks, boolean epochs) {
        for (long left = blocks; left != 0; ) {
            int block = first + Long.numberOfTrailingZeros(left);
            left &= left - 1;
            long bodies = changed(history, block);
            if (History.isFew(bodies)) {
                copyFew(from, into, block, bodies, epochs);
                continue;
            }
            int end = block + 1;
            for (; (left >>> end & 1) != 0 && !History.isFew(changed(history, end)); end++) {
                left &= left - 1;
            }
            copyBlocks(from, into, block, end, epochs);
        }
    }

    private static long changed(@Nullable History history, int block) {
        return history == null ? -1L : history.changed(block);
    }

    private static void copyFew(State from, State into, int block, long bodies, boolean epochs) {
        for (int kind = 0; kind < from.kindVersions.length; kind++) {
            if (into.kindVersions[kind][block] != from.kindVersions[kind][block]) {
                into.kindVersions[kind][block] = from.kindVersions[kind][block];
                copyBodies(from, into, kind, block, bodies);
            }
        }
        if (epochs) {
            copyEpochs(from, into, block, block + 1);
        }
        into.versions[block] = from.versions[block];
    }

    private static void copyEpochs(State from, State into, int first, int end) {
        int slot = first << SHIFT;
        System.arraycopy(from.epochs, slot, into.epochs, slot, Math.min(end << SHIFT, from.slots) - slot);
    }

    /** Makes a range of blocks of a state equal to those of another one of the same buffer. */
    private static void copyBlocks(State from, State into, int first, int end, boolean epochs) {
        for (int kind = 0; kind < from.kindVersions.length; kind++) {
            copyKind(from, into, kind, first, end);
        }
        if (epochs) {
            copyEpochs(from, into, first, end);
        }
        System.arraycopy(from.versions, first, into.versions, first, end - first);
    }

    /** Copies the values of one kind, in those blocks where they are not the same already. */
    private static void copyKind(State from, State into, int kind, int first, int end) {
        long[] newer = from.kindVersions[kind];
        long[] older = into.kindVersions[kind];
        for (int block = first; block < end; block++) {
            int start = block;
            while (block < end && newer[block] != older[block]) {
                block++;
            }
            if (start < block) {
                int slot = start << SHIFT;
                int length = Math.min(block << SHIFT, from.slots) - slot;
                copyRange(from, into, kind, slot, length);
                System.arraycopy(newer, start, older, start, block - start);
            }
        }
    }

    private static void copyRange(State from, State into, int kind, int slot, int length) {
        if (kind == POSITION && from.doubles != null && into.doubles != null) {
            into.doubles.copy(from.doubles, slot, length);
            return;
        }
        for (int i = firstArray(kind); i < firstArray(kind + 1); i++) {
            System.arraycopy(from.values[i], slot, into.values[i], slot, length);
        }
    }

    /** The first array of a kind of value, in {@link State#values}. */
    private static int firstArray(int kind) {
        return switch (kind) {
            case POSITION -> 0;
            case ORIENTATION -> 3;
            default -> kind + 5;
        };
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

    /** Requires a position of each body of a block that was spawned, attached or detached. */
    private void requirePositions(int block) {
        long missing = (spawned[block] | reparented[block]) & positions.missing(block);
        if (missing != 0) {
            long first = Long.lowestOneBit(missing);
            int slot = (block << SHIFT) + Long.numberOfTrailingZeros(first);
            throw new IllegalStateException("the body in slot " + slot
                    + ((spawned[block] & first) != 0
                            ? " was spawned, but its position was not written; write every new body in Simulation.write"
                            : " was attached or detached, but its position was not written;"
                                    + " write it in Simulation.write, relative to its parent if it has one"));
        }
    }

    /** Gives the new bodies of a block what their simulation need not write. */
    private void fillSpawned(State into, int block) {
        int base = block << SHIFT;
        long bodies = spawned[block];
        for (long left = isChecked ? bodies & ~orientations.missing(block) : 0; left != 0; left &= left - 1) {
            int slot = base + Long.numberOfTrailingZeros(left);
            UnitCheck.require(slot, into.qx[slot], into.qy[slot], into.qz[slot], into.qw[slot]);
        }
        for (int kind = ORIENTATION; kind < kinds.length; kind++) {
            for (long left = bodies & kinds[kind].missing(block); left != 0; left &= left - 1) {
                int slot = base + Long.numberOfTrailingZeros(left);
                kinds[kind].add(slot);
                for (int i = firstArray(kind); i < firstArray(kind + 1); i++) {
                    into.values[i][slot] = i == StateContent.QW ? 1 : 0;
                }
            }
        }
        spawned[block] = 0;
        reparented[block] = 0;
    }

    /** The begun state was published, so the next one begins with nothing written. */
    void published() {
        Arrays.fill(finished, 0);
        history.next();
    }

    /** A word whose lowest bits are set. */
    private static long low(int bits) {
        return bits >= Long.SIZE ? -1L : (1L << bits) - 1;
    }
}
