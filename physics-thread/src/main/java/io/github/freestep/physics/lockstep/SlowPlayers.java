package io.github.freestep.physics.lockstep;

/**
 * Removes players who need a lower speed than {@link MatchSettings#slowestSpeed}, because their steps take too long, or
 * because the match waits for them nearly all the time.
 */
final class SlowPlayers {
    private final Match match;
    private final SpeedControl speed;
    private final double slowest;
    private final long limitNanos;

    SlowPlayers(Match match, SpeedControl speed) {
        this.match = match;
        this.speed = speed;
        slowest = match.settings().slowestSpeed();
        limitNanos = match.settings().silence().toNanos();
    }

    /** Counts the time since the last call. */
    void check(long sinceNanos, double scale) {
        for (Seat seat : match.seats()) {
            if (!seat.isActive() || match.isPaused()) {
                continue;
            }
            double possible = speed.possible(seat.stepNanos(), scale);
            double waited = Math.min(sinceNanos, seat.missingNanos(match.now()));
            double sum = seat.tooSlow(possible < slowest ? sinceNanos : waited - (1 - slowest) * sinceNanos);
            if (sum >= limitNanos) {
                match.remove(seat, reason(seat, possible));
            }
        }
    }

    private String reason(Seat seat, double possible) {
        String limit = "the slowest speed of the match settings is " + Math.round(slowest * 100) + " %";
        return "player " + seat.player() + " was too slow: "
                + (possible < slowest
                        ? "its steps take " + seat.stepNanos() / 1_000 + " us each, which allows "
                                + Math.round(possible * 100) + " % of the speed, and " + limit
                        : "the match waited for it most of the time, and " + limit);
    }
}
