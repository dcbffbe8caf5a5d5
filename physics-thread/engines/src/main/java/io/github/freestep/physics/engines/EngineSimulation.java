package io.github.freestep.physics.engines;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.query.Hits;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Runs a physics engine as a {@link Simulation}: gives its bodies slots, and publishes their poses. A step allocates
 * nothing here, and never blocks.
 *
 * <p>To make a world, pass an {@link EngineScene} to an engine's adapter, and later add and remove bodies by commands:
 *
 * <pre>{@code
 * CompletableFuture<Integer> slot = physics.call(c -> world.add(body));
 * }</pre>
 *
 * <p>A world belongs to its physics thread, the thread that ran its newest set-up, step or command. On other threads,
 * the methods of an open world throw and change nothing.
 *
 * <p>To write an adapter, extend this class and follow the steps on the page of {@code freestep-engines}. For a world
 * without an engine, implement {@link Simulation} instead.
 *
 * @param <B> the engine's bodies, compared by {@code equals}
 */
public abstract class EngineSimulation<B> implements Simulation {
    /** For tests: the number of worlds that have been set up and not released. */
    static final AtomicInteger OPEN = new AtomicInteger();

    /** How many numbers a ray has. */
    private static final int RAY = 7;

    private final StateLayout layout;

    /** Its world is this object; the constructor has checked the type. */
    final EngineScene<Object> scene;

    final WorldBodies<B> bodies;
    private final WorldThread thread = new WorldThread();

    private boolean isSetUp;
    private boolean open;

    /** Says what the scene, a filter or the engine's callbacks may call now. */
    private Doing doing = Doing.NOTHING;

    /**
     * Whether a restore is changing the world, or has failed after it had changed it. Then the world must not continue.
     */
    boolean isHalfRestored;

    /** The newest finished tick. */
    long tick;

    /** Null before the first query of an open world. */
    private HitCollector queries;

    /**
     * Makes a world of at most {@code layout.capacity()} bodies. {@link #setUp} creates the engine's own world later.
     *
     * @param <W> the adapter
     * @param layout the capacity, and the channels in addition to the pose
     * @param scene fills the world; may run many worlds, one after the other
     * @param type the class of this adapter, which is what the scene gets
     * @throws IllegalArgumentException if this object is not of that type
     */
    // The scene gets this object, which is a W. The bodies call no method of it before the world is set up.
    @SuppressWarnings({"unchecked", "this-escape"})
    protected <W> EngineSimulation(StateLayout layout, EngineScene<? super W> scene, Class<W> type) {
        this.layout = Objects.requireNonNull(layout, "layout must not be null; StateLayout.of(1_000) makes one");
        this.scene = (EngineScene<Object>)
                Objects.requireNonNull(scene, "scene must not be null; world -> {} makes an empty world");
        if (!type.isAssignableFrom(getClass())) {
            throw new IllegalArgumentException("type must be a type of this world, which is a "
                    + getClass().getName() + ", was " + type.getName());
        }
        bodies = new WorldBodies<>(this, layout);
    }

    /** Makes an empty world. */
    protected abstract void open();

    /**
     * Puts a body into the engine's world. If it throws, the body must not be in that world, and gets no slot.
     *
     * @param body as passed to {@link #add}, not null
     * @throws IllegalStateException if the body is in a world already, of this simulation or another
     */
    protected abstract void insert(B body);

    /**
     * Takes a body out of the engine's world, and frees the resources of the body.
     *
     * @param body a body that was inserted
     */
    protected abstract void delete(B body);

    /**
     * Completes the removals since the last call. Override it if your adapter does a part of {@link #delete} for many
     * bodies together. It is called at the end of each command and before each step, even if no body was removed, but
     * not when the world closes. Default: does nothing.
     */
    protected void completeRemovals() {}

    /**
     * Advances the engine's world by one tick, and reports contacts and sensors by {@link #touches}.
     *
     * @param tick the tick, with the length of the step
     */
    protected abstract void simulate(Tick tick);

