package io.github.freestep.physics.aeron;

import io.github.freestep.state.StateReader;

/**
 * Decides when the sender looks for the next state. A thread that looks every 100 us takes nine per cent of a core; one
 * that knows when the next state is due takes a third of that, and sends it as early.
 */
final class SendTimes {
    /** The driver must work this often to answer receivers, and input waits for it. Each look costs about 20 us. */
    private static final long STEP_NANOS = 2_000_000;

    /** How often to look around the time at which a state is due. */
    private static final long POLL_NANOS = 100_000;

    /** How long before that time to begin, because a park may end this much too late. */
    private static final long EARLY_NANOS = 150_000;

    /** How long after that time to go on. Then the state counts as missing, for example in a pause. */
    private static final long LATE_NANOS = 2_000_000;

    private long newestNanos;
    private long dueNanos;

    /** Computes when the next state is due, from the times at which the newest two were published. */
    void acquired(StateReader reader) {
        long published = reader.state(0).publishedNanos();
        long previous = reader.size() > 1 ? reader.state(1).publishedNanos() : newestNanos;
        newestNanos = published;
        dueNanos = published + (published - previous);
    }

    /** How long to wait before the next look. */
    long waitNanos(long nowNanos) {
        long untilDue = dueNanos - nowNanos;
        if (untilDue > EARLY_NANOS) {
            return Math.min(untilDue - EARLY_NANOS, STEP_NANOS);
        }
        return untilDue > -LATE_NANOS ? POLL_NANOS : STEP_NANOS;
    }
}
