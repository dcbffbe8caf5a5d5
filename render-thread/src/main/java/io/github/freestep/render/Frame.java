package io.github.freestep.render;

import io.github.freestep.render.picture.Bracket;
import io.github.freestep.render.picture.Corrections;
import io.github.freestep.render.picture.Packing;
import io.github.freestep.render.picture.Picture;
import io.github.freestep.render.picture.Poses;
import io.github.freestep.render.picture.Presence;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Channels;
import java.nio.FloatBuffer;
import java.util.Objects;
import org.joml.Matrix4f;
import org.joml.Quaternionf;
import org.joml.Vector3d;
import org.joml.Vector3f;
import org.joml.Vector3fc;
import org.jspecify.annotations.Nullable;

/**
 * What to show: the pose of every body at one simulation time, and how that time was chosen. For the thread of its
 * {@link FrameSampler}, until the next sample overwrites it. Never blocks, and allocates nothing except in the first
 * {@link #correctionNumber} or {@link #corrections}.
 *
 * <pre>{@code
 * for (int range = 0; range < frame.changedRanges(); range++) { // upload only what has changed
 *     int from = frame.changedFrom(range);
 *     frame.matrices(from, frame.changedTo(range), upload.clear());
 *     glBufferSubData(GL_ARRAY_BUFFER, (long) from * Frame.MATRIX_FLOATS * Float.BYTES, upload.flip());
 * }
 * }</pre>
 *
 * <p>The arrays belong to this frame: read and upload them as they are, and do not write to them. The values of slots
 * that are not {@link #isAlive} are unspecified. Methods that are called for every slot check only the bounds of their
 * arrays, and say so.
 *
 * <p>A history of {@code freestep-server} has a frame of its own, with other rules for reading. To read the states as
 * they are, use {@link io.github.freestep.state.StateReader} instead.
 */
public final class Frame {
    /** The number of floats that a body takes in {@link #poses}. */
    public static final int POSE_FLOATS = Packing.INTERLEAVED;

    /** The number of floats that a body takes in {@link #matrices}. */
    public static final int MATRIX_FLOATS = Packing.MATRIX;

    /** The number of floats that a body takes in {@link #corrections}. */
    public static final int CORRECTION_FLOATS = Corrections.FLOATS;

    final Picture picture;
    private final Poses poses;
    private final Presence presence;
    private final float[] staging = new float[Packing.STAGING];

    /** Made when a point is first asked for, because the class is large. */
    private @Nullable Quaternionf turn;

    private long number;
    private long frameNanos;
    private boolean hasState;
    private long simulationNanos;
    private long currentSimulationNanos;
    private long delayNanos;
    private boolean isPaused;

    Frame(Picture picture) {
        this.picture = picture;
        poses = picture.poses;
        presence = picture.presence;
    }

    /** Moves on to the time of a frame. */
    void begin(long atNanos) {
        frameNanos = atNanos;
    }

    /** Counts a frame of a sampler, once it shows its picture. */
    void count() {
        number++;
    }

    /** Notes the times of the picture, which has a state. */
    void shows(long shownNanos, long currentNanos, long delay, boolean paused) {
        hasState = true;
        simulationNanos = shownNanos;
        currentSimulationNanos = currentNanos;
        delayNanos = delay;
        isPaused = paused;
    }

    /** The poses with their orientations and channels, which the picture of a history makes when they are read. */
    private Poses whole() {
        picture.complete();
        return poses;
    }

    /**
     * Whether there is anything to show yet.
     *
     * @return false before the first state, and true from then on, even if a state has no bodies
     */
    public boolean hasState() {
        return hasState;
    }

    /**
     * The number of this frame among those of its sampler.
     *
     * @return 1 for the first frame, and one more for each further one; 0 before the first, and for a frame of the past
     */
    public long number() {
        return number;
    }

    /**
     * The number of slots in use. This is a high-water mark, not a count of bodies: slots below it may be free.
     *
     * @return one more than the highest slot in which a body was ever shown; zero before the first state
     */
    public int slots() {
        return picture.slots;
    }

