package io.github.freestep.state;

import io.github.freestep.internal.Ranges;
import io.github.freestep.state.content.Channels;
import io.github.freestep.state.content.DoublePositions;
import io.github.freestep.state.content.Epochs;
import io.github.freestep.state.content.ListedPoses;
import io.github.freestep.state.content.Marks;
import io.github.freestep.state.content.UnitCheck;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/**
 * Writes the poses and channels of the bodies that have moved into the next state. Valid from {@link
 * StatePublisher#begin} to {@link StatePublisher#publish}, for the publishing thread alone. Allocates nothing,
 * except once when a range is first written or a value is first NaN or infinite, and never blocks.
 *
 * <pre>{@code
 * public void write(StateWriter state) {
 *     for (int slot = 0; slot < count; slot++) {
 *         state.position(slot, x[slot], y[slot], z[slot]);
 *         state.orientation(slot, qx[slot], qy[slot], qz[slot], qw[slot]);
 *     }
 * }
 * }</pre>
 *
 * <p>What is not written keeps its pose and its channels, so write only the bodies that have moved. Values that were
 * written to a state that was begun and never published are kept, too. A body that was spawned must get a position,
 * because only your code knows it. Its orientation begins as the identity, and its channels begin as zero.
 *
 * <p>A quaternion may be stored with the other sign. The quaternions q and -q are the same orientation, but
 * interpolation between the two would take the long way round, so each is stored with the sign for which its dot
 * product with the body's previous one is not negative.
 */
public final class StateWriter {
    private static final String REMEDY =
            " in Simulation.setUp, a step or a command, or write only slots that are StateWriter.isAlive";

    private final StatePublisher publisher;
    private final Written written;

    /** Made once, because a check must allocate nothing. */
    private final String limitRemedy;

    private final Bodies bodies;

    /** Null for small worlds, and for positions in doubles. */
    private final @Nullable ListedPoses listed;

    /** The epochs of the bodies. Here as well, so that the check of each written slot follows no reference. */
    private final int[] epochs;

    StateWriter(StatePublisher publisher, Written written, Bodies bodies, @Nullable ListedPoses listed) {
        this.publisher = publisher;
        this.written = written;
        this.bodies = bodies;
        this.listed = listed;
        epochs = bodies.epochs;
        limitRemedy = "the limit is the layout's capacity of " + epochs.length + " or the length of the shortest array";
    }

    /**
     * Whether a slot has a body. For a world that writes its slots in a loop and has some without a body.
     *
     * @param slot below the capacity
     * @return false before the body's spawn and after its removal
     * @throws IllegalArgumentException if the slot is not below the capacity
     */
    public boolean isAlive(int slot) {
        Bodies.requireSlot(slot, epochs.length);
        return Epochs.isAlive(epochs[slot]);
    }

    /**
     * Writes the position of one body, in the simulation's unit of length. If states hold floats, as by default, each
     * coordinate is rounded once, here, and a coordinate beyond the range of a float becomes infinite. If they hold
     * {@linkplain StateLayout#doublePositions() doubles}, nothing is rounded.
     *
     * @param slot the slot of the body
     * @param x the x coordinate
     * @param y the y coordinate
     * @param z the z coordinate
     * @throws IllegalArgumentException if the slot is not below the capacity
     * @throws IllegalStateException if no state is being written, or a simulation writes and the slot never had a body
     */
    public void position(int slot, double x, double y, double z) {
        State into = state(slot);
        if (into.doubles != null) {
            into.doubles.set(slot, x, y, z);
            written.markPose(written.positions, slot, (float) DoublePositions.excess(x, y, z));
            return;
        }
        float fx = (float) x;
        float fy = (float) y;
        float fz = (float) z;
        into.x[slot] = fx;
        into.y[slot] = fy;
        into.z[slot] = fz;
        written.markPose(written.positions, slot, fx + fy + fz);
    }

    /**
     * Writes the orientation of one body, a unit quaternion.
     *
     * @param slot the slot of the body
     * @param qx the first imaginary part
     * @param qy the second imaginary part
     * @param qz the third imaginary part
     * @param qw the real part
     * @throws IllegalArgumentException if the slot is not below the capacity, or if a simulation writes and the
     *     quaternion's length is not between 0.99 and 1.01
     * @throws IllegalStateException if no state is being written, or a simulation writes and the slot never had a body
     */
    public void orientation(int slot, float qx, float qy, float qz, float qw) {
        State into = state(slot);
        float square = qx * qx + qy * qy + qz * qz + qw * qw;
        if (Math.abs(square - 1) > UnitCheck.TOLERANCE && written.isChecked) {
            UnitCheck.require(slot, qx, qy, qz, qw);
        }
        State previous = publisher.neighbour();
        float sign = previous == null ? 1 : Hemisphere.sign(previous, slot, qx, qy, qz, qw);
        into.qx[slot] = sign * qx;
        into.qy[slot] = sign * qy;
        into.qz[slot] = sign * qz;
        into.qw[slot] = sign * qw;
        written.markPose(written.orientations, slot, square);
    }

