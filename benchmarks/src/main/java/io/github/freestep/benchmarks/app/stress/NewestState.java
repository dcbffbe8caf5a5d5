package io.github.freestep.benchmarks.app.stress;

import java.util.function.LongSupplier;

/**
 * Measures how unevenly a reader's picture would move if each frame showed the newest state as it is. For one thread;
 * allocates nothing.
 */
final class NewestState {
    /** The simulation is stalled if its newest state is older than two ticks by this much. */
    private static final double STALL_NANOS = 20_000_000;

    private final LongSupplier newestTick;
    private final double tickNanos;
    private long tick;

    /** Each call of {@code newestTick} returns the tick of the newest state; {@code tickNanos} is for scale 1. */
    NewestState(LongSupplier newestTick, double tickNanos) {
        this.newestTick = newestTick;
        this.tickNanos = tickNanos;
    }

    /**
     * Counts a frame. Pass a {@code spanNanos} of 0 if simulation time has not passed since the last frame.
     *
     * @return the error of the speed, as a share of the right speed; 0 if simulation time has not passed
     */
    double add(long spanNanos) {
        long now = newestTick.getAsLong();
        double off = 0;
        if (spanNanos > 0) {
            off = (now - tick) * tickNanos / spanNanos - 1;
        }
        tick = now;
        return off;
    }

    /**
     * Whether the simulation was stalled in the last frame: it had not published a state for a while, or has not caught
     * up yet.
     *
     * @param simulationNanos the simulation time of that frame
     */
    boolean isStalled(long simulationNanos) {
        return simulationNanos - tick * tickNanos > 2 * tickNanos + STALL_NANOS;
    }
}