    /**
     * Whether a slot has a body in this frame. A frame normally interpolates between two states. A body that was
     * spawned, removed or teleported between the two is shown as in the last state that the picture has reached.
     *
     * @param slot a slot below {@link #slots()}; the check is only that it is below the capacity
     * @return false before the body's spawn and after its removal
     * @throws IndexOutOfBoundsException if the slot is not below the capacity
     */
    public boolean isAlive(int slot) {
        return presence.isAlive(slot);
    }

    /**
     * Identifies the body that this frame shows in a slot. Pass it along with the slot to a command about this body,
     * because the slot may have another body when the command runs:
     *
     * <pre>{@code
     * int life = frame.life(slot);
     * physics.submit(c -> { if (c.bodies().isSameLife(slot, life)) c.bodies().remove(slot); });
     * }</pre>
     *
     * @param slot a slot below {@link #slots()}; the check is only that it is below the capacity
     * @return the life of the body, as in {@link State#life}; meaningless if the slot is not {@link #isAlive}
     * @throws IndexOutOfBoundsException if the slot is not below the capacity
     */
    public int life(int slot) {
        return presence.life(slot);
    }

    /**
     * The number of bodies that have appeared since the previous frame.
     *
     * @return the number of bodies; a slot that was reused counts here and in {@link #disappearedCount()}
     */
    public int appearedCount() {
        return presence.appearedCount;
    }

    /**
     * The slot of a body that has appeared since the previous frame.
     *
     * @param index from 0, below {@link #appearedCount()}
     * @return a slot
     * @throws IndexOutOfBoundsException if the index is not below that count
     */
    public int appeared(int index) {
        return presence.appeared(index);
    }

    /**
     * The number of bodies that have disappeared since the previous frame.
     *
     * @return the number of bodies; remove them before you add those that appeared, because a slot can be in both lists
     */
    public int disappearedCount() {
        return presence.disappearedCount;
    }

    /**
     * The slot of a body that has disappeared since the previous frame.
     *
     * @param index from 0, below {@link #disappearedCount()}
     * @return a slot
     * @throws IndexOutOfBoundsException if the index is not below that count
     */
    public int disappeared(int index) {
        return presence.disappeared(index);
    }

    /**
     * The number of ranges of slots that may have changed since the previous frame of this sampler. Outside of them,
     * all values of live bodies and all of {@link #isAlive} are those of the previous frame, to the last bit. A range
     * consists of blocks of 64 slots that have a change, so it may also contain bodies without one. A renderer that
     * alternates between several buffers, or that does not upload every frame, needs the ranges of all frames since it
     * last wrote to the buffer.
     *
     * @return ranges, ascending and not adjacent; zero if nothing has changed
     */
    public int changedRanges() {
        return picture.changes.ranges();
    }

    /**
     * The first slot of a range that may have changed since the previous frame.
     *
     * @param range below {@link #changedRanges()}
     * @return a slot
     * @throws IndexOutOfBoundsException if there is no such range
     */
    public int changedFrom(int range) {
        return picture.changes.from(range);
    }

    /**
     * The end of a range that may have changed since the previous frame.
     *
     * @param range below {@link #changedRanges()}
     * @return one beyond the last slot of the range, at most {@link #slots()}
     * @throws IndexOutOfBoundsException if there is no such range
     */
    public int changedTo(int range) {
        return picture.changes.to(range);
    }

    /**
     * Finds the next body that may have changed since the previous frame of this sampler. The bodies that it leaves out
     * are those of the previous frame, to the last bit, although most of them may be in a changed range. So where few
     * bodies move among many that rest, a renderer with instances uploads those few:
     *
     * <pre>{@code
     * for (int slot = frame.nextChanged(0); slot >= 0; slot = frame.nextChanged(slot + 1)) {
     *     frame.matrices(slot, slot + 1, upload.position(slot * Frame.MATRIX_FLOATS));
     * }
     * }</pre>
     *
     * <p>Where many bodies of a block of 64 move, or an error is blended out there, all of the block count as changed.
     *
     * @param from the first slot to look at; may be {@link #slots()} or above, where no body is
     * @return the lowest such slot from there on, which may be one without a body; -1 if there is none
     * @throws IllegalArgumentException if {@code from} is negative
     */
    public int nextChanged(int from) {
        if (from < 0) {
            throw new IllegalArgumentException("from must not be negative, was " + from + "; begin with 0");
        }
        return picture.changes.nextSlot(from);
    }

