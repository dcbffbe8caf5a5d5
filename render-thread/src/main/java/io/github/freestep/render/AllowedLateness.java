package io.github.freestep.render;

/**
 * Computes D, the allowed lateness: how late a state may be before motion continues without it, on top of the gap
 * between states. For one reader; allocates nothing.
 *
 * <p>D follows the lateness of the states. It does so slowly, because each change of D makes the motion on screen
 * faster or slower for a while. All spans are of wall time. A rate is the change of D per wall time: 0.02 means 20 ms
 * per second. The window <i>covers</i> a lateness if it still has the states to show with a D of that length.
 */
final class AllowedLateness {
    static final long ADAPTIVE = -1;

    private static final double SECOND_NANOS = 1e9;

    /**
     * Added to the greatest lateness. Lateness is measured when a tick ends, and a reader sees the
     * state a moment later.
     */
    private static final long MARGIN_NANOS = 300_000;

    /** D stays this much below what the window covers, because lateness varies a little. */
    private static final long RESERVE_NANOS = 200_000;

    /**
     * The greatest rate at which D is slewed. So while the picture moves without a jump, the time shown runs faster or
     * slower than simulation time by at most this share.
     */
    static final double FASTEST_SLEW = 0.02;

    /** The most lateness that D leaves to bridges. The longer a bridge lasts, the more wrong it can be. */
    private static final long MOST_LEFT_NANOS = 9_000_000;

    /** The share of a bridge that D relies on. The rest is for a state that is a little later than all before. */
    private static final double LEFT_OF_BRIDGE = 0.9;

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

    /** How long the initial allowed lateness holds. After that the reader has seen enough states. */
    private static final long INITIAL_NANOS = 1_000_000_000;

    /**
     * The fastest rise of D for a young reader, while a bridge hides the lateness. A rise this fast costs
     * 0.21 % judder.
     */
    private static final double YOUNG_RISE = 0.0021;

    /** The slowest fall of D for a young reader. */
    private static final double QUICK_FALL = 0.0042;

    /** In how many seconds of the last half minute a network must stall to justify a longer delay. */
    private static final int STALLS_THAT_COUNT = 3;

    /** If a window covers more than before by this factor, its states have moved apart. */
    private static final double MUCH_MORE = 1.5;

    /**
     * Extrapolated motion lags by only an eighth of a gap, and a bridge can hide only that much lateness in addition to
     * D. So D is longer by this share of the difference between the greatest and the least lateness. This prepares for
     * a tick that is later than all ticks of the last seconds.
     */
    private static final double SPARE_OF_SPREAD = 0.5;

    /**
     * If leads vary, the usual lead is known only roughly and moves up and down. D does not follow these moves, because
     * each of them would be visible. This is the distance from the wanted D that is left, as a share of the variation.
     */
    private static final double LEFT_OF_SPREAD = 1.0 / 8;

    final Lateness lateness = new Lateness();
    private final long fixedNanos;
    private final long initialNanos;
    private final boolean spares;

    private boolean begun;
    private double delayNanos;
    private double coverNanos;
    private double stallCoverNanos;
    private double bridgeNanos;
    private double gapNanos;
    private double spreadNanos;
    private double expectedNanos;

    /**
     * Creates a fixed D, or a D that adapts.
     *
     * @param nanos the fixed D; {@link #ADAPTIVE} for one that adapts
     * @param initialNanos the least value of an adaptive D during the first second
     * @param spares whether D is longer by {@link #SPARE_OF_SPREAD}, for extrapolated motion
     */
    AllowedLateness(long nanos, long initialNanos, boolean spares) {
        fixedNanos = nanos;
        this.initialNanos = initialNanos;
        this.spares = spares;
    }

    /** Jumps to the D that is wanted next, instead of slewing there. */
    void begin() {
        begun = false;
    }

    boolean adapts() {
        return fixedNanos < 0;
    }

    /** Skips time spent in a pause. No state is due in a pause, so lateness does not age. */
    void pass(long nanos) {
        // During a stall, advance() passes the time.
        if (!lateness.recovering()) {
            lateness.pass(nanos);
        }
    }

    /**
     * Sets what the window and a bridge can hide.
     *
     * @param unscaledNanos the simulation time that the window spans, minus the lag that {@link PresentationClock}
     *     explains. It is also the span of wall time at scale 1
     * @param windowNanos the same span in wall time at the scale in force
     * @param bridgedNanos for how long motion can continue without a new state
     * @param gapNanos the gap. A lateness up to this is never a stall, although a window of two covers none
     */
    void covers(double unscaledNanos, double windowNanos, double bridgedNanos, double gapNanos) {
        double spare = lateness.leastNanos() - RESERVE_NANOS;
        coverNanos = windowNanos + spare;
        // In slow motion a window covers a long wall time. If stalls could make D that long, the picture would first
        // stand still for that time, and then follow each change of scale with that delay. So stalls never make D
        // longer than the window would cover at scale 1.
        double stallCover = Math.min(unscaledNanos, windowNanos) + spare;
        if (stallCover > MUCH_MORE * stallCoverNanos) {
            lateness.admitStalls(stallCover);
        }
        stallCoverNanos = stallCover;
        bridgeNanos = bridgedNanos;
        this.gapNanos = gapNanos;
    }

