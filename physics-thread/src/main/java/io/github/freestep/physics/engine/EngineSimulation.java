package io.github.freestep.physics.engine;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.EventSink;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs a physics engine as a {@link Simulation}: gives its bodies slots, and reports their poses. A step allocates
 * nothing here, and never blocks.
 *
 * <p>A world belongs to its physics thread: the last one that ran its set-up, a step or a command. While the world is
 * open, {@link #add}, {@link #remove}, {@link #teleport}, {@link #body}, {@link #slot} and each accessor of an adapter
 * that calls {@link #requireOpen} throw on every other thread, and change nothing. So do {@link #run}, {@link #step}
 * and {@link #close}. A stepper that passes to another thread takes its world along, with the first call that advances,
 * controls or closes it. An open world refuses a second {@link #setUp}, also if another simulation wraps it.
 *
 * <p>Whoever has a world extends an engine's adapter, and overrides {@link #build} and {@link #beforeStep}. Later on, bodies
 * come and go by commands: {@code physics.submit(c -> world.add(c.bodies(), body))}. Whoever has an engine extends
 * this, and implements the methods below those two. For channels beside the pose, declare them in the layout, and override
 * {@link #write}.
 *
 * <p>A body belongs to the world from {@link #add} to {@link #remove} or the end, when what it holds is given back. Its slot,
 * which is its number in states and events, is its own for so long, and another's later.
 *
 * <p>A command that fails leaves none of the bodies that it added: they are removed again, as by {@link #remove},
 * and their slots are free. A body that it removed or teleported stays so, as does everything it did by the engine's
 * own means.
 *
 * @param <B> the engine's bodies, compared by {@code equals}
 */
public abstract class EngineSimulation<B> implements Simulation {
    private final StateLayout layout;
    private final Slots<B> slots;
    private final Poses poses;
    private final boolean[] rests;

    /** By slot, the number of commands that had begun when its body was added. */
    private final long[] addedAt;

    /**
     * The thread that may call; null before set-up and after the end. Written where the thread changes, read in
     * every call.
     */
    private final AtomicReference<Thread> physicsThread = new AtomicReference<>();

    /** Whether the physics thread itself tried a second set-up. The close that follows that is not the open world's. */
    private boolean refused;

    private boolean open;
    private Bodies bodies;
    private EventSink events;
    private long commands;

    /**
     * For a world of at most n bodies.
     *
     * @param layout its capacity is how many bodies there can be at once
     */
    protected EngineSimulation(StateLayout layout) {
        this.layout = layout;
        slots = new Slots<>(layout.capacity());
        poses = new Poses(layout.capacity());
        rests = new boolean[layout.capacity()];
        addedAt = new long[layout.capacity()];
    }

    /**
     * Fills the world, as it is at simulation time zero, by means of the engine's own and {@link #add}.
     *
     * @param bodies for {@code add}
     */
    protected abstract void build(Bodies bodies);

    /**
     * Called before each step: where input becomes forces.
     *
     * @param tick which, how long it is, and what came in during it
     */
    protected void beforeStep(Tick tick) {}

    /** Makes an empty world. */
    protected abstract void open();

    /**
     * Puts a body into the engine's world. If it throws, the body must not be in that world, and gets no slot.
     *
     * @param body from outside
     * @throws IllegalStateException if the body is in a world already, of this simulation or another
     */
    protected abstract void insert(B body);

    /**
     * Takes a body out of the engine's world, and gives back what it holds.
     *
     * @param body that was inserted
     */
    protected abstract void delete(B body);

    /**
     * Moves the engine's world on by one tick, and reports contacts by {@link #contact}.
     *
     * @param tick how long it is
     */
    protected abstract void simulate(Tick tick);

    /**
     * Whether a body does not move until something wakes it. Asked of every body after every step, so it should be quick.
     *
     * @param body that was inserted
     * @return false if the engine has no such thing
     */
    protected abstract boolean asleep(B body);

    /**
     * Reports where a body is, by {@link #pose}. Called for bodies that may have moved.
     *
     * @param slot for {@code pose}
     * @param body that was inserted
     */
    protected abstract void read(int slot, B body);

    /**
     * Throws an error that the engine has reported by other means than an exception, such as a callback, since the last
     * call. Called on the physics thread after set-up, after each command and after each step, which then fail with the
     * error. If they failed already, the error is suppressed in their own. Default: nothing is thrown.
     */
    protected void throwReported() {}

    /** Gives back the world, which has no more bodies with a slot; also one that failed to open, as far as it came. */
    protected abstract void release();

    /**
     * Sets the pose of a body, in the engine's unit of length. Override it if a channel depends on the pose, and call
     * this one.
     *
     * @param slot its own
     * @param px position along x
     * @param py position along y
     * @param pz position along z
     * @param ox orientation, a unit quaternion: first imaginary part
     * @param oy second imaginary part
     * @param oz third imaginary part
     * @param ow real part
     */
    protected void pose(int slot, float px, float py, float pz, float ox, float oy, float oz, float ow) {
        poses.set(slot, px, py, pz, ox, oy, oz, ow);
    }

    /**
     * Writes an event that two bodies have begun to touch; for {@link #simulate}.
     *
     * @param slotA of one body, {@link PhysicsException#NO_SLOT} for what has none, such as the ground
     * @param slotB of the other
     * @param px the point, along x
     * @param py the point, along y
     * @param pz the point, along z
     * @param nx the normal, from the other body to the one, along x
     * @param ny the normal, along y
     * @param nz the normal, along z
     * @param impulse how hard, along the normal, in the engine's unit
     */
    protected final void contact(
            int slotA, int slotB, float px, float py, float pz, float nx, float ny, float nz, float impulse) {
        events.contact(slotA, slotB, px, py, pz, nx, ny, nz, impulse);
    }

    /**
     * Gives a body a slot, and puts it into the world. Belongs into {@link #build}, {@link #beforeStep} or a command.
     * If it throws, neither this world nor the one that the body is in has changed.
     *
     * @param into as given to that
     * @param body made by the engine, in no world yet
     * @return its slot
     * @throws IllegalStateException if the body has a slot or is in another world, if all slots are taken, if the
     *     world is not open, or on another thread
     * @throws IllegalArgumentException if {@code into} is of another simulation
     */
    public final int add(Bodies into, B body) {
        requireOpen(into);
        Objects.requireNonNull(body, "body must not be null; make one by the engine's own means");
        int slot = slots.next(body);
        if (into.isAlive(slot)) {
            throw new IllegalStateException("slot " + slot
                    + " is alive and has no body;"
                    + " call add and remove of the world, not spawn and remove of Bodies");
        }
        insert(body);
        slots.put(slot, body);
        into.spawn(slot);
        addedAt[slot] = commands;
        rests[slot] = false;
        read(slot, body);
        return slot;
    }

    /**
     * Takes a body out of the world, and gives back what it holds. Its slot is free for another.
     *
     * @param from as given to the command
     * @param slot of the body
     * @throws IllegalStateException if there is none, if the world is not open, or on another thread
     * @throws IllegalArgumentException if {@code from} is of another simulation
     */
    public final void remove(Bodies from, int slot) {
        requireOpen(from);
        removeBody(slot);
    }

    private void removeBody(int slot) {
        B body = slots.require(slot);
        bodies.remove(slot);
        slots.remove(slot);
        // Finite, since a state with something in it that is not gets looked at body by body.
        pose(slot, 0, 0, 0, 0, 0, 0, 1);
        delete(body);
    }

    /**
     * Call this after moving a body by the engine's own means, so that readers never show it on the way there.
     *
     * @param of as given to the command
     * @param slot of the body
     * @throws IllegalStateException if there is none, if the world is not open, or on another thread
     * @throws IllegalArgumentException if {@code of} is of another simulation
     */
    public final void teleport(Bodies of, int slot) {
        requireOpen(of);
        B body = slots.require(slot);
        of.teleport(slot);
        rests[slot] = false;
        read(slot, body);
    }

    /**
     * The body of a slot.
     *
     * @param slot below the layout's capacity
     * @return null if it has none, or if the world is not open
     * @throws IllegalStateException on another thread than the physics thread
     * @throws IllegalArgumentException for a slot beyond the capacity
     */
    @SuppressWarnings("exports") // See module-info.
    public final @Nullable B body(int slot) {
        return isOurs() ? slots.body(slot) : null;
    }

    /**
     * The slot of a body.
     *
     * @param body any
     * @return {@link PhysicsException#NO_SLOT} if it has none, or if the world is not open
     * @throws IllegalStateException on another thread than the physics thread
     */
    public final int slot(Object body) {
        return isOurs() ? slots.of(body) : PhysicsException.NO_SLOT;
    }

    @Override
    public final StateLayout layout() {
        return layout;
    }

    @Override
    public final void setUp(PhysicsContext context) {
        Objects.requireNonNull(context, "context must not be null");
        if (!physicsThread.compareAndSet(null, Thread.currentThread())) {
            Thread runner = physicsThread.get();
            if (runner == Thread.currentThread()) {
                refused = true;
            }
            throw new IllegalStateException("world " + this + " is run by " + runner
                    + " already; close its service or stepper first, or make another world");
        }
        bodies = context.bodies();
        open();
        open = true;
        try {
            build(bodies);
        } catch (Throwable t) {
            suppressReported(t);
            throw t;
        }
        throwReported();
    }

    @Override
    public final void run(Command command, PhysicsContext context) throws Exception {
        Objects.requireNonNull(context, "context must not be null");
        enter(context.bodies());
        Objects.requireNonNull(command, "command must not be null");
        long number = ++commands;
        try {
            command.run(context);
            if (open) {
                throwReported();
            }
        } catch (Throwable t) {
            suppressReported(t);
            undo(number, t);
            throw t;
        }
    }

    /** Removes what was added since a command began. */
    private void undo(long command, Throwable cause) {
        for (int slot = slots.count() - 1; slot >= 0; slot--) {
            if (addedAt[slot] >= command && slots.body(slot) != null) {
                try {
                    removeBody(slot);
                } catch (RuntimeException e) {
                    cause.addSuppressed(e);
                }
            }
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
    public final void step(Tick tick) {
        Objects.requireNonNull(tick, "tick must not be null");
        enter(tick.bodies());
        events = tick.events();
        try {
            beforeStep(tick);
            simulate(tick);
        } catch (Throwable t) {
            suppressReported(t);
            throw t;
        }
        throwReported();
        int count = slots.count();
        for (int slot = 0; slot < count; slot++) {
            B body = slots.body(slot);
            if (body != null) {
                boolean asleep = asleep(body);
                // Once more after it fell asleep, since it may have moved in that very step.
                if (!asleep || !rests[slot]) {
                    read(slot, body);
                }
                rests[slot] = asleep;
            }
        }
    }

    @Override
    public void write(StateWriter state) {
        poses.write(Objects.requireNonNull(state, "the state to write to must not be null"), slots.count());
    }

    @Override
    public final void close() {
        Thread runner = physicsThread.get();
        if (runner != null && runner != Thread.currentThread() && runner.isAlive()) {
            throw refusal(runner);
        }
        if (refused) {
            refused = false;
            return;
        }
        physicsThread.set(Thread.currentThread());
        open = false;
        try {
            for (int slot = 0; slot < slots.count(); slot++) {
                B body = slots.body(slot);
                if (body != null) {
                    delete(body);
                }
            }
        } finally {
            slots.clear();
            bodies = null;
            try {
                release();
            } finally {
                physicsThread.set(null);
            }
        }
    }

    /**
     * A stepper may have passed to another thread, and the world goes with it. The bodies know: they refuse every
     * thread but the publisher's while that one lives.
     */
    private void enter(Bodies given) {
        Thread runner = physicsThread.get();
        if (runner != null && runner != Thread.currentThread()) {
            if (given == null || given != bodies) {
                throw refusal(runner);
            }
            try {
                given.slots();
            } catch (IllegalStateException published) {
                throw refusal(runner);
            }
            physicsThread.set(Thread.currentThread());
        }
        refused = false;
    }

    /**
     * Whether the calling thread is the one that runs this world now.
     *
     * @return false on every other thread, and while the world is not open
     */
    protected final boolean isPhysicsThread() {
        return physicsThread.get() == Thread.currentThread();
    }

    /**
     * Refuses a call that would reach into the engine from another thread, or into a world that is gone. Belongs at the
     * beginning of every accessor of an adapter.
     *
     * @throws IllegalStateException if the world is not open, or on another thread than the physics thread
     */
    protected final void requireOpen() {
        if (!isOurs() || !open) {
            throw new IllegalStateException("this world is not open; it is open from setUp to the end of its service");
        }
    }

    private void requireOpen(Bodies given) {
        requireOpen();
        if (given != bodies) {
            throw new IllegalArgumentException(
                    "bodies must be those of this simulation, were " + (given == null ? "null" : "another's")
                            + "; pass on what build, the command or tick.bodies() gave");
        }
    }

    /** False if the world is not open, and so has no bodies. */
    private boolean isOurs() {
        Thread runner = physicsThread.get();
        if (runner != Thread.currentThread() && runner != null) {
            throw refusal(runner);
        }
        return runner != null;
    }

    private static IllegalStateException refusal(Thread runner) {
        return new IllegalStateException("this world must be called on its physics thread, which is " + runner
                + ", was called on " + Thread.currentThread()
                + "; call it in a command, by submit(...) or call(...)");
    }
}
