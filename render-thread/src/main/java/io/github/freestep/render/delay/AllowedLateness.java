package io.github.freestep.render.delay;

/**
 * The rule of D, the allowed lateness: how late a state may be before motion continues without it, on top of the gap
 * between states. It is a function of what was measured, and has no memory. Spans are of wall time. Rates are changes
 * of D per wall time: 0.02 means 20 ms per second.
 *
 * <p>Each millisecond of D makes every frame older by one, so it is paid for only if it buys more evenness than that is
 * worth. It buys two things. A state that is later than D is guessed on a bridge: D is at least so long that at most a
 * tenth of the states are. A state that is later than D and a bridge makes the picture stand still: D is long enough
 * for every lateness that {@linkplain Recurring recurs}, less {@link #LEFT_NANOS}, which bridges hide.
 *
 * @param fixedNanos the fixed D; negative for one that adapts
 * @param guesses whether all motion is extrapolated, so that bridges are needed for its guesses
 * @param isByFrames whether lateness is measured by the frames that have missed a state, so that no margin is needed
 */
public record AllowedLateness(long fixedNanos, boolean guesses, boolean isByFrames) {
    public static final long ADAPTIVE = -1;

    private static final double SECOND_NANOS = 1e9;

    /**
     * Added to the greatest lateness. Lateness is measured when a tick ends, and a reader sees the
     * state a moment later.
     */
    private static final long MARGIN_NANOS = 300_000;

    /**
     * The most lateness that D leaves to bridges. The longer a bridge lasts, the more wrong it can be: a ball that has
     * met the floor is off by what it has fallen since, and by what it should have risen.
     */
    private static final long LEFT_NANOS = 9_000_000;

    /**
     * If a tenth of the states are this late, ticks queue, and the next state may be much later than all before. Then
     * nothing is left to bridges, and less if almost so many are. Without this, steps that take 70 or 210 % of a tick
     * leave 2.2 % judder, because some frames stand still once in half a minute.
     */
    private static final long QUEUED_NANOS = 18_000_000;

    /** The share of a bridge that D relies on. The rest is for a state that is a little later than all before. */
    private static final double LEFT_OF_BRIDGE = 0.9;

    /** In how many seconds of the last half minute a network must stall to justify a longer delay. */
    private static final int STALLS_THAT_COUNT = 3;

    /**
     * Extrapolated motion lags by only an eighth of a gap, and a bridge can hide only that much lateness in addition to
     * D. So D is longer by this share of the difference between the greatest and the least lateness. This prepares for
     * a tick that is later than all ticks of the last seconds.
     */
    private static final double SPARE_OF_SPREAD = 0.5;

    /**
     * The greatest rate at which D is slewed. So while the picture moves without a jump, the time shown runs faster or
     * slower than simulation time by at most this share.
     */
    static final double FASTEST_SLEW = 0.02;

    /** D rises within about this time. It need not be faster, because bridging hides the lateness meanwhile. */
    private static final double RISE_SECONDS = 1;

    private static final double SLOWEST_RISE = 0.001;

    /** The rise of D while the lateness exceeds what the window covers. */
    private static final double UNCOVERED_RISE = 0.01;

    /** D falls within about this time, or not at all if the same lateness comes back within seconds. */
    private static final double FALL_SECONDS = 4;

    private static final double SLOWEST_FALL = 0.0003;

    /** The fastest fall of a D that the window covers. It costs 1 % judder. */
    private static final double FASTEST_FALL = 0.01;

    /**
     * The fastest rise of D for a new reader, while a bridge hides the lateness. A rise this fast costs
     * 0.21 % judder.
     */
    private static final double YOUNG_RISE = 0.0021;

    /** The slowest fall of D for a new reader: what it has seen may be a cold start. */
    private static final double QUICK_FALL = 0.0042;

    /**
     * If leads vary, the usual lead is known only roughly and moves up and down. D does not follow these moves, because
     * each of them would be visible. This is the distance from the wanted D that is left, as a share of the variation.
     */
    private static final double LEFT_OF_SPREAD = 1.0 / 8;

    boolean adapts() {
        return fixedNanos < 0;
    }

    private long marginNanos() {
        return isByFrames ? 0 : MARGIN_NANOS;
    }

