package io.github.freestep.physics;

import io.github.freestep.internal.HasInside;
import io.github.freestep.internal.Inside;
import io.github.freestep.physics.input.InputCollector;
import io.github.freestep.physics.journal.LivingBodies;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StatePublisher;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Gives set-up and commands access to the running simulation, its bodies and its time. For the thread that makes the
 * call to which it is passed, and only during that call. Reused, so do not keep it. No method blocks. Only {@link
 * #save}, {@link #saved} and {@link #restore} may allocate.
 *
 * <pre>{@code
 * physics.submit(c -> c.bodies().remove(slot));               // a command
 * physics.read(c -> c.world(Ball.class).score()).join();     // what the world has between two ticks
 * }</pre>
 *
 * <p>All values are the same when a recording is replayed, so a command that depends on nothing else has the same
 * effect again.
 */
@SuppressWarnings("exports") // Of the superclass, which users need not see.
public final class PhysicsContext extends HasInside<BooleanSupplier> {
    private final Simulation simulation;
    private final Bodies bodies;
    /** Null before the first restore, like the next. */
    private @Nullable LivingBodies living;

    private @Nullable LivingBodies before;
    private final int capacity;
    private final InputCollector inputs;
    private long tick;
    private long simulationNanos;

    /**
     * Creates a context.
     *
     * @param paused whether time is paused, for a replay whose next step may never come. Not for users: a replay of a
     *     command has other pauses than the recorded run
     */
    PhysicsContext(Simulation simulation, StatePublisher publisher, InputCollector inputs, BooleanSupplier paused) {
        super(paused);
        this.simulation = simulation;
        bodies = publisher.bodies();
        capacity = publisher.states().layout().capacity();
        this.inputs = inputs;
    }

    /** Moves this context to the time after a tick. */
    PhysicsContext at(long newTick, long newSimulationNanos) {
        tick = newTick;
        simulationNanos = newSimulationNanos;
        return this;
    }

    /**
     * The bodies of the running simulation.
     *
     * @return the object that spawns, removes and teleports bodies
     */
    public Bodies bodies() {
        return bodies;
    }

    /**
     * Returns the running simulation, so that a command needs no reference to it. In a replay, this is the replay's
     * simulation. A replay that starts again creates a new one. If the running simulation wraps another, this method
     * returns the outermost one that has the type. It also returns a {@linkplain Simulation#part part} of a simulation,
     * such as the scene of an engine's world.
     *
     * @param <W> the class of the simulation or scene, or an interface of it
     * @param type such as {@code Boxes.class}
     * @return the running simulation, one that it {@linkplain Simulation#wrapped wraps}, or a part of one
     * @throws IllegalArgumentException if the running simulation is not of that type, wraps none that is, and has no
     *     such part
     */
    public <W> W world(Class<W> type) {
        Objects.requireNonNull(type, "type must not be null; pass the class of your simulation");
        for (Simulation world = simulation; world != null; world = world.wrapped()) {
            if (type.isInstance(world)) {
                return type.cast(world);
            }
            W part = world.part(type);
            if (part != null) {
                return part;
            }
        }
        throw new IllegalArgumentException("type must be a type of the running simulation, which is a "
                + simulation.getClass().getName() + ", was " + type.getName()
                + "; a simulation that wraps another must return it from wrapped()");
    }

    /**
     * Saves the running simulation, the value of each input axis, and which bodies are alive and attached to which.
     *
     * @param out takes what {@link #restore} reads
     * @throws IOException if writing fails
     * @throws IllegalArgumentException if the simulation is not a {@link SavableSimulation}
     */
    public void save(DataOutput out) throws IOException {
        Objects.requireNonNull(out, "out must not be null; pass what takes the save");
        out.writeInt(inputs.axes());
        inputs.writeAxes(out);
        if (!Inside.of(bodies).isFilled()) {
            LivingBodies.write(bodies, out);
        }
        world(SavableSimulation.class).save(out);
    }

    /**
     * Returns the tick and all that {@link #save} writes, as the bytes of a saved game. Call it by {@code
     * physics.read(PhysicsContext::saved)}.
     *
     * @return what {@link PhysicsBuilder#startAt(byte[])} begins with
     * @throws IOException if the simulation cannot write
     * @throws IllegalArgumentException if the simulation is not a {@link SavableSimulation}
     */
    public byte[] saved() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeLong(tick());
        save(out);
        return bytes.toByteArray();
    }

    /**
     * Restores what {@link #save} has written, in a command or in that of {@link PhysicsBuilder#startAt}. Each axis has
     * the saved value until it is polled or pushed. If time runs, frames blend from the poses before to those after,
     * unless the world is that of an engine, or you call {@link Bodies#teleport} for each body. If this throws, axes
     * are as before. So are bodies and attachments, unless the adapter of an engine has failed halfway, as it says in
     * its own {@code restore}.
     *
     * @param in the save of a run with as many axes, and with a simulation that was set up in the same way
     * @throws IOException if the save cannot be read, or has another number of axes
     * @throws IllegalArgumentException if the simulation is not a {@link SavableSimulation}
     */
    public void restore(DataInput in) throws IOException {
        Objects.requireNonNull(in, "in must not be null; pass what save has written");
        try {
            int axes = in.readInt();
            if (axes != inputs.axes()) {
                throw new IOException("the save has " + axes + " axes, and this run "
                        + inputs.axes()
                        + "; pass what PhysicsContext.save has written, and set axes as in the saved run");
            }
            inputs.readAxes(in);
            SavableSimulation world = world(SavableSimulation.class);
            // Adapters of engines save and restore their bodies themselves.
            if (Inside.of(bodies).isFilled()) {
                world.restore(in);
            } else {
                restoreLives(world, in);
            }
        } catch (EOFException e) {
            throw new IOException("the saved world is damaged: it ends in the middle of a value; use another copy", e);
        }
        inputs.restoreAxes();
    }

    private void restoreLives(SavableSimulation world, DataInput in) throws IOException {
        if (living == null) {
            living = new LivingBodies(capacity);
            before = new LivingBodies(capacity);
        }
        living.read(in);
        before.note(bodies);
        try {
            living.restore(bodies);
            world.restore(in);
            living.attach(bodies);
        } catch (Throwable t) {
            before.restore(bodies);
            before.attach(bodies);
            throw t;
        }
    }

    /**
     * The number of the newest finished tick. During set-up, the number of the tick at which the run begins.
     *
     * @return the number, from 0
     */
    public long tick() {
        return tick;
    }

    /**
     * The simulation time of {@link #tick}.
     *
     * @return nanoseconds of simulation time since tick 0
     */
    public long simulationNanos() {
        return simulationNanos;
    }
}
