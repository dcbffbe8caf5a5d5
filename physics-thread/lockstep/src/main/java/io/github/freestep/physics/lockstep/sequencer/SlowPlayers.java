package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.MatchRules;
import org.jspecify.annotations.Nullable;

/**
 * Finds players who need a lower speed than {@link MatchRules#slowestSpeed}, because their steps take too long, or
 * because the match waits for them nearly all the time.
 */
final class SlowPlayers {
    /**
     * A match may wait for a player for this share of the time, even if it must not slow down. Otherwise short waits
     * would add up over a long match.
     */
    private static final double LEAST_WAIT = 0.1;

    private final SpeedControl speed;
    private final double slowest;
    private final long limitNanos;
    /** For each player, the time for which it was too slow. */
    private final double[] tooSlowNanos;

    SlowPlayers(MatchRules rules, SpeedControl speed) {
        this.speed = speed;
        slowest = rules.slowestSpeed();
        limitNanos = rules.silence().toNanos();
        tooSlowNanos = new double[rules.players()];
    }

    /** Forgets an earlier peer in a player's place. */
    void joins(int player) {
        tooSlowNanos[player] = 0;
    }

    /**
     * Adds the newest span of the wait for a player, who took part in it.
     *
     * @param stepNanos the mean cost of the player's steps
     * @param waited the share of the span in which the match waited; while it stands still, no wait is allowed
     * @return why the player must be removed; null if it may stay
     */
    @Nullable String problem(int player, long stepNanos, PlayerWait waited, double scale) {
        double lowest = speed.lowest(scale);
        double possible = speed.possible(stepNanos, scale);
        double allowedShare = waited.stands() ? 0 : Math.max(LEAST_WAIT, 1 - lowest);
        double tooSlow = possible < lowest ? 1 : Math.min(1, waited.share()) - allowedShare;
        tooSlowNanos[player] = Math.max(0, tooSlowNanos[player] + tooSlow * waited.spanNanos());
        return tooSlowNanos[player] < limitNanos ? null : reason(player, stepNanos, possible * Math.max(1, scale));
    }

    private String reason(int player, long stepNanos, double possible) {
        String limit = "the slowest speed is " + Math.round(slowest * 100) + " %, by the match settings";
        return "player " + player + " was too slow: "
                + (possible < slowest
                        ? "its steps take " + stepNanos / 1_000 + " us each, which allows " + Math.round(possible * 100)
                                + " % of the speed, and " + limit
                        : "the match waited for it most of the time, and " + limit);
    }
}
