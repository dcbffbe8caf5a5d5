package io.github.freestep.physics.rooms.workers;

/** Measures how much work the ticks of a run take. For the thread of the worker. */
final class RunCost {
    private long workNanos;
    private long ticks;

    /** The work per tick. */
    double perTickNanos;

    private double tickNanos;

    /** Adds the work of a pass. */
    void add(long nanos, long steppedTicks) {
        workNanos += nanos;
        ticks += steppedTicks;
    }

    /** Ends the window of a measurement. Without ticks, the measurement continues. */
    void endWindow(double requestedTickNanos) {
        tickNanos = requestedTickNanos;
        if (ticks > 0) {
            perTickNanos = (double) workNanos / ticks;
            workNanos = 0;
            ticks = 0;
        }
    }

    /** Returns whether ticks take longer than they may, so that the run is too slow by itself. */
    boolean isTooSlow() {
        return perTickNanos > tickNanos;
    }

    /** Returns the part of a core that the run needs at full speed. */
    double demand() {
        return tickNanos == 0 ? 0 : perTickNanos / tickNanos;
    }
}