    /**
     * Returns whether a body rests until something wakes it, as static bodies do. Called for every body after every
     * step, so it should be fast. If the engine may move a sleeping body and let it sleep again within a step, the
     * adapter must report that by {@link #readAnyway}.
     *
     * @param body a body that was inserted
     * @return false if the engine has no sleep
     */
    protected abstract boolean asleep(B body);

    /**
     * Makes this world read the pose of a body after this step even if it sleeps. Call it in {@link #simulate} or
     * {@link #asleep}. A body that is awake, or falls asleep in the step, is read without this call.
     *
     * @param slot the slot of the body
     * @throws IllegalStateException if the slot has no body
     */
    protected final void readAnyway(int slot) {
        bodies.readAnyway(slot);
    }

    /**
     * Reads the pose of a body from the engine, and passes it to {@link #pose}. Called for bodies that may have moved.
     *
     * @param slot the slot to pass to {@code pose}
     * @param body a body that was inserted
     */
    protected abstract void read(int slot, B body);

    /**
     * Makes the object that answers queries. Called at the first query after each {@link #open}, so that a world
     * without queries takes no memory for them. Default: throws.
     *
     * @return a new object, which this world closes when it closes, after it has deleted the bodies
     * @throws UnsupportedOperationException if the adapter answers no queries
     */
    protected EngineQueries openQueries() {
        throw new UnsupportedOperationException(getClass().getSimpleName()
                + " answers no queries; override openQueries in the adapter, or ask the engine by its own API in a"
                + " command");
    }

    /**
     * Notes that the user has moved a body by the engine's own API, for engines whose queries find bodies where the
     * last step left them. Default: does nothing.
     *
     * @param body a body that was inserted
     */
    protected void moved(B body) {}

    /**
     * Throws the error that the engine has reported since the last call by other means than an exception, such as a
     * callback. Throws nothing if there is none. Called on the physics thread after set-up, after each command and
     * after each step. The set-up, command or step then fails with this error. If it has failed already, this error is
     * added to that failure as a suppressed exception. Default: throws nothing.
     */
    protected void throwReported() {}

    /**
     * Frees the engine's world. All bodies that had a slot have been deleted before this call. Called once after each
     * {@link #open}, even if that failed, to free what it had created before.
     */
    protected abstract void release();

    /**
     * Sets the pose of a body, in the engine's unit of length. For {@link #read}.
     *
     * @param slot the slot of the body
     * @param px position along x
     * @param py position along y
     * @param pz position along z
     * @param ox orientation, a unit quaternion: first imaginary part
     * @param oy second imaginary part
     * @param oz third imaginary part
     * @param ow real part
     */
    protected final void pose(int slot, double px, double py, double pz, float ox, float oy, float oz, float ow) {
        bodies.pose(slot, px, py, pz, ox, oy, oz, ow);
        scene.onPose(this, slot, px, py, pz, ox, oy, oz, ow);
    }

    /**
     * Sets the pose of a body of an engine in two dimensions: a position in the plane z = 0, and a turn about z. For
     * {@link #read}. The same numbers give the same bits on every platform.
     *
     * @param slot the slot of the body
     * @param px position along x
     * @param py position along y
     * @param cos the cosine of the angle
     * @param sin the sine of the angle
     */
    protected final void poseInPlane(int slot, double px, double py, double cos, double sin) {
        // Halves the angle by square roots, because their bits are the same on every platform. Divides by the larger of
        // the two parts, which is never 0.
        double w;
        double z;
        if (cos >= 0) {
            w = Math.sqrt((1 + cos) / 2);
            z = sin / (2 * w);
        } else {
            z = Math.sqrt((1 - cos) / 2);
            w = sin / (2 * z);
        }
        pose(slot, px, py, 0, 0, 0, (float) z, (float) w);
    }

