package io.github.freestep.render;

import io.github.freestep.state.State;
import java.util.Arrays;

/**
 * Finds the slots of a picture that need work, and records them as the ranges that the picture has changed. For one
 * reader; allocates nothing once made.
 *
 * <p>A block of {@link State#BLOCK} slots is <i>settled</i> if both states of the bracket have the same content in it
 * and the picture already shows that content. Such a block needs no work, and stays as it is to the last bit. Adjacent
 * blocks that need work form a <i>run</i>:
 *
 * <pre>{@code
 * changes.look(older, newer, slots);
 * while (changes.next()) {
 *     // work on the slots from changes.from() to changes.to()
 * }
 * }</pre>
 */
final class Changes {
    /** In place of a version: the picture does not show what any state has in this block. */
    private static final long NONE = -1;

    /** By block: the version of the content that the picture shows. */
    private final long[] shown;

    /** By range: the first slot, and one beyond the last. */
    private final int[] starts;

    private final int[] ends;

    private int ranges;

    private State older;
    private State newer;
    private int slots;

    /** The next slots, from {@link #to} on, in blocks in which the newer state differs from these. */
    private int unlikeOlder;

    private int unlikeShown;

    private int from;
    private int to;

    Changes(int capacity) {
        shown = new long[blocks(capacity)];
        Arrays.fill(shown, NONE);
        // Between two runs there is at least one settled block.
        starts = new int[(shown.length + 1) / 2];
        ends = new int[starts.length];
    }

    /** Forgets the ranges of the last picture. */
    void clear() {
        ranges = 0;
    }

    /** Begins a search for runs below a slot. */
    void look(State olderState, State newerState, int belowSlot) {
        older = olderState;
        newer = newerState;
        slots = belowSlot;
        to = 0;
        unlikeOlder = -1;
        unlikeShown = -1;
    }

    /** Moves on to the next run; returns false if there is none. */
    boolean next() {
        if (unlikeOlder < to) {
            unlikeOlder = orEnd(newer.nextChange(older, to, slots));
        }
        if (unlikeShown < to) {
            unlikeShown = orEnd(newer.nextChange(shown, to, slots));
        }
        from = Math.min(unlikeOlder, unlikeShown);
        int block = from / State.BLOCK;
        while (block * State.BLOCK < slots && !isSettled(block)) {
            block++;
        }
        to = Math.min(block * State.BLOCK, slots);
        return from < slots;
    }

    /** The first slot of the run. */
    int from() {
        return from;
    }

    /** One beyond the last slot of the run. */
    int to() {
        return to;
    }

    /** Records the run as a range that the picture has changed, and settles those of its blocks that stay so. */
    void record(Blend blend) {
        for (int block = from / State.BLOCK; block * State.BLOCK < to; block++) {
            long version = newer.version(block);
            shown[block] = version == older.version(block) && !blend.isWrong(block) ? version : NONE;
        }
        starts[ranges] = from;
        ends[ranges] = to;
        ranges++;
    }

    int ranges() {
        return ranges;
    }

    int from(int range) {
        return starts[require(range)];
    }

    int to(int range) {
        return ends[require(range)];
    }

    private int require(int range) {
        if (range < 0 || range >= ranges) {
            throw new IllegalArgumentException(
                    "range must be from 0 and below changedRanges(), which is " + ranges + ", was " + range);
        }
        return range;
    }

    private boolean isSettled(int block) {
        long version = newer.version(block);
        return version == older.version(block) && version == shown[block];
    }

    private int orEnd(int slot) {
        return slot < 0 ? slots : slot;
    }

    /** The number of blocks that hold the given number of slots. */
    static int blocks(int slots) {
        return (slots + State.BLOCK - 1) / State.BLOCK;
    }
}
