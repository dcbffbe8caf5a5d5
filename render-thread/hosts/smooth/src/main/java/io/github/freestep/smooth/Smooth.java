package io.github.freestep.smooth;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import org.joml.Quaternionf;
import org.joml.Vector3f;
import org.joml.Vector4f;
import org.jspecify.annotations.Nullable;

/**
 * Steps a game's own world at a fixed rate, and shows its bodies evenly at any frame rate. The game keeps its world,
 * its bodies and its calls. Belongs to the thread that begins the first frame: the game's.
 *
 * <pre>{@code
 * Smooth<Body> smooth = Smooth.inline(60, dt -> world.step((float) dt, 6, 2),
 *         (body, to) -> to.flat(body.getPosition().x, body.getPosition().y, body.getAngle()));
 * smooth.add(body);                                     // each body that is drawn
 * smooth.frame();                                       // each frame, instead of the accumulator
 * sprite.setPosition(smooth.x(body), smooth.y(body));   // instead of the body's own position
 * smooth.draw();                                        // only if threaded: the game's turn ends
 * }</pre>
 *
 * <p>With {@link #inline}, the game's thread takes the steps in {@code frame}, so every call stays as safe as before.
 * If {@link #advice} says that steps are too long for frames, use {@link #threaded}: the game and the steps then take
 * turns, so each call of the game between {@code frame} and {@code draw} stays safe. After {@code draw}, and on other
 * threads, do not call the world.
 *
 * <p>For input by tick, replays, matches or servers, implement a {@link Simulation} instead.
 *
 * @param <B> the type of the world's bodies, which are told apart by identity
 */
public final class Smooth<B> implements AutoCloseable {
    private static final int DEFAULT_CAPACITY = 4_096;

    /** For how long frames do without the game at most. */
    private static final long LONGEST_NANOS = 100_000_000;

    /** More than this passes only if the machine has slept, or the times of the host are wrong. */
    private static final long MOST_NANOS = 60_000_000_000L;

    /** A step that waits for its turn does not hang: the game may load a level. */
    private static final Duration LONGEST_TURN = Duration.ofSeconds(10);

    /** How often a step that waits for its turn looks whether the game's thread still lives. */
    private static final long LOOK_NANOS = 100_000_000;

    /** Steps the world of the game. */
    public interface Step {
        /**
         * Advances the world by one step, in the turn of the steps.
         *
         * @param seconds the length of the step, always the same
         */
        void step(double seconds);
    }

    /**
     * Reads where a body is.
     *
     * @param <B> the type of the world's bodies
     */
    public interface PoseReader<B> {
        /**
         * Reads the present pose of a body, in the turn of the steps, and when the body is added.
         *
         * @param body the body
         * @param to the pose to set, with {@link Pose#flat} or {@link Pose#at}
         */
        void read(B body, Pose to);
    }

    /** Where a body is, for a {@link PoseReader} to set. */
    public static final class Pose {
        final Vector3f position = new Vector3f();
        final Vector4f orientation = new Vector4f();
        private boolean isSet;

        Pose() {}

        /**
         * Sets the pose of a body in a flat world.
         *
         * @param x the x coordinate, rounded to a float
         * @param y the y coordinate
         * @param radians the angle, counterclockwise
         */
        public void flat(double x, double y, double radians) {
            at(x, y, 0, 0, 0, Math.sin(radians / 2), Math.cos(radians / 2));
        }

        /**
         * Sets the pose of a body.
         *
         * @param x the x coordinate, rounded to a float
         * @param y the y coordinate
         * @param z the z coordinate
         * @param qx the first imaginary part of the orientation, a unit quaternion
         * @param qy the second imaginary part
         * @param qz the third imaginary part
         * @param qw the real part
         */
        public void at(double x, double y, double z, double qx, double qy, double qz, double qw) {
            position.set(x, y, z);
            orientation.set((float) qx, (float) qy, (float) qz, (float) qw);
            isSet = true;
        }

        /** Returns 0 if the poses are the same; not finite if a part is not. A quaternion equals its negative. */
        float distance(Pose other) {
            Vector4f by = other.orientation;
            float opposite = orientation.distance(-by.x, -by.y, -by.z, -by.w);
            return position.distance(other.position) + Math.min(orientation.distance(by), opposite);
        }
    }

