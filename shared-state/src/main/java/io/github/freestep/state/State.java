package io.github.freestep.state;

import io.github.freestep.internal.Ranges;
import io.github.freestep.state.content.Attachments;
import io.github.freestep.state.content.Channels;
import io.github.freestep.state.content.Epochs;
import io.github.freestep.state.content.PoseList;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.time.TimeAnchor;
import java.util.Objects;

/**
 * One state of the simulation, as readers see it: the pose of every body at one simulation time. A state that a
 * {@link StateReader} returned does not change until that reader's next {@code acquire} that returns true, or its
 * {@code close}. Until then, the reader's thread may read it. Reading allocates nothing and never blocks.
 *
 * <pre>{@code
 * for (int slot = 0; slot < state.slots(); slot++) {
 *     if (state.isAlive(slot)) {
 *         minimap.dot(state.x(slot), state.z(slot));
 *     }
 * }
 * }</pre>
 *
 * <p>A <i>slot</i> is the number of a body. Every array is indexed by slot and is as long as the layout's capacity; the
 * elements below {@link #slots()} are in use. The values of slots that are not {@link #isAlive} are unspecified.
 *
 * <p>The arrays are the state itself, not copies. Read them in loops or pass them to a renderer, but
 * do not write to them.
 */
public final class State extends StateContent {
    /** Stands for no tick where one is expected, such as in a result before the first state. */
    public static final long NO_TICK = StateInside.NO_TICK;

    /** Stands for no body where a slot is expected, such as in an event or a failure that concerns no single body. */
    public static final int NO_SLOT = -1;

    /** Stands for no body in {@link #parent}. */
    public static final int NO_PARENT = Attachments.NO_PARENT;

    /** Makes a state that lists poses in {@code listed}, which may have no room. */
    State(StateLayout layout, PoseList listed) {
        super(layout, listed);
    }

    /** Makes a state to which poses can be written as a list. */
    static State listing(StateLayout layout) {
        return new State(layout, layout.hasDoublePositions() ? PoseList.NONE : PoseList.of(layout.capacity()));
    }

    /**
     * The number of the tick that made this state.
     *
     * @return counted from zero
     */
    public long tick() {
        return tick;
    }

    /**
     * The simulation time of this state, in nanoseconds since the simulation began.
     *
     * @return nanoseconds since the simulation began
     */
    public long simulationNanos() {
        return simulationNanos;
    }

    /**
     * Copies the anchor that was in force when this state was published.
     *
     * @param into the anchor to overwrite
     */
    public void anchor(TimeAnchor into) {
        Objects.requireNonNull(into, "into must not be null").set(anchor);
    }

    /**
     * When the newest input in this state arrived, in nanoseconds of the publisher's clock.
     *
     * @return a reading of the publisher's clock; zero while {@link #inputSequence} is zero
     */
    public long inputNanos() {
        return inputNanos;
    }

    /**
     * The number of the newest input that has gone into this state.
     *
     * @return counted from one; zero before the first input
     */
    public long inputSequence() {
        return inputSequence;
    }

    /**
     * The number of slots in use, a high-water mark and not a count of bodies: slots below it may be free.
     *
     * @return one more than the highest slot in which a body was ever spawned
     */
    public int slots() {
        return slots;
    }

    /**
     * Whether a slot has a body. Readers ask for every slot, so the only check is that of the array's bounds.
     *
     * @param slot a slot below the capacity; slots from {@link #slots()} on have no body
     * @return false before the body's spawn and after its removal
     * @throws IndexOutOfBoundsException if the slot is not below the capacity
     */
    public boolean isAlive(int slot) {
        return Epochs.isAlive(epochs[Ranges.index(slot, epochs.length, "slot", "the capacity")]);
    }

    /**
     * Identifies an unbroken motion of the body in a slot. Spawn, removal and teleport begin a new epoch. So a body
     * that is alive in two states may be interpolated between them if its epoch is the same in both. Only compare
     * epochs of one slot, for equality or with {@link #isSameLife}: their bits have no other meaning. The only check is
     * that of the array's bounds.
     *
     * @param slot a slot below {@link #slots()}
     * @return the epoch; zero only for a slot that never had a body
     * @throws IndexOutOfBoundsException if the slot is not below the capacity
     */
    public int epoch(int slot) {
        return epochs[slot];
    }

    /**
     * Whether a slot still has the body that it had in another state, and not another body that was spawned there
     * since. Teleports do not matter. The only check is that of the array's bounds.
     *
     * @param slot a slot below {@link #slots()}
     * @param epoch the {@link #epoch} of the slot in the other state
     * @return true if no body was spawned or removed in this slot between the two states
     * @throws IndexOutOfBoundsException if the slot is not below the capacity
     */
    public boolean isSameLife(int slot, int epoch) {
        return Epochs.sameLife(epochs[slot], epoch);
    }

