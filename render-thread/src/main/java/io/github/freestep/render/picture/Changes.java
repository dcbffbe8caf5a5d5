package io.github.freestep.render.picture;

import io.github.freestep.internal.Ranges;
import io.github.freestep.state.State;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.StateInside;
import java.util.Arrays;

/**
 * Finds the slots of a picture that need work, and records them as the ranges that the picture has changed. For one
 * reader; allocates nothing once made.
 *
 * <p>A block of {@link Blocks#SIZE} slots is <i>settled</i> if both states of the bracket have the same content in it
 * and the picture already shows that content. Such a block needs no work, and stays as it is to the last bit. Adjacent
 * blocks that need work form a <i>run</i>:
 *
 * <pre>{@code
 * changes.look(older, newer, slots);
 * while (changes.next()) {
 *     // work on the slots from changes.from to changes.to
 * }
 * }</pre>
 *
 * <p>In many blocks, only few bodies need work: those that the last picture shows between two states, and those that
 * have changed since the newer of these states. If an error is blended out in a block, all of its bodies need work.
 */
public final class Changes {
    /** In place of a version: the picture does not show what any state has in this block. */
    private static final long NONE = -1;

    private static final long ALL = -1;

    private static final int UNKNOWN = -1;

    /** The number of blocks after a run that are looked at one by one. */
    private static final int NEAR = 4;

    /** By block: the version of the content that the picture shows. */
    private final long[] shown;

    /** By block: a bit for each body that the picture may not show as in the newer state of its bracket. */
    private final long[] between;

    private final NewStates since = new NewStates();

    /** The bodies in blocks of the run in which few need work. */
    private final Scattered scattered;

    /** By block: a bit for each body that the picture changes. Bits of slots that are not in use mean nothing. */
    private final long[] changed;

    /** The first slot of each range of blocks in which the picture changes a body. */
    private final int[] starts;

    /** One beyond the last slot of each such range. */
    private final int[] ends;

    /** The number of ranges; {@link #UNKNOWN} until they are asked for. */
    private int ranges;

    // Set by the beginning of each picture.
    @SuppressWarnings("NullAway.Init")
    private State older;

    @SuppressWarnings("NullAway.Init")
    private State newer;

    private int slots;
    private int blocks;

    /** Whether the newer state follows the older one. If states are missing, which bodies changed is not known. */
    private boolean areAdjacent;

    /** The first slot, from {@link #to} on, in a block in which the newer state differs from the older state. */
    private int unlikeOlder;

    /** The first slot, from {@link #to} on, in a block in which the newer state differs from what the picture shows. */
    private int unlikeShown;

    /** The end of the run or part before this one. From there up to {@link #from}, no body needs work. */
    int restsFrom;

    /** The first slot of the run. */
    public int from;

    /** One beyond the last slot of the run. */
    public int to;

    /** Whether only single bodies of this part of a run need work. */
    boolean isScattered;

    Changes(int capacity, Scattered scattered) {
        this.scattered = scattered;
        shown = new long[Blocks.of(capacity)];
        Arrays.fill(shown, NONE);
        between = new long[shown.length];
        Arrays.fill(between, ALL);
        changed = new long[shown.length];
        // Between two ranges there is at least one block without a change.
        starts = new int[(shown.length + 1) / 2];
        ends = new int[starts.length];
    }

    /** Forgets what the last picture has changed. */
    void clear() {
        Arrays.fill(changed, 0);
        ranges = UNKNOWN;
    }

    /** Records that the picture changes in all slots, because its origin has moved. */
    void all() {
        Arrays.fill(changed, ALL);
    }

    /** Records that the picture changes a body, although its block may be settled. Needs no work on the block. */
    void include(int slot) {
        changed[slot >>> Blocks.SHIFT] |= 1L << slot;
    }

    /** Begins to look for the runs of the next picture. */
    void look(StateWindow window, State olderState, State newerState, int belowSlot) {
        look(olderState, newerState, belowSlot);
        since.follow(window, newerState);
    }

    /** Begins to look for runs below a slot. */
    void look(State olderState, State newerState, int belowSlot) {
        older = olderState;
        newer = newerState;
        areAdjacent = StateInside.follows(newer, older.tick(), StateInside.edition(older));
        slots = belowSlot;
        blocks = Blocks.of(belowSlot);
        to = 0;
        unlikeOlder = -1;
        unlikeShown = -1;
    }

