package io.github.freestep.render.server;

/**
 * Bounds how old the pictures may be at which a player shoots, so that a client cannot choose a time for each shot.
 * Counts wall time, because that is what a link delays. Of one player, for the physics thread.
 *
 * <p>The usual age of a player's pictures is the least that its last shots had. It grows by a {@value #SHARE}th of the
 * time, but not beyond what the sender knows of the link. A picture may be older by {@link #SLACK_NANOS}. What is older
 * than that, because an outage has delayed the shot, takes credit, which a new player has, and which comes back by a
 * {@value #SHARE}th of the time. Nor may a picture be older than that of the shot before, because shots arrive in the
 * order in which they were sent.
 *
 * <p>Rejected: to use only what the sender knows of the link. A client reports that, and could report another round
 * trip with each datagram, so it would choose the time again.
 */
final class PictureTimes {
    private static final long SLACK_NANOS = 100_000_000;

    /** An outage of 0.3 s takes less: a shot that is repeated in vain then comes 0.45 s late. */
    private static final long MOST_CREDIT_NANOS = 500_000_000;

    private static final int SHARE = 25;

    /** For how long the ages of pictures say nothing after the server has stood still, or changed its scale. */
    private static final double UNSETTLED_NANOS = 1e9;

    private boolean hasShot;
    private double scale;
    private long tickNanos;
    private long shownNanos;
    private long usualNanos;
    private long creditNanos = MOST_CREDIT_NANOS;

    /** By how much the last shot was later than the slack allows, less the time since then. */
    private long lateNanos;

    /** Until when, in simulation time, pictures catch up, so that the usual age is not learned. */
    private long settledNanos = Long.MIN_VALUE;

    /**
     * Takes note that the server has stood still, or has another scale. The pictures of clients reach its newest state
     * meanwhile, so they are younger than usual, by nobody's choice.
     */
    void unsettle(long atNanos, double newScale) {
        settledNanos = atNanos + (long) (newScale * UNSETTLED_NANOS);
    }

    /**
     * Begins a shot. Returns the earliest simulation time that its picture may show.
     *
     * @param atNanos the simulation time of the tick
     * @param newScale simulation time per wall time
     * @param mostNanos how old pictures usually are, at most, as far as the sender knows
     */
    long earliest(long atNanos, double newScale, long mostNanos) {
        scale = newScale;
        long passed = hasShot ? wall(atNanos - tickNanos) : 0;
        tickNanos = atNanos;
        boolean isKnown = hasShot && atNanos >= settledNanos;
        usualNanos = isKnown ? Math.min(usualNanos + passed / SHARE, mostNanos) : mostNanos;
        creditNanos = Math.min(MOST_CREDIT_NANOS, creditNanos + passed / SHARE);
        lateNanos = Math.max(0, lateNanos - passed);
        long earliest = atNanos - (long) (scale * (usualNanos + SLACK_NANOS + lateNanos + creditNanos));
        return hasShot ? Math.max(shownNanos, earliest) : earliest;
    }

    private long wall(long simulationNanos) {
        return (long) (simulationNanos / scale);
    }

    /** Ends the shot, which is judged by the picture of a simulation time. */
    void judged(long nanos) {
        long age = wall(tickNanos - nanos);
        long late = Math.max(0, age - usualNanos - SLACK_NANOS);
        creditNanos -= Math.max(0, late - lateNanos);
        lateNanos = late;
        usualNanos = tickNanos < settledNanos ? usualNanos : Math.min(usualNanos, age);
        shownNanos = nanos;
        hasShot = true;
    }
}
