package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.time.Ratio;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * How fast match time runs: the time scale and the pauses that the host asks for. Limits the number and the length of
 * pauses. What is asked for begins with {@link #apply}.
 */
final class MatchRate {
    private static final long MAX_SCALE = 1_000;

    private final MatchRules rules;
    private final MatchTime time;
    private Ratio scale = Ratio.ONE;
    private Ratio wantedScale = Ratio.ONE;
    private boolean paused;
    private boolean wantsPause;
    private int pauses;
    private int pausedBy = Peer.NO_PLAYER;
    private long pausedSince;

    MatchRate(MatchRules rules, MatchTime time) {
        this.rules = rules;
        this.time = time;
    }

    boolean isPaused() {
        return paused;
    }

    /**
     * Asks for a pause, unless there is one: a further request must not make it longer. Pauses are counted for the
     * match, so a host who leaves and comes back gets no new ones.
     *
     * @param by the player who asks, {@link Peer#NO_PLAYER} for the server
     * @return why there is no pause, as a sentence for the player who asks; null if there is one
     */
    @Nullable String pause(int by, long now) {
        if (!wantsPause && pauses >= rules.pauses()) {
            return "the match was paused " + pauses + " times, as often as the match settings allow";
        }
        if (!wantsPause) {
            wantsPause = true;
            pauses++;
            pausedBy = by;
            pausedSince = now;
        }
        return null;
    }

    void resume() {
        wantsPause = false;
    }

    /** Ends the pause of a player who leaves. */
    void leaves(int player) {
        wantsPause &= pausedBy != player;
    }

    /** Does not count a time in which no peer could be heard. */
    void forgive(long nanos) {
        pausedSince += nanos;
    }

    static void check(Ratio wanted) throws InvalidMessageException {
        if (wanted.numerator() > MAX_SCALE * wanted.denominator()
                || wanted.denominator() > MAX_SCALE * wanted.numerator()) {
            throw new InvalidMessageException(
                    "the time scale must be between 1/" + MAX_SCALE + " and " + MAX_SCALE + ", was " + wanted);
        }
    }

    /** Asks for a time scale, which was checked. */
    void scale(Ratio wanted) {
        wantedScale = wanted;
    }

    /**
     * Begins and ends what was asked for, and ends a pause that has lasted as long as it may.
     *
     * @param newest the newest tick that has a frame
     * @return whether the players must be sent the new rate
     */
    boolean apply(long newest, long now) {
        wantsPause &= now - pausedSince < rules.longestPause().toNanos();
        boolean changes = wantsPause != paused || !wantedScale.equals(scale);
        if (wantsPause != paused) {
            paused = wantsPause;
            time.stopAt(paused ? nextMiddle(newest) : Long.MAX_VALUE);
        }
        scale = wantedScale;
        time.rate(rate());
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
