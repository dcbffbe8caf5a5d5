package io.github.freestep.physics;

import io.github.freestep.state.Bodies;
import io.github.freestep.time.Ratio;
import java.util.Objects;

/**
 * What set-up and commands can reach: the running simulation, its bodies and its time. For the physics thread, during
 * the call that it is passed to; reused, so do not keep it. No method blocks or allocates.
 *
 * <p>Everything here is the same when a recording is replayed: a command that depends on nothing else does the same
 * again.
 */
public final class PhysicsContext {
    private final Simulation simulation;
    private final Bodies bodies;
    private final Ratio rate;
    private long tick;
    private long simulationNanos;

    PhysicsContext(Simulation simulation, Bodies bodies, Ratio rate) {
        this.simulation = simulation;
        this.bodies = bodies;
        this.rate = rate;
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
     * @return where to spawn, remove and teleport bodies
     */
    public Bodies bodies() {
        return bodies;
    }

    /**
     * Returns the running simulation, so that a command needs no reference to it. A replay makes a new simulation each
     * time it begins anew, and its commands find that one here. If the running simulation wraps another one, this finds
     * each of them: the outermost that is of the type.
     *
     * @param <W> the simulation's class, or an interface of it
     * @param type such as {@code Boxes.class}
     * @return the running simulation, or one that it {@linkplain Simulation#wrapped wraps}
     * @throws IllegalArgumentException if the running simulation is not of that type and wraps none that is
     */
    public <W> W world(Class<W> type) {
        Objects.requireNonNull(type, "type must not be null; pass the class of your simulation");
        for (Simulation world = simulation; world != null; world = world.wrapped()) {
            if (type.isInstance(world)) {
                return type.cast(world);
            }
        }
        throw new IllegalArgumentException("world must be asked for by a type of the running simulation, which is a "
                + simulation.getClass().getName() + ", was asked for as a " + type.getName()
                + "; a simulation that wraps another must return it from wrapped()");
    }

    /**
     * The tick rate, in ticks per second of simulation time.
     *
     * @return as the service or stepper was built with
     */
    public Ratio rate() {
        return rate;
    }

    /**
     * The number of the newest finished tick; in set-up, of the tick that the run begins at.
     *
     * @return from 0
     */
    public long tick() {
        return tick;
    }

    /**
     * The simulation time of {@link #tick}, in nanoseconds since the simulation began.
     *
     * @return nanoseconds of simulation time
     */
    public long simulationNanos() {
        return simulationNanos;
    }
}