    /**
     * Returns what reports contacts and sensors as events. For {@link #simulate}.
     *
     * @return the same object for all runs of this world
     */
    protected final Touches touches() {
        return bodies.touches;
    }

    /**
     * Gives a body a slot, which is its number in states and events, and puts it into the world. For scenes and
     * commands. From then on, the body belongs to the world until {@link #remove} or {@link #close}, both of which free
     * the resources of the body, and a later body may get the same slot. If this method throws, no world has changed,
     * neither this one nor another one that has the body, unless {@link EngineScene#onPose} threw: the body then stays.
     *
     * <p>If the command that adds a body fails, the body is removed again. A body that such a command removed,
     * teleported or restored stays so, and its changes through the engine's own API are not undone either.
     *
     * @param body made by the engine, in no world yet
     * @return the body's slot
     * @throws IllegalStateException if the body has a slot or is in another world, if all slots are taken, in a
     *     callback, if the world is not open, or on another thread
     */
    public final int add(B body) {
        requireChangeable("add");
        Objects.requireNonNull(body, "body must not be null; create one with the engine's own API");
        return bodies.add(body);
    }

    /**
     * Takes a body out of the world, and frees its resources and its slot. For scenes and commands. In {@link
     * EngineScene#onPose}, the body stays until the poses of all others have been read as well; then those that are
     * attached to it are detached. A restore ignores such a removal, because it restores the bodies of the saved world.
     *
     * @param slot the slot of the body
     * @throws IllegalStateException if the slot has no body, if others are attached to it outside {@code onPose}, in
     *     another callback than that, if the world is not open, or on another thread
     */
    public final void remove(int slot) {
        if (doing == Doing.POSING) {
            requireOpen();
            if (!isHalfRestored) {
                bodies.doom(slot);
            }
        } else {
            requireChangeable("remove");
            bodies.remove(slot);
        }
    }

    /**
     * Attaches a body to another one, as {@link Bodies#attach} does. For scenes and commands, and the only way in
     * {@link EngineScene#build}. The engine continues moving both through the world.
     *
     * @param child the slot of the body to attach
     * @param parent the slot of the body to attach it to
     * @throws IllegalArgumentException if {@code Bodies.attach} refuses the parent
     * @throws IllegalStateException if a slot has no body, in a callback, if the world is not open, or on another
     *     thread
     */
    public final void attach(int child, int parent) {
        requireChangeable("attach");
        bodies.published.attach(child, parent);
    }

    /**
     * Makes the pose of a body absolute again, as {@link Bodies#detach} does. For scenes and commands.
     *
     * @param child the slot of the body
     * @throws IllegalStateException if the body is not attached, in a callback, if the world is not open, or on another
     *     thread
     */
    public final void detach(int child) {
        requireChangeable("detach");
        bodies.published.detach(child);
    }

    /**
     * Reports that the engine's own API has moved a body to a new place. Readers then do not interpolate from the old
     * place to the new one. For scenes and commands.
     *
     * @param slot the slot of the body
     * @throws IllegalStateException if the slot has no body, in a callback, if the world is not open, or on another
     *     thread
     */
    public final void teleport(int slot) {
        requireChangeable("teleport");
        bodies.teleport(slot);
    }

    /**
     * Reports that the engine's own API has moved a body by a little, or has restored it. Readers interpolate from the
     * old place to the new one. For scenes, commands, and a {@code restore} of a {@link
     * io.github.freestep.physics.saves.SavableSimulation SavableSimulation}.
     *
     * <p>What the engine itself moves needs no call: after each step, the pose of a body is read if the body is awake,
     * if it was awake after the step before, or if its pose changed in that step. A pose that is set by the engine's
     * own API is noticed as well if that wakes the body. Otherwise readers see the body at its old place until this
     * call, or {@link #teleport} after a jump.
     *
     * @param slot of the body
     * @throws IllegalStateException if the slot has no body, in a callback, if the world is not open, or on another
     *     thread
     */
    public final void refresh(int slot) {
        requireChangeable("refresh");
        bodies.refresh(slot);
    }