    /**
     * Copies the positions of a range of slots, in the simulation's unit of length.
     *
     * @param x the x coordinates, indexed by slot
     * @param y the y coordinates, indexed by slot
     * @param z the z coordinates, indexed by slot
     * @param from the first slot
     * @param to one beyond the last slot
     * @throws IllegalArgumentException if the range is not within the capacity and all arrays
     * @throws IllegalStateException if no state is being written, the publisher belongs to another thread, or a
     *     simulation writes and no slot of the range ever had a body
     */
    public void positions(float[] x, float[] y, float[] z, int from, int to) {
        State into = state();
        require(from, to, Math.min(length(x, "x"), Math.min(length(y, "y"), length(z, "z"))));
        if (into.doubles != null) {
            into.doubles.set(x, y, z, from, to);
        } else {
            copy(x, into.x, from, to);
            copy(y, into.y, from, to);
            copy(z, into.z, from, to);
        }
        written.markPose(written.positions, from, to);
    }

    /**
     * Copies the positions of a range of slots, in the simulation's unit of length. Rounds them if states hold floats.
     *
     * @param x the x coordinates, indexed by slot
     * @param y the y coordinates, indexed by slot
     * @param z the z coordinates, indexed by slot
     * @param from the first slot
     * @param to one beyond the last slot
     * @throws IllegalArgumentException if the range is not within the capacity and all arrays
     * @throws IllegalStateException if no state is being written, the publisher belongs to another thread, or a
     *     simulation writes and no slot of the range ever had a body
     */
    public void positions(double[] x, double[] y, double[] z, int from, int to) {
        State into = state();
        require(from, to, Math.min(length(x, "x"), Math.min(length(y, "y"), length(z, "z"))));
        if (into.doubles != null) {
            into.doubles.set(x, y, z, from, to);
        } else {
            round(x, into.x, from, to);
            round(y, into.y, from, to);
            round(z, into.z, from, to);
        }
        written.markPose(written.positions, from, to);
    }

    /**
     * Copies the orientations of a range of slots, unit quaternions. Only those of bodies that were spawned since the
     * last state are checked for their length, because checking all would take about as long as copying them.
     *
     * @param qx the first imaginary parts, indexed by slot
     * @param qy the second imaginary parts, indexed by slot
     * @param qz the third imaginary parts, indexed by slot
     * @param qw the real parts, indexed by slot
     * @param from the first slot
     * @param to one beyond the last slot
     * @throws IllegalArgumentException if the range is not within the capacity and all arrays
     * @throws IllegalStateException if no state is being written, the publisher belongs to another thread, or a
     *     simulation writes and no slot of the range ever had a body
     */
    public void orientations(float[] qx, float[] qy, float[] qz, float[] qw, int from, int to) {
        State into = state();
        require(from, to, shortest(qx, qy, qz, qw));
        State previous = publisher.neighbour();
        if (previous != null) {
            Hemisphere.write(qx, qy, qz, qw, previous, into, from, to);
        } else {
            copy(qx, into.qx, from, to);
            copy(qy, into.qy, from, to);
            copy(qz, into.qz, from, to);
            copy(qw, into.qw, from, to);
        }
        written.markPose(written.orientations, from, to);
    }

