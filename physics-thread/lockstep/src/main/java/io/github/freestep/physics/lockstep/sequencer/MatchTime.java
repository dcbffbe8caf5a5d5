package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.time.Ratio;
import java.nio.ByteBuffer;

/**
 * The sequencer's clock of a match: tick n is due at match time n * period. It advances with real time times the time
 * scale, and stands still in a pause and while the next tick is too late. The process of the sequencer asks for the
 * scale and for pauses; what it asks for begins with {@link #apply}.
 */
final class MatchTime {
    /** How late a tick may become before match time stands still. The time beyond that is dropped, not caught up. */
    static final long MAX_LATE_NANOS = 250_000_000;

    private final MatchRules rules;
    long matchNanos;
    private double fraction;
    private long updatedNanos;

    /** Whether the match has begun. */
    boolean runs;

    /** The match time at which the clock stops, {@link Long#MAX_VALUE} for never. */
    private long stopAt = Long.MAX_VALUE;

    private long cap = Long.MAX_VALUE;
    private Ratio scale = Ratio.ONE;

    /** The time scale that was asked for, and was checked. */
    Ratio wantedScale = Ratio.ONE;

    boolean isPaused;
    boolean wantsPause;

    MatchTime(MatchRules rules) {
        this.rules = rules;
    }

    void start(long now) {
        runs = true;
        updatedNanos = now;
    }

    void advance(long now) {
        if (!runs) {
            return;
        }
        double passed = (now - updatedNanos) * rate() + fraction;
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

    /** Sets when the next tick is due, which bounds how far the clock runs without it. */
    void nextDue(long match) {
        cap = match + MAX_LATE_NANOS;
    }

    /** Returns the real time at which match time reaches a value, {@link Long#MAX_VALUE} if it doesn't. */
    long realNanos(long match) {
        if (!runs || match > Math.min(stopAt, cap)) {
            return Long.MAX_VALUE;
        }
        return updatedNanos + (long) Math.ceil((match - matchNanos - fraction) / rate());
    }

    /**
     * Begins and ends what was asked for.
     *
     * @param newest the newest tick that has a frame
     * @return whether the players must be sent the new rate
     */
    boolean apply(long newest) {
        boolean changes = wantsPause != isPaused || !wantedScale.equals(scale);
        if (wantsPause != isPaused) {
            isPaused = wantsPause;
            stopAt = isPaused ? nextMiddle(newest) : Long.MAX_VALUE;
        }
        scale = wantedScale;
        return changes;
    }

    /** Returns the middle of a tick, so that the clocks of the peers don't stop shortly before a tick is due. */
    private long nextMiddle(long newest) {
        long tick = newest;
        long half = rules.periodNanos() / 2;
        while (rules.dueNanos(tick) + half < matchNanos) {
            tick++;
        }
        return rules.dueNanos(tick) + half;
    }

    /** Returns match time per real time, except in a pause. */
    double rate() {
        return scale.toDouble();
    }

    /** Returns the real time between two ticks. */
    long realPeriodNanos() {
        return (long) (rules.periodNanos() / rate());
    }

    /** Writes the message for the players. */
    void write(ByteBuffer to) {
        long stamp = isPaused ? Math.max(matchNanos, stopAt) : matchNanos;
        Messages.writeRate(to, stamp, isPaused ? 0 : rate());
    }
}