    /**
     * Finds the bodies that a ray hits, nearest first, each body that has a slot once. For scenes and commands. {@code
     * new Hits(1)} keeps the nearest. Sensors are found as well. A shape in which the ray begins is not hit; {@link
     * #overlapSphere} finds it. Allocates only what the engine's binding allocates: with Jolt and dyn4j 100 to 800
     * bytes for each ray and for each hit.
     *
     * @param x where the ray begins, along x, in the engine's unit of length
     * @param y the same along y
     * @param z the same along z; in an engine of two dimensions, bodies are columns along z
     * @param dx the direction, of any length, along x
     * @param dy the direction, along y
     * @param dz the direction, along z
     * @param length the length of the ray
     * @param filter gets slots, and {@link io.github.freestep.state.State#NO_SLOT} for bodies that have none; returns
     *     false for those that the ray passes through, such as {@code slot -> slot != own}. Keep it in a field: each
     *     evaluation of a lambda that captures something may allocate
     * @param into takes the hits, those before an exception of the filter, too; a body without a slot has {@code
     *     NO_SLOT}
     * @throws IllegalArgumentException if a number is NaN or infinite, or the direction or the length is not above 0
     * @throws UnsupportedOperationException if the adapter does not support rays
     * @throws IllegalStateException in a callback, if the world is not open, or on another thread
     */
    public final void ray(
            double x,
            double y,
            double z,
            double dx,
            double dy,
            double dz,
            double length,
            IntPredicate filter,
            Hits into) {
        queries().ray(x, y, z, dx, dy, dz, length, filter, into);
    }

    /**
     * Casts several rays, such as those of a shotgun or of a sensor that looks around, as {@link #ray} does.
     *
     * @param rays seven numbers for each ray: where it begins, its direction, and its length
     * @param filter as for {@code ray}, for all rays
     * @param into takes the hits, a different object for each ray; one that is there twice keeps those of its last ray
     * @throws IllegalArgumentException if there are not seven numbers for each object, or {@code ray} refuses a number;
     *     the rays before it are then cast. After an exception of the filter as well, the hits of later rays are empty
     * @throws UnsupportedOperationException if the adapter does not support rays
     * @throws IllegalStateException in a callback, if the world is not open, or on another thread
     */
    public final void rays(double[] rays, IntPredicate filter, Hits... into) {
        Objects.requireNonNull(rays, "rays must not be null; each ray has " + RAY + " numbers");
        Objects.requireNonNull(into, "into must not be null; make new Hits(n) for each ray once, and use them again");
        if (rays.length != into.length * RAY) {
            throw new IllegalArgumentException("rays must have " + RAY + " numbers for each of the " + into.length
                    + " objects for hits, had " + rays.length);
        }
        HitCollector open = queries();
        for (Hits each : into) {
            Objects.requireNonNull(each, "into must not be null; make new Hits(n) once, and use it again");
            each.clear();
        }
        for (int i = 0; i < into.length; i++) {
            int at = i * RAY;
            open.ray(
                    rays[at],
                    rays[at + 1],
                    rays[at + 2],
                    rays[at + 3],
                    rays[at + 4],
                    rays[at + 5],
                    rays[at + 6],
                    filter,
                    into[i]);
        }
    }

    /**
     * Finds the bodies that overlap a sphere, nearest first, by the distance of their positions from the centre. The
     * point of a hit is the body's position, and there is no normal. In an engine of two dimensions, distances are
     * those in the plane.
     *
     * @param x the centre, along x, in the engine's unit of length
     * @param y the centre, along y
     * @param z the centre, along z; an engine of two dimensions ignores z, and the sphere is a disc
     * @param radius the radius
     * @param filter returns false for slots to leave out, as for {@link #ray}
     * @param into takes the hits
     * @throws IllegalArgumentException if a number is NaN or infinite, or the radius is 0 or less
     * @throws UnsupportedOperationException if the adapter does not support overlaps
     * @throws IllegalStateException in a callback, if the world is not open, or on another thread
     */
    public final void overlapSphere(double x, double y, double z, double radius, IntPredicate filter, Hits into) {
        queries().sphere(x, y, z, radius, filter, into);
    }

