package io.github.freestep.render.trace;

/**
 * What the physics thread did for a tick. Immutable.
 *
 */
record Work(long tick, long dueNanos, long startedNanos, long endedNanos) {
    long stepNanos() {
        return endedNanos - startedNanos;
    }

    long lateNanos() {
        return endedNanos - dueNanos;
    }
}
