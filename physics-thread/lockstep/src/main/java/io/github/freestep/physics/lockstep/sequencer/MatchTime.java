package io.github.freestep.physics.lockstep.sequencer;

/**
 * The sequencer's clock of a match: tick n is due at match time n * period. It advances with real time times the rate,
 * and stands still in a pause and while the next tick is too late.
 */
final class MatchTime {
    /** How late a tick may become before match time stands still. The time beyond that is dropped, not caught up. */
    static final long MAX_LATE_NANOS = 250_000_000;

    private long matchNanos;
    private double fraction;
    private long updatedNanos;
    private boolean runs;
    private double rate = 1;
    private long stopAt = Long.MAX_VALUE;
    private long cap = Long.MAX_VALUE;

    void start(long now) {
        runs = true;
        updatedNanos = now;
    }

    /** Starts in a match that is as late as it may be at a tick. */
    void goOn(long now, long dueNanos) {
        start(now);
        nextDue(dueNanos);
        matchNanos = cap;
    }

    void advance(long now) {
        if (!runs) {
            return;
        }
        double passed = (now - updatedNanos) * rate + fraction;
        updatedNanos = now;
        long whole = (long) passed;
        fraction = passed - whole;
        long limit = Math.max(matchNanos, Math.min(stopAt, cap));
        if (matchNanos + whole >= limit) {
            matchNanos = limit;
            fraction = 0;
        } else {
            matchNanos += whole;
        }
    }

    long matchNanos() {
        return matchNanos;
    }

    /** Sets match time per real time, for a clock that runs. */
    void rate(double newRate) {
        rate = newRate;
    }

    double rate() {
        return rate;
    }

    /** Lets the clock run no further than to a match time. */
    void stopAt(long match) {
        stopAt = match;
    }

    /** Returns the match time at which the clock stops, {@link Long#MAX_VALUE} for never. */
    long stop() {
        return stopAt;
    }

    /** Sets when the next tick is due, which bounds how far the clock runs without it. */
    void nextDue(long match) {
        cap = match + MAX_LATE_NANOS;
    }

    /** Returns the real time at which match time reaches a value, {@link Long#MAX_VALUE} if it doesn't. */
    long realNanos(long match) {
        if (!runs || match > Math.min(stopAt, cap)) {
            return Long.MAX_VALUE;
        }
        return updatedNanos + (long) Math.ceil((match - matchNanos - fraction) / rate);
    }
}
