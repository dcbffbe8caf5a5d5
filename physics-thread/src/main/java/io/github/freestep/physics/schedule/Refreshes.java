package io.github.freestep.physics.schedule;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.time.Ratio;

/** Converts a count of display refreshes to exact time, without drift. For one thread. */
public final class Refreshes {
    /** Null before the first refresh. */
    private Timeline display;

    private long refreshes;

    /**
     * Adds refreshes to the count, and returns the time of the last one.
     *
     * @param refreshRate refreshes per second; another rate begins a new count
     * @param countableNanos the most time that the refreshes may add
     */
    public long count(Ratio refreshRate, int refreshCount, long now, long countableNanos) {
        Rates.require(refreshRate, "refreshRate");
        double periodNanos = 1e9 * refreshRate.denominator() / refreshRate.numerator();
        long most = (long) (countableNanos / periodNanos);
        if (refreshCount < 0 || refreshCount > most) {
            throw new IllegalArgumentException("refreshCount must be between 0 and " + most + ", was " + refreshCount
                    + "; pass the number of refreshes since the last call");
        }
        boolean counts = display != null && display.rate().equals(refreshRate);
        if (!counts || (refreshes + refreshCount) * periodNanos > Schedule.COUNTABLE_NANOS) {
            display = new Timeline(refreshRate, now);
            refreshes = 0;
        }
        refreshes += refreshCount;
        return now + Math.max(0, display.dueNanos(refreshes) - now);
    }
}
