package io.github.freestep.physics;

import io.github.freestep.state.Bodies;
import io.github.freestep.time.Ratio;

/**
 * One step of a simulation: which tick, how long, and what came in. For the physics thread, during the step; reused.
 *
 * <p>A tick's length is the same in every step at the same rate, whatever the scale of time: that is what makes a run
 * repeatable. Only {@link OverloadPolicy#merge} makes it vary.
 */
public final class Tick {
    private final Ratio rate;
    private final Bodies bodies;
    private final EventSink events;

    private long number;
    private int mergedTicks;
    private long simulationNanos;
    private long dueNanos;
    private TickInput input;

    Tick(Ratio rate, Bodies bodies, EventSink events) {
        this.rate = rate;
        this.bodies = bodies;
        this.events = events;
    }

    void set(long number, int ticks, long simulationNanos, long dueNanos, TickInput input) {
        this.number = number;
        this.mergedTicks = ticks;
        this.simulationNanos = simulationNanos;
        this.dueNanos = dueNanos;
        this.input = input;
    }

    /**
     * The number of the tick that this step ends at.
     *
     * @return from 1, since tick 0 is the world as it was set up
     */
    public long number() {
        return number;
    }

    /**
     * The number of ticks that this step stands for.
     *
     * @return 1, unless the overload policy is to merge
     */
    public int mergedTicks() {
        return mergedTicks;
    }

    /**
     * The rate, in ticks per second of simulation time, for simulations that need a tick's length exactly.
     *
     * @return ticks per second of simulation time
     */
    public Ratio rate() {
        return rate;
    }

    /**
     * The length of this step, in seconds of simulation time.
     *
     * @return seconds, rounded once from the exact rate
     */
    public double dtSeconds() {
        return (double) (mergedTicks * rate.denominator()) / rate.numerator();
    }

    /**
     * The simulation time that this step ends at, in nanoseconds since the simulation began.
     *
     * @return nanoseconds since the simulation began
     */
    public long simulationNanos() {
        return simulationNanos;
    }

    /**
     * When this step was due, in nanoseconds of the service's clock. For measuring only: a simulation that depends on
     * it is not repeatable.
     *
     * @return a reading of the service's clock
     */
    public long dueNanos() {
        return dueNanos;
    }

    /**
     * What came in during this step's span of time.
     *
     * @return the input, in the order of its time
     */
    public TickInput input() {
        return input;
    }

    /**
     * Which bodies exist.
     *
     * @return where to spawn, remove and teleport bodies
     */
    public Bodies bodies() {
        return bodies;
    }

    /**
     * Where contacts and events of the simulation's own go.
     *
     * @return to be written to during the step
     */
    public EventSink events() {
        return events;
    }
}
