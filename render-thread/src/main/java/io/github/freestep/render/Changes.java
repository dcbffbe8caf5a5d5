package io.github.freestep.render;

import io.github.freestep.internal.Blocks;
import io.github.freestep.internal.StateInside;
import io.github.freestep.state.State;
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
 *     // work on the slots from changes.from() to changes.to()
 * }
 * }</pre>
 *
 * <p>In many blocks, only few bodies need work: those that the last picture shows between two states, and those that
 * have changed since the newer of these states. If an error is blended out in a block, all of its bodies need work.
 */
final class Changes {
    /** In place of a version: the picture does not show what any state has in this block. */
    private static final long NONE = -1;

    private static final long ALL = -1;

    /** By block: the version of the content that the picture shows. */
    private final long[] shown;

    /** By block: a bit for each body that the picture may not show as in the newer state of its bracket. */
    private final long[] between;

    private final NewStates since = new NewStates();

    /** The bodies in blocks of the run in which few need work. */
    private final Scattered scattered;

    /** By range: the first slot, and one beyond the last. */
    private final int[] starts;

    private final int[] ends;

    private int ranges;

    private State older;
    private State newer;
    private int slots;

    /** Whether no state between the two is missing. If one is, any body may differ where they do. */
    private boolean areAdjacent;

    /** The first slot, from {@link #to} on, in a block in which the newer state differs from the older state. */
    private int unlikeOlder;

    /** The first slot, from {@link #to} on, in a block in which the newer state differs from what the picture shows. */
    private int unlikeShown;

    private int from;
    private int to;
    private boolean isScattered;

    Changes(int capacity, Scattered scattered) {
        this.scattered = scattered;
        shown = new long[Blocks.of(capacity)];
        Arrays.fill(shown, NONE);
        between = new long[shown.length];
        Arrays.fill(between, ALL);
        // Between two runs there is at least one settled block.
        starts = new int[(shown.length + 1) / 2];
        ends = new int[starts.length];
    }

    /** Forgets the ranges of the last picture. */
    void clear() {
        ranges = 0;
    }

    /** Records that the picture changes in all slots, because its origin has moved. */
    void all(int below) {
        ranges = Math.min(1, below);
        starts[0] = 0;
        ends[0] = below;
    }

    /** Records that the picture changes in the block of a slot, which may be settled. Needs no work on the block. */
    void include(int slot) {
        int from = slot / Blocks.SIZE * Blocks.SIZE;
        int to = Math.min(from + Blocks.SIZE, slots);
        int range = 0;
        while (range < ranges && ends[range] < from) {
            range++;
        }
        if (range == ranges || starts[range] > to) {
            System.arraycopy(starts, range, starts, range + 1, ranges - range);
            System.arraycopy(ends, range, ends, range + 1, ranges - range);
            starts[range] = from;
            ends[range] = to;
            ranges++;
            return;
        }
        starts[range] = Math.min(starts[range], from);
        ends[range] = Math.max(ends[range], to);
        if (range + 1 < ranges && starts[range + 1] == ends[range]) {
            ends[range] = ends[range + 1];
            ranges--;
            System.arraycopy(starts, range + 2, starts, range + 1, ranges - range - 1);
            System.arraycopy(ends, range + 2, ends, range + 1, ranges - range - 1);
        }
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
        to = 0;
        unlikeOlder = -1;
        unlikeShown = -1;
    }

    /** Moves on to the next run; returns false if there is none. */
    boolean next() {
        return find(null);
    }

    /**
     * Moves on to the next part of a run, for the caller to make, and records it as a range that the picture
     * changes. In the blocks of a part, either many bodies need work, or only those that were added to the scattered
     * ones. If both states agree in one of its blocks, and no error is left to blend out there, the block is settled
     * from then on.
     *
     * @return false if there is no run
     */
    boolean change(Blend blend) {
        if (!find(blend)) {
            return false;
        }
        if (ranges > 0 && ends[ranges - 1] == from) {
            ends[ranges - 1] = to;
            return true;
        }
        starts[ranges] = from;
        ends[ranges] = to;
        ranges++;
        return true;
    }

    private boolean find(Blend blend) {
        if (unlikeOlder < to) {
            unlikeOlder = orEnd(StateInside.nextChange(newer, older, to, slots));
        }
        if (unlikeShown < to) {
            unlikeShown = orEnd(StateInside.nextChange(newer, shown, to, slots));
        }
        from = Math.min(unlikeOlder, unlikeShown);
        if (from == slots) {
            return false;
        }
        int block = from / Blocks.SIZE;
        // One loop finds the end of the run and settles its blocks. Two loops would take 2 % of a frame in which
        // everything moves.
        for (int end = Blocks.of(slots); block < end; block++) {
            long version = StateInside.version(newer, block);
            boolean agrees = version == StateInside.version(older, block);
            if (agrees && version == shown[block]) {
                break;
            }
            if (blend != null) {
                boolean isWrong = blend.isWrong(block);
                long pair = agrees ? 0 : areAdjacent ? StateInside.changedSlots(newer, block) : ALL;
                long bodies = isWrong ? ALL : between[block] | pair;
                if (bodies != ALL) {
                    bodies |= since.changedSlots(block);
                }
                boolean few = Long.bitCount(bodies) <= Scattered.FEW;
                if (few != isScattered && block * Blocks.SIZE > from) {
                    break;
                }
                isScattered = few;
                if (few) {
                    scattered.add(block, bodies);
                }
                between[block] = isWrong ? ALL : pair;
                shown[block] = agrees && !isWrong ? version : NONE;
            }
        }
        to = Math.min(block * Blocks.SIZE, slots);
        return true;
    }

    /** Whether only single bodies of the part need work. */
    boolean isScattered() {
        return isScattered;
    }

    /** The first slot of the run. */
    int from() {
        return from;
    }

    /** One beyond the last slot of the run. */
    int to() {
        return to;
    }

    int ranges() {
        return ranges;
    }

    int from(int range) {
        return starts[Presence.check(range, ranges, "range", "changedRanges()")];
    }

    int to(int range) {
        return ends[Presence.check(range, ranges, "range", "changedRanges()")];
    }

    private int orEnd(int slot) {
        return slot < 0 ? slots : slot;
    }
}
