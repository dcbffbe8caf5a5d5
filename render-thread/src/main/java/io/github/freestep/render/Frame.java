package io.github.freestep.render;

import io.github.freestep.internal.Channels;
import io.github.freestep.state.StateLayout;
import java.nio.FloatBuffer;
import java.util.Objects;
import org.joml.Matrix4f;
import org.joml.Quaternionf;
import org.joml.Vector3f;

/**
 * What to show: the pose of every body at one simulation time, and how that time came about. For the thread of its {@link
 * FrameSampler}, until the next sample, which is written over it. Allocates nothing, never blocks.
 *
 * <p>The arrays are this frame's own, to be read and uploaded as they are; those of a body that is not {@link #isAlive} hold
 * unspecified values. What must not be interpolated, because it was spawned, removed or teleported, is shown where the state
 * has it that the picture has reached.
 */
public final class Frame {
    /** Floats a body takes in {@link #poses(float[], int)}. */
    public static final int POSE_FLOATS = Packing.INTERLEAVED;

    /** Floats a body takes in {@link #matrices(float[], int)}. */
    public static final int MATRIX_FLOATS = Packing.MATRIX;

    final Picture picture;
    private final Poses poses;
    private final Presence presence;
    private final Packing packing = new Packing();

    boolean hasState;
    long frameNanos;
    long simulationNanos;
    long currentSimulationNanos;
    long delayNanos;
    long publishedNanos;
    boolean isPaused;

    Frame(Picture picture) {
        this.picture = picture;
        poses = picture.poses;
        presence = picture.presence;
    }

    /**
     * Whether there is anything to show yet.
     *
     * @return false before the first state; true from then on, be it one without bodies
     */
    public boolean hasState() {
        return hasState;
    }

    /**
     * The number of entries of each array that count, in bodies.
     *
     * @return one more than the highest body that was ever shown; zero before the first state
     */
    public int slots() {
        return picture.slots;
    }

    /**
     * Whether a body is in the picture.
     *
     * @param body below {@link #slots()}
     * @return false before its spawn and after its removal
     * @throws IndexOutOfBoundsException beyond the capacity
     */
    public boolean isAlive(int body) {
        return presence.isAlive(body);
    }

    /**
     * The number of bodies that have appeared since the previous frame.
     *
     * @return bodies; a reused slot counts both here and in {@link #disappearedCount()}
     */
    public int appearedCount() {
        return presence.appearedCount();
    }

    /**
     * One body that has appeared.
     *
     * @param index below {@link #appearedCount()}; others are not checked, except against the capacity
     * @return a body
     * @throws IndexOutOfBoundsException beyond the capacity
     */
    public int appeared(int index) {
        return presence.appeared(index);
    }

    /**
     * The number of bodies that have disappeared since the previous frame.
     *
     * @return bodies; remove them before you add the new ones
     */
    public int disappearedCount() {
        return presence.disappearedCount();
    }

    /**
     * One body that has disappeared.
     *
     * @param index below {@link #disappearedCount()}; others are not checked, except against the capacity
     * @return a body
     * @throws IndexOutOfBoundsException beyond the capacity
     */
    public int disappeared(int index) {
        return presence.disappeared(index);
    }

    /**
     * Positions along x, in the simulation's unit of length.
     *
     * @return indexed by body
     */
    public float[] x() {
        return poses.x;
    }

    /**
     * Positions along y, in the simulation's unit of length.
     *
     * @return indexed by body
     */
    public float[] y() {
        return poses.y;
    }

    /**
     * Positions along z, in the simulation's unit of length.
     *
     * @return indexed by body
     */
    public float[] z() {
        return poses.z;
    }

    /**
     * Orientations, first imaginary part.
     *
     * @return indexed by body
     */
    public float[] qx() {
        return poses.qx;
    }

    /**
     * Orientations, second imaginary part.
     *
     * @return indexed by body
     */
    public float[] qy() {
        return poses.qy;
    }

    /**
     * Orientations, third imaginary part.
     *
     * @return indexed by body
     */
    public float[] qz() {
        return poses.qz;
    }

    /**
     * Orientations, real part.
     *
     * @return indexed by body
     */
    public float[] qw() {
        return poses.qw;
    }

    /**
     * A channel that interpolates.
     *
     * @param channel as numbered by {@link StateLayout#linearChannel}
     * @return indexed by body
     * @throws IllegalArgumentException if there is no such channel
     */
    public float[] linear(int channel) {
        return Channels.array(poses.linear, channel, "linear");
    }

    /**
     * A channel that keeps its value until the next state's time.
     *
     * @param channel as numbered by {@link StateLayout#steppedChannel}
     * @return indexed by body
     * @throws IllegalArgumentException if there is no such channel
     */
    public float[] stepped(int channel) {
        return Channels.array(picture.stepped, channel, "stepped");
    }

    /**
     * The position of a body, in the simulation's unit of length.
     *
     * @param body below {@link #slots()}; others are not checked, except against the capacity
     * @param into overwritten
     * @return {@code into}
     * @throws IndexOutOfBoundsException beyond the capacity
     */
    public Vector3f position(int body, Vector3f into) {
        Objects.requireNonNull(into, "the vector to overwrite must not be null");
        return into.set(poses.x[body], poses.y[body], poses.z[body]);
    }

