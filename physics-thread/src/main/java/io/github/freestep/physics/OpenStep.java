package io.github.freestep.physics;

import org.jspecify.annotations.Nullable;

/**
 * The newest step, to which the events of the simulation belong. It is known before there are events, because a thread
 * may ask for them in the middle of a step. For the thread that steps.
 */
final class OpenStep {
    /** The thread of the newest step; null before the first. */
    @Nullable Thread owner;

    long tick;
    long simulationNanos;

    /**
     * Begins a step. Events of the simulation belong to this tick from now on, and only the calling thread
     * may report them.
     */
    void begin(long newTick, long newSimulationNanos) {
        owner = Thread.currentThread();
        tick = newTick;
        simulationNanos = newSimulationNanos;
    }

    /** Lets the calling thread report events, because the world has moved to it. */
    void pass() {
        owner = owner == null ? null : Thread.currentThread();
    }
}
