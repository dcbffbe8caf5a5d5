package io.github.freestep.render.trace.log;

/**
 * What the physics thread did for a tick, in nanoseconds of the states' clock. A log of a stepper has only ticks that
 * took long.
 *
 * @param tick its number
 * @param dueNanos when it was due
 * @param startedNanos when the work on it began
 * @param endedNanos when that ended
 */
public record TickWork(long tick, long dueNanos, long startedNanos, long endedNanos) implements MotionEntry {
    /** How long the work took. */
    public long stepNanos() {
        return endedNanos - startedNanos;
    }

    /** How late the work ended. */
    public long lateNanos() {
        return endedNanos - dueNanos;
    }
}
