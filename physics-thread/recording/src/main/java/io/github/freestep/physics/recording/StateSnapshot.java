package io.github.freestep.physics.recording;

import io.github.freestep.physics.saves.content.StateRange;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.Attachments;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.BufferInside;
import io.github.freestep.state.content.StateInside;
import java.util.Arrays;

/**
 * A copy of a replayed state, which can be shown at any time. Reused for other states.
 *
 * <p>A state has an <i>epoch</i> for each body, a number that changes if the body is teleported or its slot gets
 * another body. Epochs depend on the tick at which the replay started, and a player shows snapshots of replays with
 * different starts one after the other. So a snapshot does not use the epochs of its copy. It stores the change of
 * each body since the preceding tick.
 */
final class StateSnapshot {
    /** The body is not alive. */
    static final byte GONE = 0;

    /** The body moved here continuously. */
    static final byte MOVED = 1;

    /** The body was teleported here. */
    static final byte TELEPORTED = 2;

    /** The body is new in its slot: at the preceding tick the slot was empty, or held another body. */
    static final byte NEW = 3;

    private final State copy;
    private final byte[] changes;
    private long stretch;

    /** Makes a snapshot for states of one buffer. */
    StateSnapshot(BufferInside<State> buffer, int capacity) {
        copy = buffer.newCopy();
        changes = new byte[capacity];
    }

    /**
     * Copies a state of the buffer. {@code epochs} holds the epochs of the preceding tick, and afterwards those of this
     * one. States of different stretches come from different buffers, so their versions must not be compared.
     */
    void copy(BufferInside<State> buffer, State state, int[] epochs, long ofStretch) {
        stretch = ofStretch;
        buffer.copy(state, copy);
        for (int body = 0; body < state.slots(); body++) {
            changes[body] = change(state, body, epochs[body]);
            epochs[body] = state.epoch(body);
        }
    }

    private static byte change(State state, int body, int epoch) {
        if (!state.isAlive(body)) {
            return GONE;
        }
        if (!state.isSameLife(body, epoch)) {
            return NEW;
        }
        return state.epoch(body) == epoch ? MOVED : TELEPORTED;
    }

    int bodies() {
        return copy.slots();
    }

    /** Which bodies are attached to others. */
    Attachments attachments() {
        return StateInside.attachments(copy);
    }

    byte change(int body) {
        return body < bodies() ? changes[body] : GONE;
    }

    /** Writes the blocks that differ from those of {@code shown}, which then holds what this snapshot has. */
    void write(StateWriter to, ShownVersions shown) {
        if (shown.stretch != stretch) {
            Arrays.fill(shown.versions, ShownVersions.NONE);
            shown.stretch = stretch;
        }
        for (int from = 0; from < bodies(); from += Blocks.SIZE) {
            int block = from / Blocks.SIZE;
            if (shown.versions[block] != StateInside.version(copy, block)) {
                shown.versions[block] = StateInside.version(copy, block);
                StateRange.copy(shown.layout, copy, to, from, Math.min(from + Blocks.SIZE, bodies()));
            }
        }
    }

    /** Which version of each block a player has written last. */
    static final class ShownVersions {
        private static final long NONE = -1;

        private final StateLayout layout;
        private final long[] versions;
        private long stretch = -1;

        ShownVersions(StateLayout layout) {
            this.layout = layout;
            versions = new long[Blocks.of(layout.capacity())];
        }

        /** The body of a slot has come, or has another parent, so its values must be written again. */
        void forget(int slot) {
            versions[slot / Blocks.SIZE] = NONE;
        }
    }
}