    /**
     * Writes the poses of listed bodies, in the simulation's unit of length and as unit quaternions. Does the same as
     * {@link #position} and {@link #orientation} of each, but takes less time if they are a few of many bodies, in
     * slots that are far apart. For bodies in neighbouring slots, call {@link #positions} and {@link #orientations}.
     *
     * <pre>{@code
     * state.poses(awake, awakeCount, x, y, z, qx, qy, qz, qw);
     * }</pre>
     *
     * @param slots the slots of the bodies, fastest in ascending order
     * @param count how many of these slots to write, from the first
     * @param x the x coordinates, indexed by slot
     * @param y the y coordinates, indexed by slot
     * @param z the z coordinates, indexed by slot
     * @param qx the first imaginary parts, indexed by slot
     * @param qy the second imaginary parts, indexed by slot
     * @param qz the third imaginary parts, indexed by slot
     * @param qw the real parts, indexed by slot
     * @throws IllegalArgumentException if the count is not within {@code slots}, if a slot is not within the capacity
     *     and all arrays, or if a simulation writes and the length of a quaternion is not between 0.99 and 1.01
     * @throws IllegalStateException if no state is being written, the publisher belongs to another thread, or a
     *     simulation writes and a slot never had a body
     */
    public void poses(
            int[] slots, int count, float[] x, float[] y, float[] z, float[] qx, float[] qy, float[] qz, float[] qw) {
        State into = state();
        ListedPoses together = beginListed(into, slots, count, shortest(x, y, z, qx, qy, qz, qw));
        for (int next = 0; next < count; next++) {
            int start = next;
            if (together != null) {
                next = together.write(x, y, z, qx, qy, qz, qw, slots, start, count);
                written.markPoses(slots, start, next, together.listed(slots, start, next, count));
            }
            if (next < count) {
                int slot = slots[next];
                position(slot, x[slot], y[slot], z[slot]);
                orientation(slot, qx[slot], qy[slot], qz[slot], qw[slot]);
            }
        }
    }

    /**
     * Does the same as {@link #poses(int[], int, float[], float[], float[], float[], float[], float[], float[])} with
     * positions in doubles, and rounds them if states hold floats.
     *
     * @param slots the slots of the bodies, fastest in ascending order
     * @param count how many of these slots to write, from the first
     * @param x the x coordinates, indexed by slot
     * @param y the y coordinates, indexed by slot
     * @param z the z coordinates, indexed by slot
     * @param qx the first imaginary parts, indexed by slot
     * @param qy the second imaginary parts, indexed by slot
     * @param qz the third imaginary parts, indexed by slot
     * @param qw the real parts, indexed by slot
     * @throws IllegalArgumentException if the count is not within {@code slots}, if a slot is not within the capacity
     *     and all arrays, or if a simulation writes and the length of a quaternion is not between 0.99 and 1.01
     * @throws IllegalStateException if no state is being written, the publisher belongs to another thread, or a
     *     simulation writes and a slot never had a body
     */
    public void poses(
            int[] slots,
            int count,
            double[] x,
            double[] y,
            double[] z,
            float[] qx,
            float[] qy,
            float[] qz,
            float[] qw) {
        State into = state();
        ListedPoses together = beginListed(into, slots, count, shortest(x, y, z, qx, qy, qz, qw));
        for (int next = 0; next < count; next++) {
            int start = next;
            if (together != null) {
                next = together.write(x, y, z, qx, qy, qz, qw, slots, start, count);
                written.markPoses(slots, start, next, together.listed(slots, start, next, count));
            }
            if (next < count) {
                int slot = slots[next];
                position(slot, x[slot], y[slot], z[slot]);
                orientation(slot, qx[slot], qy[slot], qz[slot], qw[slot]);
            }
        }
    }

    /**
     * Writes the value of a linear channel of one body, rounded to a float.
     *
     * @param channel the number that {@link StateLayout#linearChannel} returns
     * @param slot the slot of the body
     * @param value the value
     * @throws IllegalArgumentException if there is no such channel, or if the slot is not below the capacity
     * @throws IllegalStateException if no state is being written, or a simulation writes and the slot never had a body
     */
    public void linear(int channel, int slot, double value) {
        write(Channels.array(state(slot).linear, channel, "linear"), slot, (float) value, written.linear(channel));
    }

    /**
     * Copies the values of a linear channel for a range of slots.
     *
     * @param channel the number that {@link StateLayout#linearChannel} returns
     * @param values the values, indexed by slot
     * @param from the first slot
     * @param to one beyond the last slot
     * @throws IllegalArgumentException if there is no such channel, or if the range is not within the capacity and the
     *     array
     * @throws IllegalStateException if no state is being written, the publisher belongs to another thread, or a
     *     simulation writes and no slot of the range ever had a body
     */
    public void linear(int channel, float[] values, int from, int to) {
        copy(values, Channels.array(state().linear, channel, "linear"), from, to, written.linear(channel));
    }

    /**
     * Writes the value of a stepped channel of one body, rounded to a float.
     *
     * @param channel the number that {@link StateLayout#steppedChannel} returns
     * @param slot the slot of the body
     * @param value the value
     * @throws IllegalArgumentException if there is no such channel, or if the slot is not below the capacity
     * @throws IllegalStateException if no state is being written, or a simulation writes and the slot never had a body
     */
    public void stepped(int channel, int slot, double value) {
        write(Channels.array(state(slot).stepped, channel, "stepped"), slot, (float) value, written.stepped(channel));
    }

