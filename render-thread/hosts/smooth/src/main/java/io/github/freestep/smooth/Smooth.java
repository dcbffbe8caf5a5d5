package io.github.freestep.smooth;

import io.github.freestep.internal.HasInside;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.smooth.turns.Turns;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.joml.Quaternionf;
import org.joml.Vector3f;
import org.joml.Vector3fc;
import org.joml.Vector4f;
import org.jspecify.annotations.Nullable;

/**
 * Steps a game's own world at a fixed rate on a thread of its own, and shows its bodies interpolated, so that motion is
 * even at any frame rate, also while a long step runs. The game keeps its world, its bodies and its calls. Belongs
 * to the thread that begins the first frame: the game's.
 *
 * <pre>{@code
 * Smooth<Body> smooth = Smooth.open(60, dt -> world.step((float) dt, 6, 2),
 *         (body, to) -> to.flat(body.getPosition().x, body.getPosition().y, body.getAngle()));
 * smooth.add(body);                                     // each body that is drawn
 * smooth.frame(this::update);                           // each frame, instead of the accumulator
 * sprite.setPosition(smooth.x(body), smooth.y(body));   // instead of the body's own position
 * smooth.swap(() -> glfwSwapBuffers(window));           // where the loop is the game's own: frames show newer keys
 * }</pre>
 *
 * <p>The game touches its world in {@code update}, which runs between two steps, and in callbacks of its steps. What
 * comes at other times, such as a key, it passes to {@link #later}. Steps that are due begin after {@code update}, as
 * in a loop, and the frame waits for them, but not for long. While a long step runs, frames are drawn without
 * {@code update}.
 *
 * <p>With {@link #inline}, for hosts without threads, the game's thread takes the steps, and a long one holds up its
 * frame.
 *
 * <p>For input by tick, replays, matches or servers, implement a {@link Simulation} instead.
 *
 * @param <B> the type of the world's bodies, which are told apart by identity, or by {@code equals} if they are numbers
 *     or strings: the ids of an engine that makes a new object for each call
 */
@SuppressWarnings("exports") // Of the superclass, which users need not see.
public final class Smooth<B> extends HasInside<Turns> implements AutoCloseable {
    private static final int DEFAULT_CAPACITY = 4_096;

    /** A game that opens one for each level, and closes none, is told. */
    private static final int SUSPICIOUSLY_MANY = 8;

    private static final System.Logger LOG = System.getLogger("io.github.freestep");
    private static final AtomicInteger OPEN = new AtomicInteger();

    /** Steps the world of the game. */
    public interface Step {
        /**
         * Advances the world by one step, never beside the game's turn.
         *
         * @param seconds the length of the step, always the same
         */
        void step(double seconds);
    }

    /** Plays a game on: it acts on keys, applies rules, and lets bodies come and go. */
    public interface Turn {
        /**
         * Acts on the world, on the game's own thread, between two steps.
         *
         * @param seconds the time since the last turn, which is longer than a frame after a long step
         */
        void play(float seconds);
    }