    /**
     * Sets by how much the lead of frame times varies. With the smallest lead, a frame shows an older time than the
     * others, and the window must have its states. So D is shorter by this than what the window covers.
     */
    void spread(long nanos) {
        spreadNanos = nanos;
    }

    /**
     * Sets how late states may come, as a receiver knows it from single datagrams; 0 without a network. D is ready for
     * that, less what a bridge hides. Only the lateness of states counts in full.
     */
    void expects(long nanos) {
        expectedNanos = nanos;
    }

    /** Records how late a state was. Returns whether it was late because of a stall. */
    boolean measure(long lateNanos) {
        lateness.add(lateNanos, stallNanos());
        return adapts() && lateness.recovering();
    }

    /** What D should be while the next state is overdue by a given time. */
    double wantNanos(long lateNanos) {
        boolean follows = adapts() && lateNanos <= stallNanos() && !lateness.recovering();
        return follows ? Math.max(usualNanos(), covered(lateNanos - leftNanos() + MARGIN_NANOS)) : usualNanos();
    }

    /** What D should be according to the states that have come. A state that is due and has not come is ignored. */
    double usualNanos() {
        if (!adapts()) {
            return covered(fixedNanos);
        }
        long initial = lateness.ageNanos() < INITIAL_NANOS ? initialNanos : 0;
        double most = Math.max(lateness.mostNanos(leftNanos()), expectedNanos - bridgeNanos);
        double spare = spares ? SPARE_OF_SPREAD * Math.max(0, most - lateness.leastNanos()) : 0;
        double covered = covered(Math.max(initial, most + spare + MARGIN_NANOS));
        boolean stallsOften = expectedNanos > 0 && lateness.stalls() >= STALLS_THAT_COUNT;
        return stallsOften ? Math.max(covered, stallCoverNanos - spreadNanos) : covered;
    }

    /**
     * How much of the greatest lateness D leaves to bridges. It is 0 for receivers, because a network delays several
     * states in a row, for a new reader, which has seen too little, for extrapolated motion, which needs bridges for
     * its guesses, and if a tenth of the states are later than half a gap, because ticks then queue.
     */
    private double leftNanos() {
        boolean coversAll = spares || expectedNanos > 0 || lateness.isNew() || lateness.oftenNanos() > gapNanos / 2;
        return coversAll ? 0 : Math.min(MOST_LEFT_NANOS, LEFT_OF_BRIDGE * bridgeNanos);
    }

    private double covered(double nanos) {
        return Math.max(0, Math.min(nanos, coverNanos - spreadNanos));
    }

    /**
     * The greatest lateness that a D and a bridge can hide together. A state that is later than this begins a stall.
     */
    double stallNanos() {
        return Math.max(coverNanos + bridgeNanos, gapNanos);
    }

    /** Moves D towards the wanted value, at a limited rate. The first call after {@link #begin} jumps there. */
    void slew(double want, long stepNanos) {
        double distance = want - delayNanos;
        if (!begun) {
            begun = true;
            delayNanos = want;
        } else if (Math.abs(distance) <= LEFT_OF_SPREAD * spreadNanos && covers(delayNanos)) {
            return;
        } else if (distance > 0) {
            delayNanos += Math.min(distance, clamp(riseRate(want), SLOWEST_RISE) * stepNanos);
        } else {
            double falls = Math.min(FASTEST_FALL, -distance / SECOND_NANOS / FALL_SECONDS);
            double rate = covers(delayNanos) ? falls : FASTEST_SLEW;
            delayNanos -= Math.min(-distance, clamp(rate, young() ? QUICK_FALL : SLOWEST_FALL) * stepNanos);
        }
    }

    private double riseRate(double want) {
        double distance = want - delayNanos;
        if (want >= coverNanos - spreadNanos) {
            // The window does not cover all of the lateness, and the bridge hides the rest. So the bridge cannot also
            // hide that D is still too short. D then rises at a fixed rate, and does not slow down as it comes close.
            return UNCOVERED_RISE;
        }
        double rate = distance / SECOND_NANOS / RISE_SECONDS;
        return young() && distance <= bridgeNanos ? Math.min(rate, YOUNG_RISE) : rate;
    }

    /** A young reader has seen little, and what it has seen may be a cold start. */
    private boolean young() {
        return adapts() && lateness.ageNanos() < Lateness.NEW_NANOS;
    }

    private static double clamp(double rate, double least) {
        return Math.min(FASTEST_SLEW, Math.max(least, rate));
    }

    /** The current D. */
    double nanos() {
        return delayNanos;
    }

    /** Changes D at once. The caller ensures that the change is not visible. */
    void set(double nanos) {
        delayNanos = nanos;
    }

    /** Limits D to what the window covers, because the states for a longer D have left the window. */
    void cut() {
        delayNanos = Math.min(delayNanos, covered(delayNanos));
    }

    /** Whether the window covers a D of this length. */
    boolean covers(double nanos) {
        return nanos <= coverNanos - spreadNanos;
    }
}
