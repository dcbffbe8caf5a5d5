package io.github.freestep.state;

import io.github.freestep.time.TimeAnchor;
import java.util.Objects;

/**
 * One state of the simulation, as readers see it: a point in simulation time, with the pose of every body. It does not
 * change from the moment a {@link StateReader} hands it out until that subscriber acquires again or closes, and may
 * be read until then, by the subscriber's thread. Reading allocates nothing and never blocks.
 *
 * <p>The arrays are the state itself, not copies: read them in loops, hand them to a renderer, and do not write to them.
 * Each has the length of the layout's capacity; those up to {@link #slots()} count. A body that is not {@link #isAlive}
 * leaves unspecified values behind.
 */
public final class State {
    /** The predecessor of a state that has none. */
    public static final long NO_TICK = Long.MIN_VALUE;

    final float[] x;
    final float[] y;
    final float[] z;
    final float[] qx;
    final float[] qy;
    final float[] qz;
    final float[] qw;
    final float[][] linear;
    final float[][] stepped;
    final int[] epochs;
    long epochsVersion = -1;

    final TimeAnchor anchor = new TimeAnchor();
    int slots;
    long tick = NO_TICK;
    long predecessorTick = NO_TICK;
    long simulationNanos;
    long startedNanos;
    long publishedNanos;
    long inputNanos;
    long inputSequence;

    State(StateLayout layout) {
        int capacity = layout.capacity();
        x = new float[capacity];
        y = new float[capacity];
        z = new float[capacity];
        qx = new float[capacity];
        qy = new float[capacity];
        qz = new float[capacity];
        qw = new float[capacity];
        linear = new float[layout.linearChannels().size()][capacity];
        stepped = new float[layout.steppedChannels().size()][capacity];
        epochs = new int[capacity];
    }

    /**
     * What seldom changes from state to state. It is compared first, since each store not made is one that the exchange of
     * windows need not wait for.
     */
    void inherit(TimeAnchor inForce, State newest) {
        if (!anchor.same(inForce)) {
            anchor.set(inForce);
        }
        long sequence = newest == null ? 0 : newest.inputSequence;
        long nanos = newest == null ? 0 : newest.inputNanos;
        if (inputSequence != sequence || inputNanos != nanos) {
            inputSequence = sequence;
            inputNanos = nanos;
        }
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
     * The number of the tick of the state written before this one. Two states are adjacent if the newer one names the
     * older one here. It need not be one less, since ticks that no reader needs are not written.
     *
     * @return a tick, or {@link #NO_TICK}
     */
    public long predecessorTick() {
        return predecessorTick;
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
     * @param into what to overwrite
     */
    public void anchor(TimeAnchor into) {
        Objects.requireNonNull(into, "the anchor to overwrite must not be null").set(anchor);
    }

    /**
     * When the tick's work began, in nanoseconds of the publisher's clock.
     *
     * @return a reading of the publisher's clock
     */
    public long startedNanos() {
        return startedNanos;
    }

    /**
     * When this state was published, in nanoseconds of the publisher's clock.
     *
     * @return a reading of the publisher's clock
     */
    public long publishedNanos() {
        return publishedNanos;
    }

    /**
     * When the newest input that is in this state came, in nanoseconds of the publisher's clock.
     *
     * @return a reading of the publisher's clock; zero as long as {@link #inputSequence} is
     */
    public long inputNanos() {
        return inputNanos;
    }

    /**
     * The number of the newest input that had gone into this state.
     *
     * @return zero before the first
     */
    public long inputSequence() {
        return inputSequence;
    }

    /**
     * The number of entries of each array that count, in bodies.
     *
     * @return one more than the highest body that was ever spawned
     */
    public int slots() {
        return slots;
    }

    /**
     * Whether a body exists.
     *
     * @param body below {@link #slots()}
     * @return false before its spawn and after its removal
     * @throws IndexOutOfBoundsException beyond the capacity; a body above {@link #slots()} is not alive
     */
    public boolean isAlive(int body) {
        return Bodies.aliveIn(epochs[body]);
    }

    /**
     * Whether a body of this state is the one that an epoch was of, wherever it was put since; and not another that has its
     * number now.
     *
     * @param body its number
     * @param epoch as it was in some other state
     * @return false if it was spawned or removed in between
     * @throws IndexOutOfBoundsException beyond the capacity
     */
    public boolean sameLife(int body, int epoch) {
        return Bodies.sameLife(epochs[body], epoch);
    }

    /**
     * The epoch of every body: a body may be interpolated between two states if it is alive and its epoch is the same
     * in both. Spawn, removal and teleport begin a new one. It is odd for a body that is alive, and zero for all that are
     * not below {@link #slots}.
     *
     * @return indexed by body
     */
    public int[] epochs() {
        return epochs;
    }

    /**
     * Positions along x, in the simulation's unit of length.
     *
     * @return indexed by body
     */
    public float[] x() {
        return x;
    }

    /**
     * Positions along y, in the simulation's unit of length.
     *
     * @return indexed by body
     */
    public float[] y() {
        return y;
    }

    /**
     * Positions along z, in the simulation's unit of length.
     *
     * @return indexed by body
     */
    public float[] z() {
        return z;
    }

    /**
     * Orientations, first imaginary part. A body's quaternion lies in the hemisphere of the one in the predecessor, so
     * that interpolation between them takes the short way without a test.
     *
     * @return indexed by body
     */
    public float[] qx() {
        return qx;
    }

    /**
     * Orientations, second imaginary part.
     *
     * @return indexed by body
     */
    public float[] qy() {
        return qy;
    }

    /**
     * Orientations, third imaginary part.
     *
     * @return indexed by body
     */
    public float[] qz() {
        return qz;
    }

    /**
     * Orientations, real part.
     *
     * @return indexed by body
     */
    public float[] qw() {
        return qw;
    }

    /**
     * A channel that interpolates linearly.
     *
     * @param channel as numbered by {@link StateLayout#linearChannel}
     * @return indexed by body
     * @throws IllegalArgumentException if there is no such channel
     */
    public float[] linear(int channel) {
        return StateLayout.channel(linear, channel, "linear");
    }

    /**
     * A channel that keeps its value until the next state.
     *
     * @param channel as numbered by {@link StateLayout#steppedChannel}
     * @return indexed by body
     * @throws IllegalArgumentException if there is no such channel
     */
    public float[] stepped(int channel) {
        return StateLayout.channel(stepped, channel, "stepped");
    }
}