    /**
     * The orientation of a body, as a unit quaternion.
     *
     * @param body below {@link #slots()}; others are not checked, except against the capacity
     * @param into overwritten
     * @return {@code into}
     * @throws IndexOutOfBoundsException beyond the capacity
     */
    public Quaternionf orientation(int body, Quaternionf into) {
        Objects.requireNonNull(into, "the quaternion to overwrite must not be null");
        return into.set(poses.qx[body], poses.qy[body], poses.qz[body], poses.qw[body]);
    }

    /**
     * A body's pose as a matrix.
     *
     * @param body below {@link #slots()}; others are not checked, but for the capacity
     * @param into overwritten
     * @return the same
     * @throws IndexOutOfBoundsException beyond the capacity
     */
    public Matrix4f matrix(int body, Matrix4f into) {
        Objects.requireNonNull(into, "the matrix to overwrite must not be null");
        return into.translationRotate(
                poses.x[body],
                poses.y[body],
                poses.z[body],
                poses.qx[body],
                poses.qy[body],
                poses.qz[body],
                poses.qw[body]);
    }

    /**
     * Poses as {@code x y z qx qy qz qw}, body by body; unspecified for those that are not {@link #isAlive}.
     *
     * @param into written to
     * @param offset where the first one goes
     * @throws IllegalArgumentException if there is no room, with nothing written
     */
    public void poses(float[] into, int offset) {
        packing.interleaved(poses, 0, picture.slots, into, offset);
    }

    /**
     * Poses as {@code x y z qx qy qz qw}, body by body; unspecified for those that are not {@link #isAlive}.
     *
     * @param into written to from its position, which moves behind them; best a direct one in native order
     * @throws IllegalArgumentException if there is no room, with nothing written
     */
    public void poses(FloatBuffer into) {
        packing.interleaved(poses, 0, picture.slots, into);
    }

    /**
     * Poses as 4x4 matrices, column by column, body by body; unspecified for those that are not {@link #isAlive}.
     *
     * @param into written to
     * @param offset where the first one goes
     * @throws IllegalArgumentException if there is no room, with nothing written
     */
    public void matrices(float[] into, int offset) {
        packing.matrices(poses, 0, picture.slots, into, offset);
    }

    /**
     * Poses as 4x4 matrices, column by column, body by body; unspecified for those that are not {@link #isAlive}.
     *
     * @param into written to from its position, which moves behind them; best a direct one in native order
     * @throws IllegalArgumentException if there is no room, with nothing written
     */
    public void matrices(FloatBuffer into) {
        packing.matrices(poses, 0, picture.slots, into);
    }

    /**
     * The time that this frame was sampled for, in nanoseconds of the sampler's clock.
     *
     * @return a reading of the clock, or what the host has passed
     */
    public long frameNanos() {
        return frameNanos;
    }

    /**
     * The simulation time that is shown, in nanoseconds since the simulation began. It never decreases. As a rule the
     * poses are those of this time, at {@link #alpha} between the two ticks. They are up to a gap earlier if motion
     * was carried on beyond the newest state and that time was then dropped, or if more was carried on than the next
     * gap is long.
     *
     * @return nanoseconds since the simulation began
     */
    public long simulationNanos() {
        return simulationNanos;
    }

    /**
     * The simulation time at this frame without a look-behind, in nanoseconds since the simulation began.
     *
     * @return nanoseconds since the simulation began
     */
    public long currentSimulationNanos() {
        return currentSimulationNanos;
    }

    /**
     * The number of the tick of the older of the two states that are shown.
     *
     * @return counted from zero
     */
    public long olderTick() {
        return picture.olderTick;
    }

    /**
     * The number of the tick of the newer of the two states that are shown.
     *
     * @return the same as {@link #olderTick} if there is only one state
     */
    public long newerTick() {
        return picture.newerTick;
    }

    /**
     * Where the picture is between the two states, as a fraction of the gap between them.
     *
     * @return 0 at the older, 1 at the newer; above 1 where a late state is bridged
     */
    public double alpha() {
        return picture.alpha;
    }

    /**
     * How far the picture is behind, in nanoseconds of wall time, including a gap between states.
     *
     * @return nanoseconds, from 0
     */
    public long delayNanos() {
        return delayNanos;
    }

    /**
     * The age of the newest available state, in nanoseconds of wall time since it was published.
     *
     * @return nanoseconds
     */
    public long stateAgeNanos() {
        return frameNanos - publishedNanos;
    }

    /**
     * Whether the motion was carried on beyond the newest state, since the next one is late.
     *
     * @return false as a rule; true as a rule where the mode is to extrapolate
     */
    public boolean isBridged() {
        return picture.isBridged;
    }

    /**
     * Whether simulation time stands still.
     *
     * @return true in a pause
     */
    public boolean isPaused() {
        return isPaused;
    }

    /**
     * The number of the newest input whose effect is in the picture.
     *
     * @return zero before the first
     */
    public long inputSequence() {
        return picture.inputSequence;
    }

    /**
     * When the input of {@link #inputSequence} came, in nanoseconds of the service's clock.
     *
     * @return a reading of the service's clock; zero before the first
     */
    public long inputNanos() {
        return picture.inputNanos;
    }
}
