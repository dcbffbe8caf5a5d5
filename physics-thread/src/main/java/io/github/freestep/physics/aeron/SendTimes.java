package io.github.freestep.physics.aeron;

import io.github.freestep.state.StateReader;

/**
 * When the sender looks for the next state. A thread that looks every 100 us takes nine per cent of a core; one that
 * knows when the next state is due takes a third of that and is as quick.
 */
final class SendTimes {
    /** The driver must work this often to answer receivers, and input waits for it. Each look costs about 20 us. */
    private static final long STEP_NANOS = 2_000_000;

    /** How often to look around the time at which a state is due. */
    private static final long POLL_NANOS = 100_000;

    /** How long before that time to begin. A park ends about that late. */
    private static final long EARLY_NANOS = 150_000;

    /** How long after it to go on, before the state counts as missing, as in a pause. */
    private static final long LATE_NANOS = 2_000_000;

    private long newestNanos;
    private long dueNanos;

    /** Learns when the next state is due, from when the newest ones were published. */
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
