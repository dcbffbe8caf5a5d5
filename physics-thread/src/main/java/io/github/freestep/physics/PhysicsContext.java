package io.github.freestep.physics;

import io.github.freestep.internal.HasInside;
import io.github.freestep.internal.problem.Reporter;
import io.github.freestep.physics.input.ContextInside;
import io.github.freestep.physics.input.InputValues;
import io.github.freestep.state.Bodies;
import io.github.freestep.time.TimeAnchor;
import java.util.Objects;

/**
 * Gives set-up and commands access to the running simulation, its bodies and its time. For the thread that makes the
 * call to which it is passed, and only during that call. Reused, so do not keep it. No method blocks or allocates.
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
public final class PhysicsContext extends HasInside<ContextInside> {
    private final Simulation simulation;
    private final Bodies bodies;
    private long tick;
    private long simulationNanos;

    /**
     * Creates a context.
     *
     * @param anchor says whether time is paused, for a replay whose next step may never come. Not for users: a replay
     *     of a command has other pauses than the recorded run
     */
    PhysicsContext(Simulation simulation, Bodies bodies, InputValues input, TimeAnchor anchor, Reporter problems) {
        super(new ContextInside(input, anchor, problems));
        this.simulation = simulation;
        this.bodies = bodies;
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
