package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.time.Ratio;
import java.nio.ByteBuffer;

/**
 * How fast match time runs: the time scale and the pause that the host has asked for. The methods that change it return
 * whether the players must be sent the new rate.
 */
final class MatchRate {
    private static final long MAX_SCALE = 1_000;

    private final MatchRules rules;
    private final MatchTime time;
    private Ratio scale = Ratio.ONE;
    private boolean paused;

    MatchRate(MatchRules rules, MatchTime time) {
        this.rules = rules;
        this.time = time;
    }

    boolean isPaused() {
        return paused;
    }

    /**
     * Pauses or resumes.
     *
     * @param newest the newest tick that has a frame
     */
    boolean pause(boolean pauses, long newest) {
        boolean changes = pauses != paused;
        paused = pauses;
        if (changes) {
            time.stopAt(pauses ? nextMiddle(newest) : Long.MAX_VALUE);
        }
        return changes;
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
        time.rate(rate());
        return changes;
    }

    /** Returns match time per real time, except in a pause. */
    double rate() {
        return (double) scale.numerator() / scale.denominator();
    }

    /** Returns the real time between two ticks. */
    long realPeriodNanos() {
        return (long) (rules.periodNanos() / rate());
    }

    /** Writes the message for the players. */
    void write(ByteBuffer to) {
        long stamp = isPaused() ? Math.max(time.matchNanos(), time.stop()) : time.matchNanos();
        Messages.writeRate(to, stamp, isPaused() ? 0 : rate());
    }
}