    /**
     * Sets the origin of the next frame, as {@link FrameSampler#origin} does. For the handler of a frame loop, which
     * has no sampler.
     *
     * @param x the x coordinate
     * @param y the y coordinate
     * @param z the z coordinate
     * @throws IllegalArgumentException if a coordinate is NaN, or its magnitude is 2<sup>125</sup> or more
     * @throws IllegalStateException if the positions of the states are floats
     */
    public void nextOrigin(double x, double y, double z) {
        if (poses.relative == null) {
            throw new IllegalStateException(
                    "a frame has an origin only if positions are doubles;" + " declare StateLayout.doublePositions()");
        }
        poses.relative.next(x, y, z);
    }

    /**
     * The x coordinate of the point to which all positions and matrices of this frame are relative, if the states have
     * {@linkplain StateLayout#doublePositions() double positions}.
     *
     * @return what {@link FrameSampler#origin} set before this frame; 0 if positions are floats
     */
    public double originX() {
        return poses.relative == null ? 0 : poses.relative.x;
    }

    /**
     * The y coordinate of the point to which all positions and matrices of this frame are relative.
     *
     * @return what {@link FrameSampler#origin} set before this frame; 0 if positions are floats
     */
    public double originY() {
        return poses.relative == null ? 0 : poses.relative.y;
    }

    /**
     * The z coordinate of the point to which all positions and matrices of this frame are relative.
     *
     * @return what {@link FrameSampler#origin} set before this frame; 0 if positions are floats
     */
    public double originZ() {
        return poses.relative == null ? 0 : poses.relative.z;
    }

    /**
     * Positions along x, relative to {@link #originX()}, in the simulation's unit of length.
     *
     * @return the values, indexed by slot
     */
    public float[] x() {
        picture.completePositions();
        return poses.x;
    }

    /**
     * Positions along y, relative to {@link #originY()}, in the simulation's unit of length.
     *
     * @return the values, indexed by slot
     */
    public float[] y() {
        picture.completePositions();
        return poses.y;
    }

    /**
     * Positions along z, relative to {@link #originZ()}, in the simulation's unit of length.
     *
     * @return the values, indexed by slot
     */
    public float[] z() {
        picture.completePositions();
        return poses.z;
    }

    /**
     * Orientations, first imaginary part.
     *
     * @return the values, indexed by slot
     */
    public float[] qx() {
        return whole().qx;
    }

    /**
     * Orientations, second imaginary part.
     *
     * @return the values, indexed by slot
     */
    public float[] qy() {
        return whole().qy;
    }

    /**
     * Orientations, third imaginary part.
     *
     * @return the values, indexed by slot
     */
    public float[] qz() {
        return whole().qz;
    }

    /**
     * Orientations, real part.
     *
     * @return the values, indexed by slot
     */
    public float[] qw() {
        return whole().qw;
    }

    /**
     * The interpolated values of a linear channel.
     *
     * @param channel the number that {@link StateLayout#linearChannel} returns
     * @return the channel's values, indexed by slot
     * @throws IllegalArgumentException if there is no such channel
     */
    public float[] linear(int channel) {
        return Channels.array(whole().linear, channel, "linear");
    }

    /**
     * The values of a stepped channel, which keeps each value until the time of the next state.
     *
     * @param channel the number that {@link StateLayout#steppedChannel} returns
     * @return the channel's values, indexed by slot
     * @throws IllegalArgumentException if there is no such channel
     */
    public float[] stepped(int channel) {
        picture.complete();
        return Channels.array(picture.stepped, channel, "stepped");
    }

    /**
     * The position of a body in the world, in the simulation's unit of length: the origin plus the position relative
     * to it.
     *
     * @param slot a slot below {@link #slots()}; the check is only that it is below the capacity
     * @param into the object to overwrite
     * @return {@code into}
     * @throws IndexOutOfBoundsException if the slot is not below the capacity
     */
    public Vector3d position(int slot, Vector3d into) {
        Objects.requireNonNull(into, "into must not be null");
        picture.completePosition(slot);
        return into.set(poses.x[slot] + originX(), poses.y[slot] + originY(), poses.z[slot] + originZ());
    }