    /** What D should be according to the states that have come. A state that is due and has not come is ignored. */
    double usualNanos(Lateness late, Hidden hidden) {
        if (!adapts()) {
            return hidden.covered(fixedNanos);
        }
        double most = Math.max(paidNanos(late, hidden), hidden.expectedNanos - hidden.bridgeNanos);
        double spare = guesses ? SPARE_OF_SPREAD * Math.max(0, most - late.leastNanos()) : 0;
        double covered = hidden.covered(Math.max(0, most + spare + marginNanos()));
        boolean stallsOften = hidden.expectedNanos > 0 && late.stalls() >= STALLS_THAT_COUNT;
        return stallsOften ? Math.max(covered, hidden.stallCoverNanos - hidden.spreadNanos) : covered;
    }

    /** What D should be while the next state is overdue by a given time. */
    double wantedNanos(Lateness late, Hidden hidden, long overdueNanos) {
        double usual = usualNanos(late, hidden);
        boolean follows = adapts() && overdueNanos <= hidden.stallNanos() && !late.stalled;
        double needed = overdueNanos - leftNanos(late, hidden) + marginNanos();
        return follows ? Math.max(usual, hidden.covered(needed)) : usual;
    }

    /**
     * The lateness that is worth its price. It is at most that of the last seconds. For receivers, that is what has
     * come twice, because a network that has become bad must be hidden within seconds: with the rule of services,
     * pauses of 100 ms each two seconds leave 16 instead of 6 % judder in their first 20 s.
     */
    private double paidNanos(Lateness late, Hidden hidden) {
        boolean isRemote = hidden.expectedNanos > 0;
        double recurs = isRemote ? late.twiceNanos() : late.recurringNanos() - leftNanos(late, hidden);
        double worth = Math.max(late.oftenNanos(), recurs);
        return late.isNew() ? late.mostNanos() : Math.min(late.mostNanos(), worth);
    }

    /**
     * How much lateness D leaves to bridges. It is 0 for receivers, because a network delays several states in a row,
     * for a new reader, which has seen too little, and for extrapolated motion.
     */
    private double leftNanos(Lateness late, Hidden hidden) {
        boolean coversAll = guesses || hidden.expectedNanos > 0 || late.isNew();
        double most = Math.min(LEFT_NANOS, QUEUED_NANOS - late.oftenNanos());
        return coversAll ? 0 : Math.max(0, Math.min(most, LEFT_OF_BRIDGE * hidden.bridgeNanos));
    }

    /**
     * Returns the D after a frame that lasted {@code stepNanos}: it moves to the wanted one at a limited rate.
     *
     * @param isOwed whether D is longer only because a pacer now lets frames begin later, so no lateness can come back
     */
    double slewed(double fromNanos, double wantedNanos, long stepNanos, Lateness late, Hidden hidden, boolean isOwed) {
        double distance = wantedNanos - fromNanos;
        if (Math.abs(distance) <= LEFT_OF_SPREAD * hidden.spreadNanos && hidden.covers(fromNanos)) {
            return fromNanos;
        }
        boolean isYoung = adapts() && late.ageNanos() < Lateness.NEW_NANOS;
        if (distance > 0) {
            return fromNanos + Math.min(distance, riseRate(wantedNanos, distance, isYoung, hidden) * stepNanos);
        }
        double falls = isOwed ? FASTEST_FALL : Math.min(FASTEST_FALL, -distance / SECOND_NANOS / FALL_SECONDS);
        double rate = hidden.covers(fromNanos) ? falls : FASTEST_SLEW;
        return fromNanos - Math.min(-distance, clamp(rate, isYoung ? QUICK_FALL : SLOWEST_FALL) * stepNanos);
    }

    private static double riseRate(double wantedNanos, double distance, boolean isYoung, Hidden hidden) {
        if (!hidden.covers(wantedNanos + 1)) {
            // The window does not cover all of the lateness, and the bridge hides the rest. So the bridge cannot also
            // hide that D is still too short. D then rises at a fixed rate, and does not slow down as it comes close.
            return UNCOVERED_RISE;
        }
        double rate = clamp(distance / SECOND_NANOS / RISE_SECONDS, SLOWEST_RISE);
        return isYoung && distance <= hidden.bridgeNanos ? Math.min(rate, YOUNG_RISE) : rate;
    }

    private static double clamp(double rate, double least) {
        return Math.min(FASTEST_SLEW, Math.max(least, rate));
    }
}
