package io.github.freestep.physics.lockstep.sequencer;

/** Measures for how long the match waits for one player: without a break, and in all. */
final class PlayerWait {
    /** A longer wait is not caused by slow steps. */
    private static final long STANDSTILL_NANOS = 1_000_000_000;

    private boolean waits;
    private long sinceNanos;
    private long countedNanos;
    private long sumNanos;
    private long spanNanos;
    private double share;
    private boolean stands;

    /** Forgets what an earlier peer has caused. */
    void reset() {
        waits = false;
        sumNanos = 0;
    }

    /** Notes that the match waits. */
    void begin(long now) {
        if (!waits) {
            waits = true;
            sinceNanos = now;
            countedNanos = now;
        }
    }

    /** Notes that the match no longer waits. */
    void end(long now) {
        count(now);
        waits = false;
    }

    private void count(long now) {
        if (waits) {
            sumNanos += now - countedNanos;
            countedNanos = now;
        }
    }

    /** Ends a span of time, which the next three methods describe. */
    void endSpan(long now, long lengthNanos) {
        count(now);
        spanNanos = lengthNanos;
        share = (double) sumNanos / Math.max(1, lengthNanos);
        stands = nanos(now) > STANDSTILL_NANOS;
        sumNanos = 0;
    }

    /** Returns the length of the newest span. */
    long spanNanos() {
        return spanNanos;
    }

    /** Returns the share of the newest span in which the match waited; above 1 if the span was longer than given. */
    double share() {
        return share;
    }

    /** Returns whether the match had waited at the end of the span for longer than slow steps cause. */
    boolean stands() {
        return stands;
    }

    /** Returns for how long the match has waited without a break; 0 if it does not wait. */
    long nanos(long now) {
        return waits ? now - sinceNanos : 0;
    }

    /** Does not count a time in which no peer could be heard. */
    void forgive(long nanos) {
        sinceNanos += nanos;
        countedNanos += nanos;
    }
}