    /**
     * Finds the bodies that overlap a box whose edges are along the axes. Otherwise as {@link #overlapSphere}.
     *
     * @param x the centre, along x, in the engine's unit of length
     * @param y the centre, along y
     * @param z the centre, along z; an engine of two dimensions ignores z, and the box is a rectangle
     * @param halfX half the length of the box along x
     * @param halfY half the length along y
     * @param halfZ half the length along z
     * @param filter returns false for slots to leave out, as for {@link #ray}
     * @param into takes the hits
     * @throws IllegalArgumentException if a number is NaN or infinite, or a length is 0 or less
     * @throws UnsupportedOperationException if the adapter does not support overlaps
     * @throws IllegalStateException in a callback, if the world is not open, or on another thread
     */
    public final void overlapBox(
            double x, double y, double z, double halfX, double halfY, double halfZ, IntPredicate filter, Hits into) {
        queries().box(x, y, z, halfX, halfY, halfZ, filter, into);
    }

    /** Sets what the world does now, and returns what it did before, to pass to {@link #end}. */
    final Doing begin(Doing next) {
        Doing before = doing;
        doing = next;
        return before;
    }

    /** Goes back to what the world did before, and removes the bodies that a scene has removed in {@code onPose}. */
    final void end(Doing before) {
        doing = before;
        if (before.mayChange()) {
            bodies.removeDoomed();
        }
    }

    /** What the code of an engine or a scene does. */
    interface Part<E extends Exception> {
        void run() throws E;
    }

    /** Runs a part, between {@link #begin} and {@link #end}. May allocate. */
    final <E extends Exception> void during(Doing next, Part<E> part) throws E {
        Doing before = begin(next);
        try {
            part.run();
        } finally {
            end(before);
        }
    }

    /**
     * Refuses a call that changes the world in a callback, because engines crash or lose bodies then. Adapters call it
     * in their own methods that change the world.
     *
     * @param call what the exception names
     * @throws IllegalStateException in a callback, if the world is not open, or on another thread
     */
    protected final void requireChangeable(String call) {
        requireOpen();
        if (!doing.mayChange()) {
            throw doing.refusal(call);
        }
    }

    /** Refuses a save or a restore that would find the world in the middle of something. */
    final void requireBetweenTicks(String call) {
        requireChangeable(call);
        if (doing == Doing.RESTORING) {
            throw doing.refusal(call);
        }
    }

    /** Refuses to continue with a world of which one part is the saved one, and the other is not. */
    final void requireWhole() {
        if (isHalfRestored) {
            throw new IllegalStateException(
                    "the last restore has failed halfway; restore another save first, or end the run");
        }
    }

    /**
     * Refuses a call in a callback of the engine. For accessors by which the engine would wait for itself or crash.
     *
     * @param call what the exception names
     * @throws IllegalStateException in a callback of the engine, if the world is not open, or on another thread
     */
    protected final void requireOutsideEngine(String call) {
        requireOpen();
        if (doing == Doing.ENGINE) {
            throw doing.refusal(call);
        }
    }

    private HitCollector queries() {
        requireOutsideEngine("a query");
        if (doing == Doing.QUERYING) {
            throw doing.refusal("a query");
        }
        if (queries == null) {
            queries = new HitCollector(this, openQueries());
        }
        return queries;
    }