    /**
     * Reads where a body is.
     *
     * @param <B> the type of the world's bodies
     */
    public interface PoseReader<B> {
        /**
         * Reads the present pose of a body: before and after steps, when the body is added, and in the game's turn.
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
        boolean isSet;
        boolean looksLikeDegrees;

        Pose() {}

        /**
         * Sets the pose of a body in a flat world.
         *
         * @param x the x coordinate, rounded to a float
         * @param y the y coordinate
         * @param radians the angle, counterclockwise
         */
        public void flat(double x, double y, double radians) {
            // An angle that grows in a game is hardly ever whole.
            looksLikeDegrees = Math.abs(radians) > 2 * Math.PI && radians == Math.rint(radians);
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

    private final GameWorld<B> world;
    private final InlineStepper stepper;
    private final Turns turns;
    private final boolean isThreaded;
    private Map<B, SmoothBody<B>> bodies = new IdentityHashMap<>();

    /** What {@code showOnly} was given last, which may be readable only once. Kept, so that no call allocates. */
    private final List<B> listed = new ArrayList<>();

    /** What waits for the game's next turn, from any thread. */
    private final Queue<Runnable> later = new ConcurrentLinkedQueue<>();

    private final Vector3f position = new Vector3f();
    private final Quaternionf orientation = new Quaternionf();
    private long playedNanos;
    private int round;
    private boolean isOutsideTold;
    private boolean areDegreesTold;
    private volatile boolean isClosed;

    private Smooth(GameWorld<B> world, InlineStepper stepper, Turns turns, boolean isThreaded) {
        super(turns);
        this.world = world;
        this.stepper = stepper;
        this.turns = turns;
        this.isThreaded = isThreaded;
        playedNanos = turns.frameNanos();
        if (OPEN.incrementAndGet() == SUSPICIOUSLY_MANY) {
            warn(SUSPICIOUSLY_MANY + " objects of Smooth are open, and each keeps memory and, unless inline, a thread;"
                    + " close each one whose world has ended");
        }
    }

    private static void warn(String text) {
        LOG.log(System.Logger.Level.WARNING, text);
    }

    private static <B> Smooth<B> create(
            int rate, int capacity, NanoClock clock, Step step, PoseReader<B> reader, boolean isThreaded) {
        GameWorld<B> world = new GameWorld<>(capacity, step, reader);
        Objects.requireNonNull(clock, "clock must not be null");
        InlineStepper stepper =
                PhysicsService.builder(world).rate(rate).clock(clock).inline();
        try {
            Turns turns = new Turns(rate, stepper, FrameSampler.open(stepper.states()), clock, isThreaded);
            return new Smooth<>(world, stepper, turns, isThreaded);
        } catch (Throwable noThread) {
            stepper.close();
            throw noThread;
        }
    }

    /**
     * Creates a {@code Smooth} that steps on a thread of its own, by turns with the game. The game may build its world
     * before the first {@link #frame}, because no step is taken before that. Callbacks of the world, such as contact
     * listeners, come on the thread that takes the step: they may use the world, but nothing that the game draws with.
     * What is drawn, such as a list of bodies or a score, is changed in the game's turn only. On a busy machine, the
     * game's thread takes steps that the other one has not begun in time.
     *
     * @param <B> the type of the world's bodies
     * @param rate steps per second, from 1 to 1000000
     * @param step steps the world
     * @param reader reads where a body is
     * @return one with room for 4096 bodies, on the system's clock
     */
    public static <B> Smooth<B> open(int rate, Step step, PoseReader<B> reader) {
        return open(rate, DEFAULT_CAPACITY, NanoClock.system(), step, reader);
    }

    /**
     * Creates one as {@link #open(int, Step, PoseReader)} does, with all options.
     *
     * @param <B> the type of the world's bodies
     * @param rate steps per second, from 1 to 1000000
     * @param capacity how many bodies there is room for, from 1
     * @param clock the clock, whose parks let the other thread run; on a virtual clock, use {@link #inline}
     * @param step steps the world
     * @param reader reads where a body is
     * @return one to be closed
     * @throws IllegalArgumentException if the clock is a virtual one
     */
    public static <B> Smooth<B> open(int rate, int capacity, NanoClock clock, Step step, PoseReader<B> reader) {
        if (clock instanceof VirtualClock) {
            throw new IllegalArgumentException("clock must be one whose parks give the processor to the thread that"
                    + " steps, was " + clock + "; use inline(...) on a virtual clock");
        }
        return create(rate, capacity, clock, step, reader, true);
    }

    /**
     * Creates a {@code Smooth} that steps on the game's thread, in {@link #frame}, for hosts without threads. Each
     * frame has a turn, and a long step holds it up. The world may be touched at any time on that thread.
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
        return create(rate, capacity, clock, step, reader, false);
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
        turns.requireTurn();
        if (bodies.isEmpty() && (body instanceof Number || body instanceof String)) {
            bodies = new HashMap<>();
        }
        if (bodies.containsKey(Objects.requireNonNull(body, "body must not be null"))) {
            return false;
        }
        if (bodies.size() == world.capacity) {
            throw new IllegalStateException(
                    "at most " + world.capacity + " bodies can be added, was one more; remove some,"
                            + " or pass a larger capacity when you create this");
        }
        SmoothBody<B> added = new SmoothBody<>(body);
        world.read(body, added.first);
        world.read(body, added.stepped);
        if (added.first.looksLikeDegrees && !areDegreesTold) {
            areDegreesTold = true;
            warn("the angle of " + body + " is a whole number of more than 2 pi radians, so it may be in degrees; pass"
                    + " Math.toRadians(angle) to flat");
        }
        bodies.put(body, added);
        world.change(added);
        return true;
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
        turns.requireTurn();
        SmoothBody<B> removed = bodies.remove(Objects.requireNonNull(body, "body must not be null"));
        return removed != null && leave(removed);
    }

    private boolean leave(SmoothBody<B> removed) {
        removed.isRemoved = true;
        world.change(removed);
        return true;
    }

    /**
     * Adds and removes bodies until exactly these are shown, in the game's turn. Call it after bodies have come and
     * gone, with the list that the world or the game keeps.
     *
     * @param all the bodies to show, none of them null; one that stands twice counts once
     * @throws IllegalStateException as {@link #add} does; bodies before the one that was refused are then added
     */
    public void showOnly(Iterable<? extends B> all) {
        turns.requireTurn();
        listed.clear();
        Iterator<? extends B> each =
                Objects.requireNonNull(all, "all must not be null").iterator();
        while (Objects.requireNonNull(each, "the iterator of all must not be null")
                .hasNext()) {
            listed.add(Objects.requireNonNull(each.next(), "a body must not be null"));
        }
        round++;
        int known = 0;
        for (int i = 0; i < listed.size(); i++) {
            SmoothBody<B> found = bodies.get(listed.get(i));
            if (found != null && found.round != round) {
                found.round = round;
                known++;
            }
        }
        if (known < bodies.size()) {
            bodies.values().removeIf(of -> of.round != round && leave(of));
        }
        listed.forEach(this::add);
        listed.clear();
    }

    /**
     * Removes all bodies, in the game's turn, before the game destroys them: for another level.
     *
     * @throws IllegalStateException if it is not the game's turn
     */
    public void clear() {
        showOnly(List.of());
    }

    /**
     * Begins a frame: lets the game play its turn, begins the steps that are due, and chooses the poses that the frame
     * shows. A frame that would miss its refresh because a step still runs does without the game's turn, but shows new
     * poses. After 100 ms without a turn, it waits for one. Inline, each frame has a turn.
     *
     * <p>{@code this::update} makes an object of 16 bytes for each frame; a field that holds it does not.
     *
     * @param game the game's turn, the only place besides callbacks of steps where it touches its world
     * @return whether the game had its turn
     * @throws io.github.freestep.physics.PhysicsException if a step fails, inline
     * @throws IllegalStateException if a step has failed, with that failure as the cause; in a turn; after
     *     {@link #close}; or on another thread than that of the first frame
     */
    public boolean frame(Turn game) {
        Objects.requireNonNull(game, "game must not be null");
        boolean isMine = turns.begin(turns.seenNanos());
        if (isMine) {
            try {
                play(game);
            } catch (Throwable e) {
                turns.abandon();
                throw e;
            }
            if (isClosed) {
                return true;
            }
            turns.end(0);
            turns.awaitShort();
        }
        turns.sample();
        return isMine;
    }

    /**
     * Swaps the frame that is drawn, and waits until the next one must begin, so that it shows newer keys: see
     * {@link io.github.freestep.render.display.FramePacer}. Poll keys after this, and just before {@link #frame}, which
     * then gives each frame the time at which it is seen.
     *
     * @param swap shows the frame at the next refresh, and returns then; where it returns at once, frames do not wait
     * @throws IllegalStateException if called on another thread than before
     */
    public void swap(Runnable swap) {
        turns.pacer().swap(Objects.requireNonNull(swap, "swap must not be null"));
    }

    /** Says how long frames wait for their refresh, and why. Call it on the thread of the frames. */
    @Override
    public String toString() {
        return turns.toString();
    }

    private void play(Turn game) {
        if (isThreaded && !isOutsideTold) {
            tellOutside(world.movedSince());
        }
        if (!later.isEmpty()) {
            boolean[] isOver = {false};
            later.add(() -> isOver[0] = true); // What these pass on comes in the turn after this one.
            while (!isOver[0] && !isClosed) {
                later.remove().run();
            }
        }
        if (isClosed) {
            return;
        }
        float seconds = (turns.frameNanos() - playedNanos) * 1e-9f;
        playedNanos = turns.frameNanos();
        game.play(seconds);
    }

    private void tellOutside(@Nullable B moved) {
        if (moved != null) {
            isOutsideTold = true;
            warn(moved + " was moved outside the game's turn, where a step may run; move it in the turn that"
                    + " frame(...) plays, or pass what does it to later(...)");
        }
    }

    /**
     * Runs something at the beginning of the game's next turn, in order, such as what a key does, whose callback comes
     * between frames. Never waits. Any thread may call it.
     *
     * @param change touches the world
     * @throws IllegalStateException after {@link #close}
     */
    public void later(Runnable change) {
        if (isClosed) {
            throw new IllegalStateException("this Smooth was closed, so no turn comes; let callbacks end before it");
        }
        later.add(Objects.requireNonNull(change, "change must not be null"));
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

    /**
     * Returns where the frame shows a point of a body, such as the end of a rope or a muzzle.
     *
     * @param body a body that was added
     * @param local the point relative to the body
     * @param into the object to overwrite, which may be {@code local}
     * @return {@code into}
     * @throws IllegalArgumentException if the body was not added, or was removed
     */
    public Vector3f point(B body, Vector3fc local, Vector3f into) {
        Objects.requireNonNull(local, "local must not be null");
        Objects.requireNonNull(into, "into must not be null");
        orientation(body, orientation).transform(local, into);
        return into.add(position(body, position));
    }

    /**
     * Returns the slot of a body in the {@linkplain #picture frame}, for what the frame has beyond poses.
     *
     * @param body a body that was added
     * @return -1 before the picture has reached its first step
     * @throws IllegalArgumentException if the body was not added, or was removed
     */
    public int slot(B body) {
        SmoothBody<B> found = find(body);
        return isShown(found) ? found.slot : -1;
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
     * Returns the frame that was sampled last, for its times and its delay. In the game's turn, that is the one before.
     *
     * @return the same object each time
     */
    public Frame picture() {
        return Objects.requireNonNull(turns.frame(), "no frame was begun; call frame(...) first");
    }

    /**
     * Returns the body in a slot of the {@linkplain #picture frame}, such as one that a picker has hit.
     *
     * @param slot a slot
     * @return null if the frame shows no body there that was added
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable B body(int slot) {
        SmoothBody<B> found = world.bySlot(slot);
        return found != null && bodies.get(found.body) == found && isShown(found) ? found.body : null;
    }

    /**
     * Returns the stepper that takes the steps, to pause them, to scale their time, and for its metrics. Unless inline,
     * requests are carried out by the next frame that begins steps, so do not wait for their futures on the game's
     * thread, nor in a step or command. What touches the world belongs in {@link #later}.
     *
     * @return the same object each time
     */
    public Physics physics() {
        return stepper;
    }

    /**
     * Ends the steps, and waits for one that runs. The game closes its world after this. Bodies stay where the last
     * frame has shown them, so a game that calls this in its turn may still draw. A second call does nothing, unless
     * the first one has thrown, because then it tries again. Once the game's thread has ended, any thread may call
     * this.
     *
     * @throws IllegalStateException if called on another thread; in a step, unless inline; or if a step does not return
     *     within 5 s
     */
    @Override
    public void close() {
        turns.close();
        if (!isClosed) {
            isClosed = true;
            OPEN.decrementAndGet();
        }
    }
}