    /**
     * The position of a body relative to the origin, in the simulation's unit of length.
     *
     * @param slot a slot below {@link #slots()}; the check is only that it is below the capacity
     * @param into the object to overwrite
     * @return {@code into}
     * @throws IndexOutOfBoundsException if the slot is not below the capacity
     */
    public Vector3f position(int slot, Vector3f into) {
        Objects.requireNonNull(into, "into must not be null");
        picture.completePosition(slot);
        return into.set(poses.x[slot], poses.y[slot], poses.z[slot]);
    }

    /**
     * The orientation of a body, as a unit quaternion.
     *
     * @param slot a slot below {@link #slots()}; the check is only that it is below the capacity
     * @param into the object to overwrite
     * @return {@code into}
     * @throws IndexOutOfBoundsException if the slot is not below the capacity
     */
    public Quaternionf orientation(int slot, Quaternionf into) {
        Objects.requireNonNull(into, "into must not be null");
        picture.complete(slot);
        return into.set(poses.qx[slot], poses.qy[slot], poses.qz[slot], poses.qw[slot]);
    }

    /**
     * The pose of a body, as a matrix.
     *
     * @param slot a slot below {@link #slots()}; the check is only that it is below the capacity
     * @param into the object to overwrite
     * @return {@code into}
     * @throws IndexOutOfBoundsException if the slot is not below the capacity
     */
    public Matrix4f matrix(int slot, Matrix4f into) {
        Objects.requireNonNull(into, "into must not be null");
        picture.complete(slot);
        return into.translationRotate(
                poses.x[slot],
                poses.y[slot],
                poses.z[slot],
                poses.qx[slot],
                poses.qy[slot],
                poses.qz[slot],
                poses.qw[slot]);
    }

    /**
     * The body to which a body of this frame is attached. All poses of a frame are composed already, so drawing does
     * not need this. Between two states, it is the parent in the state that the frame has reached. A body has none in
     * the frame if, between the two, that parent appears, disappears, or is teleported while the attachment of the body
     * itself changes. Each attached body takes about 0.1 us in a frame, also at rest.
     *
     * @param slot a slot below {@link #slots()}; the check is only that it is below the capacity
     * @return the slot of its parent; {@link State#NO_PARENT} if it has none
     */
    public int parent(int slot) {
        return picture.parent(slot);
    }

    /**
     * Where a point of a body is in this frame, such as a muzzle, a lamp or a camera on a mast. The point never lags
     * behind the body.
     *
     * @param slot a slot below {@link #slots()}; the check is only that it is below the capacity
     * @param local the point relative to the body
     * @param into the object to overwrite, which may be {@code local}
     * @return {@code into}, relative to the origin as all positions of a frame
     * @throws IndexOutOfBoundsException if the slot is not below the capacity
     */
    public Vector3f point(int slot, Vector3fc local, Vector3f into) {
        Objects.requireNonNull(local, "local must not be null");
        Objects.requireNonNull(into, "into must not be null");
        picture.complete(slot);
        if (turn == null) {
            turn = new Quaternionf();
        }
        turn.set(poses.qx[slot], poses.qy[slot], poses.qz[slot], poses.qw[slot]);
        return turn.transform(local, into).add(poses.x[slot], poses.y[slot], poses.z[slot]);
    }

    /**
     * Writes the poses of a range of slots as {@code x y z qx qy qz qw}, slot by slot. The values of slots that are not
     * {@link #isAlive} are unspecified.
     *
     * @param from the first slot; 0 for all
     * @param to one beyond the last slot; {@link #slots()} for all
     * @param into the buffer to write to, from its position, which moves behind the poses; a direct buffer in native
     *     byte order or {@link FloatBuffer#wrap(float[])} of an array is fastest
     * @throws IllegalArgumentException if the range is not within the capacity, or if there is no room; nothing is
     *     written then
     */
    public void poses(int from, int to, FloatBuffer into) {
        Packing.interleaved(whole(), from, to, into, staging);
    }