    private final Step step;
    private final PoseReader<B> reader;
    private final int capacity;
    private final NanoClock clock;
    private final SpareTime spare;

    /** Null if the game's thread takes the steps. */
    private final @Nullable ReentrantLock turn;

    private final Physics physics;
    private final FrameSampler frames;
    private final Map<B, SmoothBody<B>> bodies = new IdentityHashMap<>();

    /** What the game has added and removed since the last step, in this order. Only for whoever has the turn. */
    private final List<SmoothBody<B>> changes = new ArrayList<>();

    /** The bodies of the world by their slot. Only the steps write, and the game also reads outside its turn. */
    private final AtomicReferenceArray<SmoothBody<B>> bySlot;

    private final Pose now = new Pose();
    private final Vector3f position = new Vector3f();
    private final Quaternionf orientation = new Quaternionf();
    private volatile @Nullable Thread owner;
    private @Nullable Frame frame;
    private long lastNanos;
    private long turnNanos;

    private Smooth(int rate, int capacity, NanoClock clock, Step step, PoseReader<B> reader, boolean isThreaded) {
        this.step = Objects.requireNonNull(step, "step must not be null");
        this.reader = Objects.requireNonNull(reader, "reader must not be null");
        this.capacity = capacity;
        bySlot = new AtomicReferenceArray<>(StateLayout.of(capacity).capacity());
        this.clock = Objects.requireNonNull(clock, "clock must not be null");
        spare = new SpareTime(rate, clock.nanoTime());
        turn = isThreaded ? new ReentrantLock(true) : null;
        PhysicsBuilder builder = PhysicsService.builder(new World()).rate(rate).clock(clock);
        physics = isThreaded ? builder.watchdog(LONGEST_TURN).start() : builder.inline();
        try {
            physics.submit(setUp -> {}).join(); // Waits for the set-up.
            frames = FrameSampler.open(physics.states());
        } catch (Throwable noThread) {
            physics.close();
            throw noThread;
        }
    }

    /**
     * Creates a {@code Smooth} that steps on the game's thread, in {@link #frame}. It has no thread and no lock.
     *
     * @param <B> the type of the world's bodies
     * @param rate steps per second, from 1 to 1000000
     * @param step steps the world
     * @param reader reads where a body is
     * @return one with room for 4096 bodies, on the system's clock
     */
    public static <B> Smooth<B> inline(int rate, Step step, PoseReader<B> reader) {
        return inline(rate, DEFAULT_CAPACITY, NanoClock.system(), step, reader);
    }

    /**
     * Creates one as {@link #inline(int, Step, PoseReader)} does, with all options.
     *
     * @param <B> the type of the world's bodies
     * @param rate steps per second, from 1 to 1000000
     * @param capacity how many bodies there is room for, from 1
     * @param clock the clock
     * @param step steps the world
     * @param reader reads where a body is
     * @return one to be closed
     */
    public static <B> Smooth<B> inline(int rate, int capacity, NanoClock clock, Step step, PoseReader<B> reader) {
        return new Smooth<>(rate, capacity, clock, step, reader, false);
    }

    /**
     * Creates a {@code Smooth} that steps on its own thread, by turns with the game: between {@link #draw} and the next
     * {@link #frame}. The game may build its world before the first {@code frame}, because no step is taken before the
     * {@code draw} after that. Callbacks of the world, such as contact listeners, come on that thread: they may use the
     * world, but nothing that the game draws with. What is drawn after {@code draw}, such as a score or a list of
     * bodies, must be a copy.
     *
     * @param <B> the type of the world's bodies
     * @param rate steps per second, from 1 to 1000000
     * @param step steps the world
     * @param reader reads where a body is
     * @return one with room for 4096 bodies, on the system's clock
     */
    public static <B> Smooth<B> threaded(int rate, Step step, PoseReader<B> reader) {
        return threaded(rate, DEFAULT_CAPACITY, NanoClock.system(), step, reader);
    }

    /**
     * Creates one as {@link #threaded(int, Step, PoseReader)} does, with all options.
     *
     * @param <B> the type of the world's bodies
     * @param rate steps per second, from 1 to 1000000
     * @param capacity how many bodies there is room for, from 1
     * @param clock the clock
     * @param step steps the world
     * @param reader reads where a body is
     * @return one to be closed
     */
    public static <B> Smooth<B> threaded(int rate, int capacity, NanoClock clock, Step step, PoseReader<B> reader) {
        return new Smooth<>(rate, capacity, clock, step, reader, true);
    }

