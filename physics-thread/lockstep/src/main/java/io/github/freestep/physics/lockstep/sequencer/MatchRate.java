package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.time.Ratio;
import java.nio.ByteBuffer;

/**
 * How fast match time runs, and why: the requested time scale, the speed that all players can keep up with, and pauses.
 * The methods that change it return whether the players must be sent the new rate.
 */
final class MatchRate {
    private static final long MAX_SCALE = 1_000;

    private final MatchRules rules;
    private final MatchTime time;
    private final SpeedControl speed;
    private Ratio scale = Ratio.ONE;
    private boolean hostPauses;
    private boolean silencePauses;

    MatchRate(MatchRules rules, MatchTime time, SpeedControl speed) {
        this.rules = rules;
        this.time = time;
        this.speed = speed;
    }

    boolean isPaused() {
        return hostPauses || silencePauses;
    }

    /**
     * Pauses or resumes, because the host wants it.
     *
     * @param newest the newest tick that has a frame, as in the methods below
     */
    boolean pause(boolean pauses, long newest) {
        boolean before = isPaused();
        hostPauses = pauses;
        return changed(before, newest);
    }

    /** Pauses or resumes, because the match waits for a silent player or no longer does. */
    boolean silence(boolean pauses, long newest) {
        boolean before = isPaused();
        silencePauses = pauses;
        return changed(before, newest);
    }

    private boolean changed(boolean before, long newest) {
        if (before != isPaused()) {
            time.stopAt(before ? Long.MAX_VALUE : nextMiddle(newest));
        }
        return before != isPaused();
    }

    /** Returns the middle of a tick, so that the clocks of the peers don't stop shortly before a tick is due. */
    private long nextMiddle(long newest) {
        long tick = newest;
        long half = rules.periodNanos() / 2;
        while (rules.dueNanos(tick) + half < time.matchNanos()) {
            tick++;
        }
        return rules.dueNanos(tick) + half;
    }

    static void check(Ratio wanted) throws InvalidMessageException {
        if (wanted.numerator() > MAX_SCALE * wanted.denominator()
                || wanted.denominator() > MAX_SCALE * wanted.numerator()) {
            throw new InvalidMessageException(
                    "the time scale must be between 1/" + MAX_SCALE + " and " + MAX_SCALE + ", was " + wanted);
        }
    }

    /** Sets the time scale, which was checked. */
    boolean scale(Ratio wanted) {
        boolean changes = !wanted.equals(scale);
        scale = wanted;
        if (changes) {
            speedChanged();
        }
        return changes;
    }

    /** Returns the requested time scale. */
    double scale() {
        return (double) scale.numerator() / scale.denominator();
    }

    /** Runs match time at the new speed of the speed control. */
    void speedChanged() {
        time.rate(rate());
    }

    /** Returns match time per real time, except in a pause. */
    double rate() {
        return speed.speed() * scale.numerator() / scale.denominator();
    }

    /** Returns the real time between two ticks. */
    long realPeriodNanos() {
        return (long) (rules.periodNanos() / rate());
    }

    /** Writes the message for the players. */
    void write(ByteBuffer to) {
        long stamp = isPaused() ? Math.max(time.matchNanos(), time.stop()) : time.matchNanos();
        Messages.writeRate(to, stamp, isPaused() ? 0 : rate(), speed.speed(), speed.slowPlayer());
    }
}
