package io.github.freestep.physics;

import io.github.freestep.state.Bodies;
import io.github.freestep.time.Ratio;
import java.util.function.Supplier;

/**
 * One step of a simulation: the number of its tick, its length and its input. For the physics thread, during the step.
 * Do not keep it, because it is reused for the next step.
 *
 * <pre>{@code
 * public void step(Tick tick) {
 *     x += tick.input().axis(WALK) * SPEED * tick.dtSeconds();
 *     if (x > DOOR) {
 *         tick.events().user(OPENED, 0, State.NO_SLOT, x, 0, 0, tick.number());
 *     }
 * }
 * }</pre>
 *
 * <p>All steps have the same length, whatever the time scale, so that a run is repeatable.
 */
public final class Tick {
    private final Ratio rate;
    private final Bodies bodies;
    private final Supplier<EventSink> events;
    private final TickInput input;

    private long number;
    private long simulationNanos;
    private long dueNanos;

    Tick(Ratio rate, Bodies bodies, Supplier<EventSink> events, TickInput input) {
        this.rate = rate;
        this.bodies = bodies;
        this.events = events;
        this.input = input;
    }

    void begin(long number, long simulationNanos, long dueNanos) {
        this.number = number;
        this.simulationNanos = simulationNanos;
        this.dueNanos = dueNanos;
    }

    /**
     * Returns the number of the tick at which this step ends.
     *
     * @return from 1, since tick 0 is the world after its set-up
     */
    public long number() {
        return number;
    }

    /**
     * Returns the tick rate. For simulations that need the exact length of a tick.
     *
     * @return ticks per second of simulation time
     */
    public Ratio rate() {
        return rate;
    }

    /**
     * Returns the length of this step.
     *
     * @return seconds of simulation time, rounded once from the exact rate
     */
    public double dtSeconds() {
        return (double) rate.denominator() / rate.numerator();
    }

    /**
     * Returns the simulation time at which this step ends.
     *
     * @return nanoseconds of simulation time since tick 0
     */
    public long simulationNanos() {
        return simulationNanos;
    }

    /**
     * Returns when this step was due. For measuring only: a simulation that depends on it is not repeatable.
     *
     * @return a reading of the service's clock, in nanoseconds
     */
    public long dueNanos() {
        return dueNanos;
    }

    /**
     * Returns the input of this step.
     *
     * @return the axes, and the inputs in this step's span in the order of time
     */
    public TickInput input() {
        return input;
    }

    /**
     * Returns the set of bodies that exist.
     *
     * @return the object that spawns, removes and teleports bodies
     */
    public Bodies bodies() {
        return bodies;
    }

    /**
     * Returns the sink for contacts and for events of the simulation. The first call makes it. That call
     * and the first event load a class each, which takes about 1 ms in a fresh JVM.
     *
     * @return the sink, to which the simulation writes during the step
     */
    public EventSink events() {
        return events.get();
    }
}