    /**
     * Adds a body, in the game's turn. Until the picture reaches its first step, it is shown where it is now. A body
     * that the game itself places in each frame need not be added: draw it where the game puts it.
     * If the game moves an added body that was at rest, its first move counts as a teleport.
     *
     * @param body the body
     * @return false if it was added before
     * @throws IllegalStateException if there is no room, if the pose is NaN or infinite, or if it is not the game's
     *     turn
     */
    public boolean add(B body) {
        requireGame(true);
        if (bodies.containsKey(Objects.requireNonNull(body, "body must not be null"))) {
            return false;
        }
        if (bodies.size() == capacity) {
            throw new IllegalStateException("at most " + capacity + " bodies can be added, was one more; remove some,"
                    + " or pass a larger capacity when you create this");
        }
        SmoothBody<B> added = new SmoothBody<>(body);
        read(body, added.first);
        read(body, added.stepped);
        bodies.put(body, added);
        return changes.add(added);
    }

    /**
     * Removes a body, in the game's turn, before the game destroys it, because steps read its pose until then. With
     * {@link #inline}, a step may also remove a body, such as one that was hit, and then destroy it.
     *
     * @param body the body
     * @return false if it was not added
     * @throws IllegalStateException if it is not the game's turn
     */
    public boolean remove(B body) {
        requireGame(true);
        SmoothBody<B> removed = bodies.remove(Objects.requireNonNull(body, "body must not be null"));
        if (removed != null) {
            removed.isRemoved = true;
            changes.add(removed);
        }
        return removed != null;
    }

    /**
     * Begins a frame and the game's turn, and chooses the poses that the frame shows. Inline, it takes the steps that
     * are due. Threaded, it waits for the step that runs.
     *
     * @throws io.github.freestep.physics.PhysicsException if a step fails, inline
     * @throws IllegalStateException if a step has failed, with that failure as the cause, or on another thread than
     *     that of the first frame
     */
    public void frame() {
        begin(clock.nanoTime(), true);
    }

    /**
     * Begins a frame, and the game's turn unless the frame would then miss its refresh. If this method returns false, a
     * step still runs: draw the poses, which are new, but leave the game and its world alone until the next frame.
     * After 100 ms without a turn of the game, it waits for one. Inline, it is the same as {@link #frame}.
     *
     * @return whether it is the game's turn
     */
    public boolean tryFrame() {
        return begin(clock.nanoTime(), false);
    }

    /**
     * Begins a frame as {@link #tryFrame()} does, for the time at which it will be on the screen.
     *
     * @param frameNanos the time, for example from a pacer, and not before that of the last frame. Threaded, it is a
     *     reading of the clock. Inline, it may be that of any clock, but at most a minute passes at once
     * @return whether it is the game's turn
     */
    public boolean tryFrame(long frameNanos) {
        return begin(frameNanos, false);
    }

    private boolean begin(long frameNanos, boolean waits) {
        requireGame(false);
        draw();
        if (physics.failure() != null) {
            throw new IllegalStateException("steps have ended, because one has failed", physics.failure());
        }
        long nowNanos = clock.nanoTime();
        spare.frameBegins(nowNanos);
        boolean isMine = turn == null || take(turn, waits || owner == null || nowNanos - turnNanos > LONGEST_NANOS);
        turnNanos = isMine ? clock.nanoTime() : turnNanos;
        if (owner == null) {
            owner = Thread.currentThread();
            lastNanos = frameNanos;
        }
        if (physics instanceof InlineStepper stepper) {
            stepper.advance(Math.max(0, Math.min(MOST_NANOS, frameNanos - lastNanos)));
            frame = frames.sample();
        } else {
            frame = frames.sample(frameNanos);
        }
        lastNanos = frameNanos;
        return isMine;
    }

