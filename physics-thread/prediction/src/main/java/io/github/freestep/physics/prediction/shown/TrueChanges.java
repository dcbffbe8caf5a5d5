package io.github.freestep.physics.prediction.shown;

import io.github.freestep.state.State;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.StateInside;
import java.util.Arrays;

/**
 * Finds the slots in which true states of one buffer differ from what was written to the shown ones. For one thread;
 * allocates nothing once made.
 */
final class TrueChanges {
    /** By block: the version that was looked at last. */
    private final long[] versions;

    /** By block: a bit for each slot that may differ. */
    private final long[] changed;

    /** The state that was looked at last. */
    private long tick = State.NO_TICK;

    private long edition;

    TrueChanges(int capacity) {
        versions = new long[Blocks.of(capacity)];
        changed = new long[versions.length];
    }

    /** Adds the slots that differ from the state that was looked at last. */
    void add(State truth) {
        int blocks = Blocks.of(truth.slots());
        boolean exact = isExact(truth);
        for (int block = 0; block < blocks; block++) {
            long version = StateInside.version(truth, block);
            if (version != versions[block]) {
                versions[block] = version;
                changed[block] |= used(truth, block) & (exact ? StateInside.changedSlots(truth, block) : -1L);
            }
        }
        tick = truth.tick();
        edition = StateInside.edition(truth);
    }

    /**
     * Whether the changed slots of a state are those since the last one. They count from its predecessor. A state of
     * the last tick has the same predecessor as the last one, so it has the changed slots of both.
     */
    private boolean isExact(State truth) {
        return tick != State.NO_TICK
                && (truth.tick() == tick
                        || StateInside.predecessorTick(truth) == tick && StateInside.edition(truth) == edition);
    }

    /** Adds all slots of a state, or those in which it differs from the one before it. */
    void add(State state, boolean all) {
        for (int block = 0; block < Blocks.of(state.slots()); block++) {
            changed[block] |= used(state, block) & (all ? -1L : StateInside.changedSlots(state, block));
        }
    }

    /** Adds one slot. */
    void add(int slot) {
        changed[slot / Blocks.SIZE] |= 1L << slot;
    }

    /** The slots of a block that may differ, a bit for each. */
    long in(int block) {
        return changed[block];
    }

    /** Forgets all: they were written. */
    void clear() {
        Arrays.fill(changed, 0);
    }

    private static long used(State state, int block) {
        int slots = state.slots() - block * Blocks.SIZE;
        return slots >= Blocks.SIZE ? -1L : (1L << slots) - 1;
    }
}
