package io.github.freestep.state;

import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.DoublePositions;
import io.github.freestep.state.content.HasStateInside;
import io.github.freestep.state.content.PoseList;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.time.TimeAnchor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link State} holds. The publishing thread writes it, and readers see it through the methods of the state. It
 * is a superclass and not an object of its own, so that loops follow no additional reference.
 */
abstract class StateContent extends HasStateInside {
    /** The index of the real parts of orientations in {@link #values}. */
    static final int QW = 6;

    /** The first kind of value that is a channel. Before it are positions and orientations. */
    static final int CHANNELS = 2;

    /** The number of a state without content. No history reaches back to it. */
    static final long NO_NUMBER = Long.MIN_VALUE / 2;

    /** The index of the first channel in {@link #values}. */
    static final int POSE = 7;

    private static final float[] NONE = {};

    /** Empty if positions are doubles. */
    final float[] x;

    final float[] y;
    final float[] z;

    /** Null if positions are floats. */
    final @Nullable DoublePositions doubles;

    final float[] qx;
    final float[] qy;
    final float[] qz;
    final float[] qw;
    final float[][] linear;
    final float[][] stepped;

    // The superclass's arrays are protected, so this package reaches values, epochs, versions and changes only through
    // these fields.

    /** The arrays of positions, orientations, linear and stepped channels, in this order, for loops. */
    final float[][] values = super.values;

    final int[] epochs = super.epochs;

    /** By block; see {@link StateInside#version}. Zero for a block that was never written. */
    final long[] versions = super.versions;

    /**
     * For each {@linkplain Written kind of value} and each block: the version in which a value of that kind
     * changed last.
     */
    final long[][] kindVersions;

    /** By block; see {@link StateInside#changedSlots}. */
    final long[] changed = super.changed;

    /** See {@link StateInside#listed}. */
    final PoseList listed = super.listed;

    /** The number of the published state whose content this is; see {@code History}. */
    long number = NO_NUMBER;

    /**
     * The state that takes the place of this one before its slot is written again; null unless its reader became
     * garbage, so that the reader's thread may still look at it. For the publisher alone.
     */
    @Nullable State successor;

    final TimeAnchor anchor = new TimeAnchor();
    int slots;
    long tick = State.NO_TICK;
    long simulationNanos;
    long inputNanos;
    long inputSequence;

    StateContent(StateLayout layout, PoseList listed) {
        super(layout.capacity(), arrays(layout), listed);
        doubles = layout.hasDoublePositions() ? new DoublePositions(layout.capacity()) : null;
        x = values[0];
        y = values[1];
        z = values[2];
        qx = values[3];
        qy = values[4];
        qz = values[5];
        qw = values[QW];
        int steppedFrom = POSE + layout.linearChannels().size();
        linear = Arrays.copyOfRange(values, POSE, steppedFrom);
        stepped = Arrays.copyOfRange(values, steppedFrom, values.length);
        kindVersions = new long[kinds(layout)][versions.length];
    }

    /** The number of kinds of values, which are written and copied independently of each other. */
    static int kinds(StateLayout layout) {
        return CHANNELS + layout.channels();
    }

    private static float[][] arrays(StateLayout layout) {
        float[][] arrays = new float[POSE + layout.channels()][];
        for (int i = 0; i < arrays.length; i++) {
            arrays[i] = i < 3 && layout.hasDoublePositions() ? NONE : new float[layout.capacity()];
        }
        return arrays;
    }

    /**
     * Begins a state of a time. It stores what seldom changes from state to state only if it differs, because the
     * exchange of windows waits for every store before it.
     *
     * @param newest the state from which it inherits; null if it is the first
     */
    void begin(long ofTick, long ofNanos, TimeAnchor inForce, @Nullable StateContent newest) {
        tick = ofTick;
        simulationNanos = ofNanos;
        if (!anchor.same(inForce)) {
            anchor.set(inForce);
        }
        long sequence = newest == null ? 0 : newest.inputSequence;
        long nanos = newest == null ? 0 : newest.inputNanos;
        StateInside.overloaded(this, newest != null && StateInside.isOverloaded(newest));
        if (inputSequence != sequence || inputNanos != nanos) {
            input(sequence, nanos);
        }
    }

    /** Sets the newest input that has gone into this state. */
    void input(long sequence, long nanos) {
        inputSequence = sequence;
        inputNanos = nanos;
    }

    /** Takes the place of another state in time. */
    void follow(StateContent other, TimeAnchor inForce) {
        begin(other.tick, other.simulationNanos, inForce, other);
    }

    /** Adds the changes of the state that this one replaces, so that they count from the predecessor of both. */
    void addChanges(StateContent replaced) {
        for (int block = 0; block < Blocks.of(replaced.slots); block++) {
            changed[block] |= replaced.changed[block];
        }
    }

    float[] ifFloats(float[] positions) {
        if (doubles != null) {
            throw new IllegalStateException("positions are doubles in this layout; use x(slot) or doubleX()");
        }
        return positions;
    }

    DoublePositions requireDoubles() {
        if (doubles == null) {
            throw new IllegalStateException(
                    "positions are floats in this layout; use x(), or declare StateLayout.doublePositions()");
        }
        return doubles;
    }
}