    private boolean take(ReentrantLock mine, boolean waits) {
        if (waits) {
            mine.lock();
            return true;
        }
        try {
            return mine.tryLock(spare.patienceNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            mine.lock();
            return true;
        }
    }

    /** Ends the game's turn, so that steps may run while the frame is drawn and shown. Inline, it does nothing. */
    public void draw() {
        if (turn != null && turn.isHeldByCurrentThread()) {
            spare.turnEnds(clock.nanoTime() - turnNanos);
            turnNanos = clock.nanoTime();
            turn.unlock();
        }
    }

    /**
     * Returns where the frame shows a body.
     *
     * @param body a body that was added
     * @return the x coordinate
     * @throws IllegalArgumentException if the body was not added, or was removed
     */
    public float x(B body) {
        return position(body, position).x;
    }

    /**
     * Returns where the frame shows a body.
     *
     * @param body a body that was added
     * @return the y coordinate
     * @throws IllegalArgumentException if the body was not added, or was removed
     */
    public float y(B body) {
        return position(body, position).y;
    }

    /**
     * Returns the angle at which the frame shows a body of a flat world.
     *
     * @param body a body that was added
     * @return radians, counterclockwise, from -pi to pi
     * @throws IllegalArgumentException if the body was not added, or was removed
     */
    public float angle(B body) {
        return 2 * (float) Math.atan(orientation(body, orientation).z / orientation.w);
    }

    /**
     * Returns where the frame shows a body.
     *
     * @param body a body that was added
     * @param into the object to overwrite
     * @return {@code into}
     * @throws IllegalArgumentException if the body was not added, or was removed
     */
    public Vector3f position(B body, Vector3f into) {
        Objects.requireNonNull(into, "into must not be null");
        SmoothBody<B> of = find(body);
        return isShown(of) ? picture().position(of.slot, into) : into.set(of.first.position);
    }

    /**
     * Returns the orientation that the frame shows for a body.
     *
     * @param body a body that was added
     * @param into the object to overwrite
     * @return {@code into}
     * @throws IllegalArgumentException if the body was not added, or was removed
     */
    public Quaternionf orientation(B body, Quaternionf into) {
        Objects.requireNonNull(into, "into must not be null");
        SmoothBody<B> of = find(body);
        Vector4f by = of.first.orientation;
        return isShown(of) ? picture().orientation(of.slot, into) : into.set(by.x, by.y, by.z, by.w);
    }

    private SmoothBody<B> find(B body) {
        SmoothBody<B> found = bodies.get(Objects.requireNonNull(body, "body must not be null"));
        if (found == null) {
            throw new IllegalArgumentException("body must be one that was added, was " + body + "; call add(body)");
        }
        return found;
    }

    /** Whether the picture has reached the first step of a body. */
    private boolean isShown(SmoothBody<B> body) {
        int slot = body.slot;
        return slot >= 0 && picture().life(slot) == body.life;
    }

    /**
     * Returns the frame that was begun last, for its times and its delay.
     *
     * @return the same object each time
     */
    public Frame picture() {
        return Objects.requireNonNull(frame, "no frame was begun; call frame() first");
    }

    /**
     * Returns the body in a slot of the {@linkplain #picture frame}, such as one that a picker has hit.
     *
     * @param slot a slot
     * @return null if the frame shows no body there that was added
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable B body(int slot) {
        SmoothBody<B> found = slot < 0 || slot >= capacity ? null : bySlot.get(slot);
        return found != null && bodies.get(found.body) == found && isShown(found) ? found.body : null;
    }

    /**
     * Returns the service or stepper that takes the steps, to pause them, to scale their time, and for its metrics. Do
     * not spawn or remove bodies by its commands, and do not wait for one of its futures in the game's turn if
     * threaded, because no request is carried out before {@link #draw}.
     *
     * @return the same object each time
     */
    public Physics physics() {
        return physics;
    }

    /**
     * Says which way fits, once 12 seconds of steps have passed. For a log, or for the developer.
     *
     * @return a sentence that begins with {@code measuring}, {@code inline} or {@code threaded}; threaded if one step
     *     in 200 takes more than half a frame
     */
    public String advice() {
        return spare.advice();
    }

    /**
     * Ends the steps. The game closes its world after this. A second call does nothing. Once the game's thread has
     * ended, any thread may call this.
     */
    @Override
    public void close() {
        if (owner == null || owner.isAlive()) {
            requireGame(false);
        }
        draw();
        frames.close();
        physics.close();
    }

    private void requireGame(boolean inTurn) {
        Thread caller = Thread.currentThread();
        if (owner == null) {
            return;
        }
        if (owner != caller) {
            throw new IllegalStateException("call this on the thread of the first frame, " + owner.getName()
                    + ", was called on " + caller.getName());
        }
        if (inTurn && turn != null && !turn.isHeldByCurrentThread()) {
            throw new IllegalStateException("call this in the game's turn, after frame() or a tryFrame() that returned"
                    + " true, and before draw(); was called outside of it");
        }
    }

    private Pose read(B body, Pose into) {
        into.isSet = false;
        reader.read(body, into);
        if (!into.isSet) {
            throw new IllegalStateException("the PoseReader has set no pose for " + body
                    + "; let it call flat or at for each body that was added");
        }
        if (!Float.isFinite(into.distance(into))) {
            Vector3f at = into.position;
            Vector4f turn = into.orientation;
            throw new IllegalStateException("the pose of " + body + " must be finite, was at (" + at.x + ", " + at.y
                    + ", " + at.z + ") with the orientation (" + turn.x + ", " + turn.y + ", " + turn.z + ", " + turn.w
                    + "); look for a division by zero, or for a mass or a force that is infinite, in the last step");
        }
        return into;
    }

    /** The game's world, as Freestep steps it. */
    private final class World implements Simulation {
        /** One more than the highest slot that was used, as in the states. */
        private int slots;

        @Override
        public StateLayout layout() {
            return StateLayout.of(capacity);
        }

        @Override
        public void step(Tick tick) {
            if (turn != null) {
                await(turn);
            }
            try {
                if (owner == null) {
                    return; // The game is still building its world, so no step may touch it.
                }
                apply(tick.bodies());
                markTeleports(tick.bodies());
                long begunNanos = clock.nanoTime();
                step.step(tick.dtSeconds());
                spare.stepped(clock.nanoTime() - begunNanos);
                copyPoses();
            } finally {
                if (turn != null) {
                    turn.unlock();
                }
            }
        }

        /** The game's thread may have ended in its turn, which would then never end. */
        private void await(ReentrantLock mine) {
            try {
                // Asked before each wait, because the game may end its turn and then its thread.
                for (boolean lives = true; lives; ) {
                    lives = owner == null || owner.isAlive();
                    if (mine.tryLock(LOOK_NANOS, TimeUnit.NANOSECONDS)) {
                        return;
                    }
                }
                throw new IllegalStateException(
                        "the game's thread has ended in its turn; let it call draw() or close() at its end");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(
                        "the thread of the steps was interrupted; to end the steps, call close() instead");
            }
        }

        private void apply(Bodies all) {
            for (int i = 0; i < changes.size(); i++) {
                SmoothBody<B> each = changes.get(i);
                if (each.slot < 0) {
                    int slot = all.spawn();
                    each.life = all.life(slot);
                    each.slot = slot;
                    bySlot.set(slot, each);
                } else {
                    all.remove(each.slot);
                    bySlot.set(each.slot, null);
                }
            }
            changes.clear();
            slots = all.slots();
        }

        private void markTeleports(Bodies all) {
            for (int i = 0; i < slots; i++) {
                SmoothBody<B> each = bySlot.get(i);
                if (each != null && each.isTeleported(read(each.body, now))) {
                    all.teleport(i);
                }
            }
        }

        private void copyPoses() {
            for (int i = 0; i < slots; i++) {
                SmoothBody<B> each = bySlot.get(i);
                if (each != null && !each.isRemoved) {
                    each.isNews |= read(each.body, now).distance(each.stepped) != 0;
                    each.stepped.position.set(now.position);
                    each.stepped.orientation.set(now.orientation);
                }
            }
        }

        /** Uses copies, because the turn of the steps has ended. */
        @Override
        public void write(StateWriter state) {
            for (int i = 0; i < slots; i++) {
                SmoothBody<B> each = bySlot.get(i);
                if (each != null && each.isNews) {
                    Vector3f at = each.stepped.position;
                    Vector4f by = each.stepped.orientation;
                    state.position(i, at.x, at.y, at.z);
                    state.orientation(i, by.x, by.y, by.z, by.w);
                    each.isNews = false;
                }
            }
        }
    }
}