    /**
     * Writes the poses of a range of slots as 4x4 matrices, column by column, slot by slot. The values of slots that
     * are not {@link #isAlive} are unspecified.
     *
     * @param from the first slot; 0 for all
     * @param to one beyond the last slot; {@link #slots()} for all
     * @param into the buffer to write to, from its position, which moves behind the matrices; a direct buffer in native
     *     byte order or {@link FloatBuffer#wrap(float[])} of an array is fastest
     * @throws IllegalArgumentException if the range is not within the capacity, or if there is no room; nothing is
     *     written then
     */
    public void matrices(int from, int to, FloatBuffer into) {
        Packing.matrices(whole(), from, to, into, staging);
    }

    /**
     * The time for which this frame was sampled, in nanoseconds of the sampler's clock.
     *
     * @return the time of the frame's refresh if the sampler knows it; otherwise the time that was passed to {@link
     *     FrameSampler#sample(long)}, or the clock's reading if none was passed
     */
    public long frameNanos() {
        return frameNanos;
    }

    /**
     * The simulation time that this frame shows, in nanoseconds since the simulation began. It never decreases.
     *
     * <p>Normally the poses are those of this time. If the picture has continued motion beyond the newest state, they
     * can be up to a gap earlier. That happens in two cases: the simulation dropped time and never reached the time
     * shown, or the next gap is shorter than the continued motion.
     *
     * @return nanoseconds since the simulation began
     */
    public long simulationNanos() {
        return simulationNanos;
    }

    /**
     * The simulation time at this frame, without the delay, in nanoseconds since the simulation began.
     *
     * @return nanoseconds since the simulation began
     */
    public long currentSimulationNanos() {
        return currentSimulationNanos;
    }

    /**
     * The older of the two states that this frame shows, for a renderer that blends on the GPU. Upload it unless the
     * GPU already has the state with this {@link #olderNumber}. A vertex shader computes the pose of a body as follows,
     * where {@code a} and {@code b} are its poses in the two states, and {@code c} are its {@link #corrections}:
     *
     * <pre>{@code
     * float t = c.jumps ? reached : alpha; // reached is 1 if reachedTick() is newerTick(), otherwise 0
     * position = mix(a.position, b.position, t) + bendShare * c.bend + errorShare * c.errorOfPosition;
     * turn = normalize(slerp(a.turn, b.turn, t)); // beyond t = 1, it continues the rotation
     * turn = normalize(turn + errorShare * c.errorOfTurn);
     * }</pre>
     *
     * <p>If states between these two were missed, the two turns of a body may have opposite signs, and {@code slerp}
     * must not change them, because errors go with them. Where their dot product is almost -1, it would divide by
     * almost 0; let it return {@code t < 0.5 ? a.turn : b.turn} there.
     *
     * <p>As usual, draw the slots that are {@link #isAlive}. Open the sampler with {@link FrameSampler.Builder#lazy},
     * because otherwise the frame is computed on the processor, too.
     *
     * @return a state to read until the next sample; for a frame of the past, until the next update of its history
     * @throws IllegalStateException if there is no state yet, if positions are doubles, or if a body is attached in one
     *     of the two states
     */
    public State older() {
        return picture.blendable().older;
    }

    /**
     * The newer of the two states that this frame shows. See {@link #older}.
     *
     * @return a state to read until the next sample; the same as {@link #older} if there is only one
     * @throws IllegalStateException as {@link #older} says
     */
    public State newer() {
        return picture.blendable().newer;
    }

    /**
     * Identifies the content of {@link #older}, so that a renderer uploads each state once.
     *
     * @return the same for two states of this sampler only if their content is the same
     * @throws IllegalStateException as {@link #older} says
     */
    public long olderNumber() {
        return Corrections.number(older());
    }

    /**
     * Identifies the content of {@link #newer}, as {@link #olderNumber} does.
     *
     * @return the same for two states of this sampler only if their content is the same
     * @throws IllegalStateException as {@link #older} says
     */
    public long newerNumber() {
        return Corrections.number(newer());
    }

