package io.github.freestep.physics.engine;

import io.github.freestep.physics.EventSink;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;

/**
 * Somebody's physics engine as a {@link Simulation}: gives its bodies slots, and tells their poses. For the physics thread
 * alone, as all simulations; a step allocates nothing here, and never blocks.
 *
 * <p>Whoever has a world extends an engine's adapter, and overrides {@link #build} and {@link #beforeStep}. Later on, bodies
 * come and go by commands: {@code physics.submit(bodies -> world.add(bodies, body))}. Whoever has an engine extends
 * this, and implements the methods below those two. For channels beside the pose, declare them in the layout, and override
 * {@link #write}.
 *
 * <p>A body belongs to the world from {@link #add} to {@link #remove} or the end, when what it holds is given back. Its slot,
 * which is its number in states and events, is its own for so long, and another's later.
 *
 * @param <B> the engine's bodies, told apart by {@code equals}
 */
public abstract class EngineSimulation<B> implements Simulation {
    private final StateLayout layout;
    private final Slots<B> slots;
    private final Poses poses;
    private final boolean[] rests;
    private EventSink events;
    private boolean open;

    /**
     * For a world of so many bodies.
     *
     * @param layout its capacity is how many bodies there can be at once
     */
    protected EngineSimulation(StateLayout layout) {
        this.layout = layout;
        slots = new Slots<>(layout.capacity());
        poses = new Poses(layout.capacity());
        rests = new boolean[layout.capacity()];
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
     * Puts a body into the engine's world.
     *
     * @param body from outside
     */
    protected abstract void insert(B body);

    /**
     * Takes a body out of the engine's world, and gives back what it holds.
     *
     * @param body that was inserted
     */
    protected abstract void delete(B body);

    /**
     * Moves the engine's world on by one tick, and tells of contacts by {@link #contact}.
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
     * Tells where a body is, by {@link #pose}. Called for bodies that may have moved.
     *
     * @param slot for {@code pose}
     * @param body that was inserted
     */
    protected abstract void read(int slot, B body);

    /** Gives back the world, which has no more bodies with a slot; also one that failed to open, as far as it came. */
    protected abstract void release();

    /**
     * Where a body is now. Overridden by whoever has a channel that depends on it, to take note, and to call this.
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
     * Tells those who listen that two bodies have come to touch; for {@link #simulate}.
     *
     * @param slotA of one body, {@link PhysicsException#NO_BODY} for what has none, such as the ground
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
     *
     * @param into as given to that
     * @param body made by the engine, not in its world yet
     * @return its slot
     * @throws IllegalStateException if it has one, if all are taken, or if the world is not open
     */
    public final int add(Bodies into, B body) {
        requireOpen();
        int slot = slots.next(body);
        insert(body);
        slots.put(slot, body);
        into.spawn(slot);
        rests[slot] = false;
        read(slot, body);
        return slot;
    }

    /**
     * Takes a body out of the world, and gives back what it holds. Its slot is free for another.
     *
     * @param from as given to the command
     * @param slot of the body
     * @throws IllegalStateException if there is none, or if the world is not open
     */
    public final void remove(Bodies from, int slot) {
        requireOpen();
        B body = slots.require(slot);
        from.remove(slot);
        slots.remove(slot);
        // Finite, since a state with something in it that is not gets looked at body by body.
        pose(slot, 0, 0, 0, 0, 0, 0, 1);
        delete(body);
    }

    /**
     * To be told after a body was put elsewhere by the engine's own means: it must not be seen on the way there.
     *
     * @param of as given to the command
     * @param slot of the body
     * @throws IllegalStateException if there is none, or if the world is not open
     */
    public final void teleport(Bodies of, int slot) {
        requireOpen();
        B body = slots.require(slot);
        of.teleport(slot);
        rests[slot] = false;
        read(slot, body);
    }

    /**
     * The body of a slot.
     *
     * @param slot below the layout's capacity
     * @return null if it has none
     */
    public final B body(int slot) {
        return slots.body(slot);
    }

    /**
     * The slot of a body.
     *
     * @param body any
     * @return {@link PhysicsException#NO_BODY} if it has none
     */
    public final int slot(Object body) {
        return slots.of(body);
    }

    @Override
    public final StateLayout layout() {
        return layout;
    }

    @Override
    public final void setUp(Bodies into) {
        open();
        open = true;
        build(into);
    }

    @Override
    public final void step(Tick tick) {
        events = tick.events();
        beforeStep(tick);
        simulate(tick);
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
        poses.write(state, slots.count());
    }

    @Override
    public final void close() {
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
            release();
        }
    }

    /**
     * For what would reach into a world that is gone.
     *
     * @throws IllegalStateException if the world is not open
     */
    protected final void requireOpen() {
        if (!open) {
            throw new IllegalStateException(
                    "this world is not open; it is from setUp to the end of its service, on the physics thread");
        }
    }
}