    /**
     * Returns the body of a slot.
     *
     * @param slot below the layout's capacity
     * @return the body; null if the slot has none, or if the world is not open
     * @throws IllegalStateException on another thread than the physics thread
     * @throws IllegalArgumentException for a slot beyond the capacity
     */
    @SuppressWarnings("exports") // See module-info.
    public final @Nullable B body(int slot) {
        return thread.isRunning() ? bodies.slots.body(slot) : null;
    }

    /**
     * Returns the slot of a body.
     *
     * @param body any object
     * @return the slot; {@link io.github.freestep.state.State#NO_SLOT} if the body has none, or if the world is not
     *     open
     * @throws IllegalStateException on another thread than the physics thread
     */
    public final int slot(Object body) {
        return thread.isRunning() ? bodies.slots.of(body) : State.NO_SLOT;
    }

    /**
     * Keeps an object of yours with a body, such as the vehicle that it is part of, until the body is removed: by
     * {@link #remove}, by a failed command that added it, or by a restore that replaces it. A save has no such objects,
     * and a body that stays in a restore keeps its object. So set them in each {@link EngineScene#restoreBody}, also if
     * the body is there. For scenes and commands.
     *
     * @param slot the slot of the body
     * @param object the object; null forgets the one before
     * @throws IllegalStateException if the slot has no body, in a callback, if the world is not open, or on another
     *     thread
     */
    @SuppressWarnings("exports") // See module-info.
    public final void setUserObject(int slot, @Nullable Object object) {
        requireChangeable("setUserObject");
        bodies.slots.require(slot);
        bodies.userObjects[slot] = object;
    }

    /**
     * Returns the object that {@link #setUserObject} keeps with a body. Also for filters and callbacks. If you have a
     * slot from a frame or an event, compare the life first, by {@link Bodies#isSameLife}.
     *
     * @param <T> the type of the object
     * @param slot below the layout's capacity, or {@link State#NO_SLOT}, as hits of the ground have
     * @param type the class of the object
     * @return the object; null if there is none of that type, if the slot has no body, or if the world is not open
     * @throws IllegalStateException on another thread than the physics thread
     * @throws IllegalArgumentException for a slot beyond the capacity
     */
    @SuppressWarnings("exports") // See module-info.
    public final <T> @Nullable T userObject(int slot, Class<T> type) {
        Objects.requireNonNull(type, "type must not be null; pass the class of the object");
        Object object = slot == State.NO_SLOT || body(slot) == null ? null : bodies.userObjects[slot];
        return type.isInstance(object) ? type.cast(object) : null;
    }

    @Override
    public final StateLayout layout() {
        return layout;
    }

    @Override
    public final void setUp(PhysicsContext context) {
        Objects.requireNonNull(context, "context must not be null");
        thread.claim(this);
        bodies.publishTo(context.bodies());
        tick = context.tick();
        isSetUp = true;
        OPEN.incrementAndGet();
        open();
        open = true;
        doing = Doing.RUNNING;
        try {
            scene.build(this);
        } catch (Throwable t) {
            suppressReported(t);
            throw t;
        } finally {
            doing = Doing.NOTHING;
        }
        throwReported();
    }

    @Override
    public final void run(Command command, PhysicsContext context) throws Exception {
        Objects.requireNonNull(context, "context must not be null");
        thread.enter(context.bodies(), bodies.published);
        Objects.requireNonNull(command, "command must not be null");
        tick = context.tick();
        long number = ++bodies.commands;
        // A command that runs in a callback may do no more than the callback.
        Doing before = begin(doing == Doing.NOTHING ? Doing.RUNNING : doing);
        try {
            command.run(context);
            if (open) {
                throwReported();
            }
        } catch (Throwable t) {
            suppressReported(t);
            bodies.undo(number, t);
            throw t;
        } finally {
            if (open && doing.mayChange()) {
                completeRemovals();
            }
            doing = before;
        }
    }

    private void suppressReported(Throwable cause) {
        try {
            if (open) {
                throwReported();
            }
        } catch (RuntimeException reported) {
            if (reported != cause) {
                cause.addSuppressed(reported);
            }
        }
    }

