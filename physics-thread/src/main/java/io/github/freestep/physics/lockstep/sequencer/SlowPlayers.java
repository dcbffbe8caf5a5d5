package io.github.freestep.physics.lockstep.sequencer;

/**
 * Removes players who need a lower speed than {@link MatchRules#slowestSpeed}, because their steps take too long, or
 * because the match waits for them nearly all the time.
 */
final class SlowPlayers {
    /**
     * A match may wait for a player for this share of the time, even if it must not slow down. Otherwise short waits
     * would add up over a long match.
     */
    private static final double LEAST_WAIT = 0.1;

    private final Match match;
    private final SpeedControl speed;
    private final long limitNanos;

    SlowPlayers(Match match, SpeedControl speed) {
        this.match = match;
        this.speed = speed;
        limitNanos = match.rules().silence().toNanos();
    }

    /** Adds the time since the last call for each player who is too slow, and removes those over the limit. */
    void check(long sinceNanos, double scale) {
        double lowest = speed.lowest(scale);
        double allowedWait = Math.max(LEAST_WAIT, 1 - lowest) * sinceNanos;
        for (Seat seat : match.seats()) {
            double waited = Math.min(sinceNanos, seat.takeWaited(match.now()));
            if (!seat.isActive() || match.isPaused()) {
                continue;
            }
            double possible = speed.possible(seat.stepNanos(), scale);
            double sum = seat.tooSlow(possible < lowest ? sinceNanos : waited - allowedWait);
            if (sum >= limitNanos) {
                match.remove(
                        seat,
                        reason(
                                seat,
                                possible * Math.max(1, scale),
                                match.rules().slowestSpeed()));
            }
        }
    }

    private static String reason(Seat seat, double possible, double slowest) {
        String limit = "the slowest speed is " + Math.round(slowest * 100) + " %, by the match settings";
        return "player " + seat.player() + " was too slow: "
                + (possible < slowest
                        ? "its steps take " + seat.stepNanos() / 1_000 + " us each, which allows "
                                + Math.round(possible * 100) + " % of the speed, and " + limit
                        : "the match waited for it most of the time, and " + limit);
    }
}
