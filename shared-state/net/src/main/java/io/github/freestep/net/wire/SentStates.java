package io.github.freestep.net.wire;

import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.body.Quantiser;
import io.github.freestep.net.wire.StateRing.Block;
import io.github.freestep.net.wire.StateRing.Entry;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.StateInside;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The newest states that were sent to any client, from which later ones are encoded. For one thread. Allocates only
 * while more blocks are in use than ever before.
 */
final class SentStates {
    /** The older of two states that a body is encoded from should be so much older that its velocity is exact. */
    private static final long APART_NANOS = 30_000_000;

    /** At higher rates, velocities are less exact, but few states back are still there. */
    private static final int MOST_APART = 8;

    /** What a body was is kept after a change if it has been that for as many states. Before, the ring still has it. */
    private static final int KEPT = StateRing.STATES / 2;

    /** A body rests from that state on in which it has been the same for as many states. */
    static final int RESTING = 2;

    final StateRing ring;
    private final BodyFields fields;
    private final Quantiser quantiser;

    /** By block, the version that the newest state has. */
    private final long[] versions;

    /** By slot, the first state with what the body is now, and that with its epoch and its bond. */
    final long[] since;

    final long[] bornSince;

    /** By block, what bodies were before, if they were that for long; and by slot, since which state they were that. */
    private final int[] @Nullable [] kept;

    private final long[] keptSince;

    /** The newest state, and how many states are {@link #APART_NANOS}. */
    @Nullable Entry newest;

    int apart;

    /** The state before the newest one. */
    private @Nullable Entry former;

    /** Whether the newest state was sent, or has other bodies than the one before it. If not, the next replaces it. */
    boolean isUsed;

    /** Whether the newest state has come again, because there is no later one. */
    private boolean isRepeated;

    /** The time by which repeats are due. */
    long nowNanos;

    SentStates(StateLayout layout, PoseGrid grid) {
        fields = new BodyFields(layout);
        quantiser = new Quantiser(layout, grid);
        ring = new StateRing(fields, layout.capacity());
        versions = new long[Blocks.of(layout.capacity())];
        kept = new int[versions.length][];
        since = new long[layout.capacity()];
        bornSince = new long[since.length];
        keptSince = new long[since.length];
    }

    /**
     * Begins a state, or the same one again.
     *
     * @param header has its times; its number is set
     */
    void begin(State state, PieceHeader header) {
        isRepeated = newest != null && newest.tick == header.tick;
        former = isUsed ? newest : former;
        isUsed = former == null;
        header.ring = ring;
        header.state = former == null ? 1 : former.number + 1;
        newest = ring.begin(header);
        quantiser.open(state);
        for (int block = 0; block < Blocks.of(state.slots()); block++) {
            Block content = content(state, former, block);
            ring.put(newest, block, content);
            isUsed |= former != null && content != former.block(block);
        }
        apart = 1;
        Entry before = former;
        while (before != null && apart < MOST_APART && header.stampNanos - before.stampNanos < APART_NANOS) {
            apart++;
            before = ring.find(header.state - apart);
        }
    }

    private Block content(State state, @Nullable Entry before, int block) {
        Block former = before == null ? null : before.block(block);
        long version = StateInside.version(state, block);
        if (former != null && versions[block] == version) {
            return former;
        }
        versions[block] = version;
        Block next = ring.take();
        quantiser.block(state, block, next.ints);
        if (former != null && Arrays.equals(former.ints, next.ints)) {
            ring.give(next);
            return former;
        }
        for (int slot = block * Blocks.SIZE; slot < Math.min((block + 1) * Blocks.SIZE, state.slots()); slot++) {
            note(slot, former == null ? null : former.ints, next.ints);
        }
        return next;
    }

    private void note(int slot, int @Nullable [] before, int[] now) {
        int at = fields.at(slot);
        if (before != null && Arrays.equals(before, at, at + fields.stride, now, at, at + fields.stride)) {
            return;
        }
        int block = slot / Blocks.SIZE;
        if (before != null && newest.number - since[slot] >= KEPT) {
            kept[block] = kept[block] == null ? new int[fields.block] : kept[block];
            System.arraycopy(before, at, kept[block], at, fields.stride);
            keptSince[slot] = since[slot];
        }
        since[slot] = newest.number;
        if (before == null
                || before[at + BodyFields.EPOCH] != now[at + BodyFields.EPOCH]
                || before[at + BodyFields.BOND] != now[at + BodyFields.BOND]) {
            bornSince[slot] = newest.number;
        }
    }

    /** Whether nothing but bodies has changed since so many states ago, and time neither pauses nor stands still. */
    boolean isSame(int age) {
        Entry then = age == 0 ? null : ring.find(newest.number - age);
        return then != null
                && !isRepeated
                && newest.slots == then.slots
                && newest.anchorNumber == then.anchorNumber
                && newest.inputSequence == then.inputSequence
                && newest.scaleNumerator > 0;
    }

    /** Whether a body is as it was in the last two states. A state that is sent twice makes no body rest. */
    boolean isResting(int slot) {
        return newest.number - since[slot] >= RESTING;
    }

    /** Returns the ints of the block with what a body was, or is, since a state; null if they are not kept any more. */
    int @Nullable [] sinceThen(int slot, long then) {
        int block = slot / Blocks.SIZE;
        return since[slot] == then ? newest.ints(block) : keptSince[slot] == then ? kept[block] : null;
    }
}
