package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.time.Ratio;
import org.jspecify.annotations.Nullable;

/** The pauses and the time scale that the host has asked for. Limits the number and the length of pauses. */
final class RequestedTime {
    private final MatchRules rules;
    private boolean paused;
    private int pauses;
    private int pausedBy = Peer.NO_PLAYER;
    private long pausedSince;
    private Ratio scale = Ratio.ONE;

    RequestedTime(MatchRules rules) {
        this.rules = rules;
    }

    boolean isPaused() {
        return paused;
    }

    /** Returns the time scale that was requested last. */
    Ratio scale() {
        return scale;
    }

    void scale(Ratio wanted) {
        scale = wanted;
    }

    /**
     * Begins a pause, unless there is one: a further request must not make it longer. Pauses are counted for the match,
     * so a host who leaves and comes back gets no new ones.
     *
     * @param by the player who asks, {@link Peer#NO_PLAYER} for the server
     * @return why there is no pause, as a sentence for the player who asks; null if there is one
     */
    @Nullable String pause(int by, long now) {
        if (!paused && pauses >= rules.pauses()) {
            return "the match was paused " + pauses + " times, as often as the match settings allow";
        }
        if (!paused) {
            paused = true;
            pauses++;
            pausedBy = by;
            pausedSince = now;
        }
        return null;
    }

    void resume() {
        paused = false;
    }

    /** Ends a pause that has lasted as long as it may. */
    void expire(long now) {
        paused &= now - pausedSince < rules.longestPause().toNanos();
    }

    /** Ends the pause of a player who leaves. */
    void leaves(int player) {
        paused &= pausedBy != player;
    }

    /** Does not count a time in which no peer could be heard. */
    void forgive(long nanos) {
        pausedSince += nanos;
    }
}