    /**
     * Copies the values of a stepped channel for a range of slots.
     *
     * @param channel the number that {@link StateLayout#steppedChannel} returns
     * @param values the values, indexed by slot
     * @param from the first slot
     * @param to one beyond the last slot
     * @throws IllegalArgumentException if there is no such channel, or if the range is not within the capacity and the
     *     array
     * @throws IllegalStateException if no state is being written, the publisher belongs to another thread, or a
     *     simulation writes and no slot of the range ever had a body
     */
    public void stepped(int channel, float[] values, int from, int to) {
        copy(values, Channels.array(state().stepped, channel, "stepped"), from, to, written.stepped(channel));
    }

    private void write(float[] channel, int slot, float value, Marks kind) {
        channel[slot] = value;
        written.mark(kind, slot, value);
    }

    private void copy(float[] values, float[] channel, int from, int to, Marks kind) {
        require(from, to, length(values, "values"));
        copy(values, channel, from, to);
        written.mark(kind, from, to);
    }

    private static void copy(float[] source, float[] target, int from, int to) {
        System.arraycopy(source, from, target, from, to - from);
    }

    private static void round(double[] source, float[] target, int from, int to) {
        for (int i = from; i < to; i++) {
            target[i] = (float) source[i];
        }
    }

    /** Returns the length of an array of floats or doubles. The JVM compiles this without a call. */
    private static int length(Object array, String name) {
        if (array == null) {
            throw new NullPointerException(name + " must not be null");
        }
        return Array.getLength(array);
    }

    private State state() {
        publisher.checkThread();
        return publisher.begunState();
    }

    /** Does not check the thread, because it is called for every body. */
    private State state(int slot) {
        Bodies.requireSlot(slot, epochs.length);
        // A slot whose body was removed is allowed: adapters learn of a removal after their engine has moved the body.
        if (epochs[slot] == Epochs.NEVER && written.isChecked) {
            throw neverSpawned(slot);
        }
        return publisher.begunState();
    }

    /** A range may include empty slots, so that a world can copy whole arrays. */
    private void require(int from, int to, int shortest) {
        Ranges.requireSlots(from, to, Math.min(epochs.length, shortest), limitRemedy);
        if (from < to && epochs[from] == Epochs.NEVER && written.isChecked) {
            requireAnyBody(from, to);
        }
    }

    /** Begins to write listed poses. Returns what writes several of them together, or null if nothing can. */
    private @Nullable ListedPoses beginListed(State into, int[] slots, int count, int shortest) {
        requireListed(slots, count, shortest);
        State previous = publisher.neighbour();
        if (previous == null || listed == null) {
            return null;
        }
        listed.begin(previous.values, previous.listed, into.values, into.listed, count);
        return listed;
    }

    /** Before a list has written anything. */
    private void requireListed(int[] slots, int count, int shortest) {
        Ranges.require(0, length(slots, "slots"), count, "count", "slots, the length of their array");
        int[] each = epochs;
        int limit = Math.min(each.length, shortest);
        for (int i = 0; i < count; i++) {
            int slot = slots[i];
            if (slot < 0 || slot >= limit) {
                throw new IllegalArgumentException(
                        "slots[" + i + "] must be between 0 and " + (limit - 1) + ", was " + slot + "; " + limitRemedy);
            }
            if (each[slot] == Epochs.NEVER && written.isChecked) {
                throw neverSpawned(slot);
            }
        }
    }

    private static int shortest(Object x, Object y, Object z, float[] qx, float[] qy, float[] qz, float[] qw) {
        int positions = Math.min(length(x, "x"), Math.min(length(y, "y"), length(z, "z")));
        return Math.min(positions, shortest(qx, qy, qz, qw));
    }

    private static int shortest(float[] qx, float[] qy, float[] qz, float[] qw) {
        int imaginary = Math.min(length(qx, "qx"), Math.min(length(qy, "qy"), length(qz, "qz")));
        return Math.min(imaginary, length(qw, "qw"));
    }

    /** The search ends at the slot of the last body, so a range beyond it costs nothing. */
    private void requireAnyBody(int from, int to) {
        int[] each = epochs;
        int end = Math.min(to, bodies.slots);
        for (int slot = from; slot < end; slot++) {
            if (each[slot] != Epochs.NEVER) {
                return;
            }
        }
        throw to - from == 1
                ? neverSpawned(from)
                : new IllegalStateException("slots " + from + " to " + (to - 1) + " never had a body; spawn one with"
                        + " Bodies.spawn(" + from + ")" + REMEDY);
    }

    private static IllegalStateException neverSpawned(int slot) {
        return new IllegalStateException(
                "slot " + slot + " never had a body; spawn it with Bodies.spawn(" + slot + ")" + REMEDY);
    }
}