    @Override
    public final void step(Tick next) {
        Objects.requireNonNull(next, "tick must not be null");
        thread.enter(next.bodies(), bodies.published);
        if (doing != Doing.NOTHING) {
            throw new IllegalStateException(
                    "step must not be called in a step, command or callback of its world; use its service or stepper");
        }
        requireOpen();
        requireWhole();
        tick = next.number() - 1;
        doing = Doing.RUNNING;
        try {
            scene.beforeStep(this, next);
            completeRemovals();
            bodies.touches.beginStep(next.events());
            doing = Doing.ENGINE;
            simulate(next);
        } catch (Throwable t) {
            suppressReported(t);
            throw t;
        } finally {
            doing = Doing.NOTHING;
            bodies.touches.endStep();
        }
        throwReported();
        tick = next.number();
        doing = Doing.POSING;
        try {
            bodies.afterStep(next.events());
        } finally {
            end(Doing.NOTHING);
        }
    }

    /**
     * Returns whether all bodies sleep. Static bodies count as asleep. If only input and commands can wake a world, its
     * service may sleep with it:
     *
     * <pre>{@code
     * public boolean resting(Dyn4jSimulation world) {
     *     return world.allAsleep();
     * }
     * }</pre>
     *
     * @return false also after the step in which the last body has fallen asleep
     * @throws IllegalStateException if the world is not open, or on another thread
     */
    public final boolean allAsleep() {
        requireOpen();
        return bodies.isSettled();
    }

    @Override
    public final boolean resting() {
        Doing before = begin(Doing.READING);
        try {
            return scene.resting(this);
        } finally {
            doing = before;
        }
    }

    @Override
    @SuppressWarnings("exports") // See module-info.
    public final <T> @Nullable T part(Class<T> type) {
        Objects.requireNonNull(type, "type must not be null; pass the class of your scene");
        return type.isInstance(scene) ? type.cast(scene) : null;
    }

    /**
     * Writes the poses that have changed since the last call with the same writer, which keeps the others. So nothing
     * is lost if no state is written after some steps. The poses of bodies that are {@linkplain Bodies#attach attached}
     * become relative to their parents. Then the scene writes its channels.
     */
    @Override
    public final void write(StateWriter state) {
        bodies.write(Objects.requireNonNull(state, "state must not be null"));
        Doing before = begin(Doing.READING);
        try {
            scene.write(this, state);
        } finally {
            doing = before;
        }
    }

    @Override
    public final void close() {
        if (doing != Doing.NOTHING && thread.isCurrent()) {
            throw new IllegalStateException(
                    "a world must not be closed within a step, a command or a callback of its own; close its"
                            + " service or stepper, which closes the world");
        }
        if (!thread.beginClose()) {
            return;
        }
        doing = Doing.ENGINE;
        open = false;
        try {
            bodies.deleteAll();
        } finally {
            doing = Doing.NOTHING;
            isHalfRestored = false;
            bodies.clear();
            try {
                if (queries != null) {
                    queries.close();
                }
            } finally {
                queries = null;
                releaseWorld();
            }
        }
    }

    private void releaseWorld() {
        try {
            if (isSetUp) {
                isSetUp = false;
                OPEN.decrementAndGet();
                release();
            }
        } finally {
            thread.endClose();
        }
    }

    /**
     * Returns whether the calling thread runs this world now.
     *
     * @return false on every other thread, and while the world is not open
     */
    protected final boolean isPhysicsThread() {
        return thread.isCurrent();
    }

    /**
     * Refuses a call from another thread, or to a world that is not open. Call it first in every accessor
     * of an adapter.
     *
     * @throws IllegalStateException if the world is not open, or on another thread than the physics thread
     */
    protected final void requireOpen() {
        if (!thread.isRunning() || !open) {
            throw new IllegalStateException("this world is not open; it is open from setUp to the end of its service");
        }
    }
}