    /**
     * Identifies what {@link #corrections} writes, so that a renderer uploads it once. It changes at most once for each
     * new state, and once more if the motion continues beyond it.
     *
     * @return 0 if the frame is the blend of its two states alone, which is usual
     */
    public long correctionNumber() {
        return hasState ? picture.corrections().number : 0;
    }

    /**
     * The share of the error in {@link #corrections} that this frame still shows.
     *
     * @return from 0 to 1
     */
    public float errorShare() {
        return picture.blend.left();
    }

    /**
     * The factor of the bend in {@link #corrections}.
     *
     * @return at least 0, and 0 unless motion {@linkplain #isBridged continues} beyond the newest state
     */
    public float bendShare() {
        return (float) picture.bracket.bendShare();
    }

    /**
     * Writes what a blend of the two states lacks to be this frame. For each slot, these are the error that is blended
     * out after motion was continued wrongly (a position and an orientation), the bend of motion that continues beyond
     * the newest state (a vector), and 1 for a body that was spawned, removed or teleported between the two states,
     * otherwise 0.
     *
     * @param from the first slot; 0 for all
     * @param to one beyond the last slot; {@link #slots()} for all
     * @param into the buffer to write to, from its position, which advances by {@value #CORRECTION_FLOATS} floats for
     *     each slot
     * @throws IllegalArgumentException if the range is not within the capacity, or if there is no room; nothing is
     *     written then
     * @throws IllegalStateException as {@link #older} says
     */
    public void corrections(int from, int to, FloatBuffer into) {
        Bracket states = picture.blendable();
        Packing.require(poses, from, to, CORRECTION_FLOATS, into);
        picture.corrections().pack(states, picture.blend, from, to, into);
    }

    /**
     * The tick of the older of the two states that this frame shows.
     *
     * @return counted from zero
     */
    public long olderTick() {
        return picture.olderTick;
    }

    /**
     * The tick of the newer of the two states that this frame shows.
     *
     * @return the same as {@link #olderTick} if there is only one state
     */
    public long newerTick() {
        return picture.newerTick;
    }

    /**
     * The tick of the last state that the picture has reached. That state decides which bodies are shown and what has
     * happened to them. So pass this tick to {@code EventReader.poll}, which then hands out the events that this
     * frame shows.
     *
     * @return {@link #newerTick} if {@link #alpha} is at least 1, otherwise {@link #olderTick}; never decreases;
     *     {@link State#NO_TICK} before the first state
     */
    public long reachedTick() {
        return picture.reachedTick;
    }

    /**
     * The position of the picture between the two states, as a fraction of the gap between them.
     *
     * @return 0 at the older state, 1 at the newer; above 1 while {@link #isBridged}
     */
    public double alpha() {
        return picture.alpha;
    }

    /**
     * How far the picture is behind the simulation at {@link #frameNanos}, in nanoseconds of wall time. This is the sum
     * of the allowed lateness, the gap between states, and the lead of the times that the host passes to {@link
     * FrameSampler#sample(long)}. In slow motion, the gap takes longer, so the picture is farther behind.
     *
     * @return nanoseconds, from 0; less if the host passes times of the past
     */
    public long delayNanos() {
        return delayNanos;
    }

    /**
     * Whether the motion continues beyond the newest state because the next one is late.
     *
     * @return usually false; usually true in {@link FrameMode#EXTRAPOLATE}
     */
    public boolean isBridged() {
        return picture.alpha > 1;
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
     * When the input of {@link #inputSequence} arrived, in nanoseconds of the service's clock.
     *
     * @return a reading of the service's clock; zero before the first input
     */
    public long inputNanos() {
        return picture.inputNanos;
    }

    /** Returns the two ticks, what is shown of them, and the delay. For logs; allocates. */
    @Override
    public String toString() {
        if (!hasState) {
            return "frame at " + frameNanos + " ns: no state yet";
        }
        return "frame at " + frameNanos + " ns: ticks " + olderTick() + " to " + newerTick() + ", alpha " + alpha()
                + ", shows " + simulationNanos + " ns, delay " + delayNanos + " ns, slots in use: " + slots()
                + (isBridged() ? ", bridged" : "")
                + (isPaused ? ", paused" : "");
    }
}
