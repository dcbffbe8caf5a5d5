package io.github.freestep.benchmarks.app.stress;

import java.util.function.LongSupplier;

/**
 * Measures how unevenly a reader's picture would move if each frame showed the newest state as it is. For one thread;
 * allocates nothing.
 */
final class NewestState {
    private final LongSupplier newestTick;
    private final double tickNanos;
    private long tick;
    private long moving;
    private double squares;

    /** Each call of {@code newestTick} returns the tick of the newest state; {@code tickNanos} is for scale 1. */
    NewestState(LongSupplier newestTick, double tickNanos) {
        this.newestTick = newestTick;
        this.tickNanos = tickNanos;
    }

    /** Counts a frame. Pass a {@code spanNanos} of 0 if simulation time has not passed since the last frame. */
    void add(long spanNanos) {
        long now = newestTick.getAsLong();
        if (spanNanos > 0) {
            double off = (now - tick) * tickNanos / spanNanos - 1;
            squares += off * off;
            moving++;
        }
        tick = now;
    }

    /** Returns the judder since the last reset, in percent; NaN if nothing moved. */
    double judderPercent() {
        return 100 * Math.sqrt(squares / moving);
    }

    void reset() {
        squares = 0;
        moving = 0;
    }
}