    /**
     * Identifies the body in a slot among all that the slot ever has. Spawn and removal begin a new life, a teleport
     * does not. Compare lives of one slot only, and only for equality. States that were received from another process
     * contain the lives of that process. Checks only the bounds of the array.
     *
     * @param slot a slot below the capacity
     * @return the life, from 0 to 16777215; 0 only for a slot that never had a body
     * @throws IndexOutOfBoundsException if the slot is not below the capacity
     */
    public int life(int slot) {
        int epoch = epochs[Ranges.index(slot, epochs.length, "slot", "the capacity")];
        return Epochs.life(epoch - StateInside.lifeOffset(this));
    }

    /**
     * The body to which a body is attached. Its pose is relative to that body. Takes time proportional to the logarithm
     * of the number of attached bodies.
     *
     * @param slot any slot
     * @return the slot of its parent; {@link #NO_PARENT} if it has none
     */
    public int parent(int slot) {
        return StateInside.attachments(this).parent(slot);
    }

    /**
     * Positions along x, in the simulation's unit of length.
     *
     * @return the values, indexed by slot
     * @throws IllegalStateException if positions are doubles
     */
    public float[] x() {
        return ifFloats(x);
    }

    /**
     * Positions along y, in the simulation's unit of length.
     *
     * @return the values, indexed by slot
     * @throws IllegalStateException if positions are doubles
     */
    public float[] y() {
        return ifFloats(y);
    }

    /**
     * Positions along z, in the simulation's unit of length.
     *
     * @return the values, indexed by slot
     * @throws IllegalStateException if positions are doubles
     */
    public float[] z() {
        return ifFloats(z);
    }

    /**
     * The position of a body along x, in the simulation's unit of length. For positions in floats and in doubles; the
     * only check is that of the array's bounds.
     *
     * @param slot a slot below the capacity
     * @return the coordinate, as exact as it is kept
     * @throws IndexOutOfBoundsException if the slot is not below the capacity
     */
    public double x(int slot) {
        return doubles == null ? x[slot] : doubles.x[slot];
    }

    /**
     * The position of a body along y, as {@link #x(int)}.
     *
     * @param slot a slot below the capacity
     * @return the coordinate, as exact as it is kept
     * @throws IndexOutOfBoundsException if the slot is not below the capacity
     */
    public double y(int slot) {
        return doubles == null ? y[slot] : doubles.y[slot];
    }

    /**
     * The position of a body along z, as {@link #x(int)}.
     *
     * @param slot a slot below the capacity
     * @return the coordinate, as exact as it is kept
     * @throws IndexOutOfBoundsException if the slot is not below the capacity
     */
    public double z(int slot) {
        return doubles == null ? z[slot] : doubles.z[slot];
    }

    /**
     * Positions along x, if the layout keeps them as doubles.
     *
     * @return the values, indexed by slot
     * @throws IllegalStateException if positions are floats
     */
    public double[] doubleX() {
        return requireDoubles().x;
    }

    /**
     * Positions along y, if the layout keeps them as doubles.
     *
     * @return the values, indexed by slot
     * @throws IllegalStateException if positions are floats
     */
    public double[] doubleY() {
        return requireDoubles().y;
    }

    /**
     * Positions along z, if the layout keeps them as doubles.
     *
     * @return the values, indexed by slot
     * @throws IllegalStateException if positions are floats
     */
    public double[] doubleZ() {
        return requireDoubles().z;
    }

    /**
     * Whether positions are doubles.
     *
     * @return true if the layout has {@link StateLayout#doublePositions()}
     */
    public boolean hasDoublePositions() {
        return doubles != null;
    }

    /**
     * Orientations, first imaginary part. The dot product of a body's quaternions in two adjacent states is not
     * negative. So interpolation between the two takes the short way without a test.
     *
     * @return the values, indexed by slot
     */
    public float[] qx() {
        return qx;
    }

    /**
     * Orientations, second imaginary part.
     *
     * @return the values, indexed by slot
     */
    public float[] qy() {
        return qy;
    }

    /**
     * Orientations, third imaginary part.
     *
     * @return the values, indexed by slot
     */
    public float[] qz() {
        return qz;
    }

    /**
     * Orientations, real part.
     *
     * @return the values, indexed by slot
     */
    public float[] qw() {
        return qw;
    }

    /**
     * The values of a channel that is interpolated linearly.
     *
     * @param channel the number that {@link StateLayout#linearChannel} returns
     * @return the channel's values, indexed by slot
     * @throws IllegalArgumentException if there is no such channel
     */
    public float[] linear(int channel) {
        return Channels.array(linear, channel, "linear");
    }

    /**
     * The values of a channel that keeps each value until the next state.
     *
     * @param channel the number that {@link StateLayout#steppedChannel} returns
     * @return the channel's values, indexed by slot
     * @throws IllegalArgumentException if there is no such channel
     */
    public float[] stepped(int channel) {
        return Channels.array(stepped, channel, "stepped");
    }

    /** Returns the tick with its times and the number of slots in use. For logs; allocates. */
    @Override
    public String toString() {
        return tick == NO_TICK
                ? "no state yet"
                : "state of tick " + tick + " at " + simulationNanos + " ns, published at "
                        + StateInside.publishedNanos(this) + " ns, slots in use: " + slots;
    }
}
