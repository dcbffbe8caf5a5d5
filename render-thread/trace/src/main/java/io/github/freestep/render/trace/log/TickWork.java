package io.github.freestep.render.trace.log;

/**
 * What the physics thread did for a tick, in nanoseconds of the states' clock. In a log, a tick that the sampler did not
 * acquire, although it kept the physics thread busy or began late.
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

    @Override
    public void pass(MotionHandler to) {
        to.tick(this);
    }
}