    /** Moves on to the next run; returns false if there is none. */
    boolean next() {
        if (!begin()) {
            return false;
        }
        int block = from / Blocks.SIZE;
        while (block < blocks && !isSettled(block)) {
            block++;
        }
        to = Math.min(block * Blocks.SIZE, slots);
        return true;
    }

    /**
     * Moves on to the next part of a run, for the caller to make, and records which bodies the picture changes there.
     * In the blocks of a part, either many bodies need work, or only those that were added to the scattered ones. If
     * both states agree in one of its blocks, and no error is left to blend out there, the block is settled from then
     * on.
     *
     * @return false if there is no run
     */
    boolean change(Blend blend) {
        if (!begin()) {
            return false;
        }
        int first = from / Blocks.SIZE;
        int block = first;
        while (block < blocks && !isSettled(block)) {
            long unlike = blend.isWrong(block) ? ALL : unlike(block);
            long bodies = bodies(block, unlike);
            boolean few = Long.bitCount(bodies) <= Scattered.FEW;
            if (block == first) {
                isScattered = few;
            } else if (few != isScattered) {
                break;
            }
            record(block, unlike, bodies);
            block++;
        }
        to = Math.min(block * Blocks.SIZE, slots);
        return true;
    }

    /** Finds where the next run begins; returns false if there is none. */
    private boolean begin() {
        restsFrom = to;
        // Where few bodies move in many blocks, the next run is near, and a search would take longer than a look.
        int block = Blocks.of(to);
        for (int end = Math.min(block + NEAR, blocks); block < end; block++) {
            if (!isSettled(block)) {
                from = block * Blocks.SIZE;
                return true;
            }
        }
        if (unlikeOlder < to) {
            unlikeOlder = orEnd(StateInside.nextChange(newer, older, to, slots));
        }
        if (unlikeShown < to) {
            unlikeShown = orEnd(StateInside.nextChange(newer, shown, to, slots));
        }
        from = Math.min(unlikeOlder, unlikeShown);
        return from < slots;
    }

    private boolean isSettled(int block) {
        return agrees(block) && shown[block] == StateInside.version(newer, block);
    }

    private boolean agrees(int block) {
        return StateInside.version(newer, block) == StateInside.version(older, block);
    }

    /** A bit for each body of a block that may differ between the two states. */
    private long unlike(int block) {
        if (agrees(block)) {
            return 0;
        }
        return areAdjacent ? StateInside.changedSlots(newer, block) : ALL;
    }

    /**
     * A bit for each body of a block that needs work, given a bit for each one that may differ between the two states.
     */
    private long bodies(int block, long unlike) {
        long both = between[block] | unlike;
        return both == ALL ? ALL : both | since.changedSlots(block);
    }

    private void record(int block, long unlike, long bodies) {
        if (isScattered) {
            scattered.add(block, bodies);
        }
        changed[block] = isScattered ? bodies : ALL;
        between[block] = unlike;
        shown[block] = unlike == 0 ? StateInside.version(newer, block) : NONE;
    }

    public int ranges() {
        if (ranges == UNKNOWN) {
            ranges = 0;
            for (int slot = nextSlot(0); slot >= 0; slot = nextSlot(ends[ranges - 1])) {
                int start = slot / Blocks.SIZE * Blocks.SIZE;
                if (ranges == 0 || ends[ranges - 1] < start) {
                    starts[ranges++] = start;
                }
                ends[ranges - 1] = Math.min(start + Blocks.SIZE, slots);
            }
        }
        return ranges;
    }

    /** The first slot, from one on, whose body the picture changes; -1 if there is none. */
    public int nextSlot(int from) {
        return Blocks.next(changed, from, slots);
    }

    public int from(int range) {
        return starts[Ranges.index(range, ranges(), "range", "changedRanges()")];
    }

    public int to(int range) {
        return ends[Ranges.index(range, ranges(), "range", "changedRanges()")];
    }

    private int orEnd(int slot) {
        return slot < 0 ? slots : slot;
    }
}
