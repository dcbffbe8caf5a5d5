package io.github.freestep.physics.recording;

import io.github.freestep.internal.Attachments;
import io.github.freestep.internal.Blocks;
import io.github.freestep.internal.StateInside;
import io.github.freestep.physics.journal.BodyValues;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.Arrays;

/**
 * A copy of a replayed state, which can be shown at any time. Reused for other states.
 *
 * <p>A state has an <i>epoch</i> for each body, a number that changes if the body is teleported or its slot gets
 * another body. Epochs depend on the tick at which the replay started, and a player shows snapshots of replays with
 * different starts one after the other. So a snapshot does not store epochs. It stores the change of each body since
 * the preceding tick.
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

    private static final int POSITIONS = 3;

    /** Without the first three, if positions are doubles. */
    private final float[][] values;

    /** Null if positions are floats. */
    private final double[][] doubles;

    private final int linear;
    private final byte[] changes;

    /** By block. If two snapshots of one stretch have the same version of a block, they have the same values there. */
    private final long[] versions;

    private Attachments attachments = Attachments.NONE;

    private long stretch;
    private int bodies;

    StateSnapshot(StateLayout layout) {
        boolean isDouble = layout.hasDoublePositions();
        doubles = isDouble ? new double[POSITIONS][layout.capacity()] : null;
        values = new float[BodyValues.count(layout)][];
        for (int i = isDouble ? POSITIONS : 0; i < values.length; i++) {
            values[i] = new float[layout.capacity()];
        }
        changes = new byte[layout.capacity()];
        versions = new long[Blocks.of(layout.capacity())];
        linear = layout.linearChannels().size();
    }

    /** The memory that a snapshot takes, in bytes. */
    static long bytes(StateLayout layout) {
        int floats = BodyValues.count(layout) + (layout.hasDoublePositions() ? POSITIONS : 0);
        return (4L * floats + 1) * layout.capacity();
    }

    /**
     * Copies a state. {@code epochs} holds the epochs of the preceding tick, and afterwards those of this one. States
     * of different stretches come from different publishers, so their versions must not be compared.
     */
    void copy(State state, int[] epochs, long ofStretch) {
        stretch = ofStretch;
        bodies = state.slots();
        for (int block = 0; block < versions.length; block++) {
            versions[block] = StateInside.version(state, block);
        }
        if (doubles != null) {
            System.arraycopy(state.doubleX(), 0, doubles[0], 0, bodies);
            System.arraycopy(state.doubleY(), 0, doubles[1], 0, bodies);
            System.arraycopy(state.doubleZ(), 0, doubles[2], 0, bodies);
        }
        for (int i = doubles == null ? 0 : POSITIONS; i < values.length; i++) {
            System.arraycopy(BodyValues.of(state, i, linear), 0, values[i], 0, bodies);
        }
        attachments = StateInside.attachments(state);
        for (int body = 0; body < bodies; body++) {
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
        return bodies;
    }

    /** Which bodies are attached to others. */
    Attachments attachments() {
        return attachments;
    }

    byte change(int body) {
        return body < bodies ? changes[body] : GONE;
    }

    /** Writes the blocks that differ from those of {@code shown}, which then holds what this snapshot has. */
    void write(StateWriter to, ShownVersions shown) {
        if (shown.stretch != stretch) {
            Arrays.fill(shown.versions, ShownVersions.NONE);
            shown.stretch = stretch;
        }
        for (int from = 0; from < bodies; from += Blocks.SIZE) {
            int block = from / Blocks.SIZE;
            if (shown.versions[block] != versions[block]) {
                shown.versions[block] = versions[block];
                write(to, from, Math.min(from + Blocks.SIZE, bodies));
            }
        }
    }

    private void write(StateWriter to, int from, int end) {
        if (doubles == null) {
            to.positions(values[0], values[1], values[2], from, end);
        } else {
            to.positions(doubles[0], doubles[1], doubles[2], from, end);
        }
        to.orientations(values[3], values[4], values[5], values[6], from, end);
        for (int i = BodyValues.POSE; i < values.length; i++) {
            int channel = i - BodyValues.POSE;
            if (channel < linear) {
                to.linear(channel, values[i], from, end);
            } else {
                to.stepped(channel - linear, values[i], from, end);
            }
        }
    }

    /** Which version of each block a player has written last. */
    static final class ShownVersions {
        private static final long NONE = -1;

        private final long[] versions;
        private long stretch = -1;

        ShownVersions(StateLayout layout) {
            versions = new long[Blocks.of(layout.capacity())];
        }
    }
}
