package io.github.freestep.render.trace;

/**
 * What the physics thread did for a tick. Immutable.
 *
 * @param missing whether ticks before this one are missing in the trace, and nothing is known of them
 */
record Work(long tick, long dueNanos, long startedNanos, long endedNanos, boolean missing) {
    long stepNanos() {
        return endedNanos - startedNanos;
    }

    long lateNanos() {
        return endedNanos - dueNanos;
    }
}
