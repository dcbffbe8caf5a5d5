package io.github.freestep.render;

/**
 * How far behind the clock a picture is, beside the gap between states: D, the lateness of states that nobody is to notice. For
 * one reader; allocates nothing.
 *
 * <p>D follows the lateness that is seen, and does so slowly, since each change of it warps the motion on screen. All spans
 * are of wall time.
 */
final class AllowedLateness {
    static final long ADAPTIVE = -1;

    private static final double SECOND_NANOS = 1e9;

    /** Publication is measured when a tick ends; a reader sees it a moment later. */
    private static final long MARGIN_NANOS = 300_000;

    /** What the window covers is used up to this, since lateness varies a little. */
    private static final long RESERVE_NANOS = 200_000;

    /** The clock never runs faster or slower than the timeline by more than this. */
    static final double FASTEST_SLEW = 0.02;

    /** D rises within about this: bridging covers what comes later meanwhile, so there is no hurry. */
    private static final double RISE_SECONDS = 1;

    private static final double SLOWEST_RISE = 0.001;
    private static final double UNCOVERED_RISE = 0.01;

    /** D falls within about this, or not at all where a like lateness comes back within seconds. */
    private static final double FALL_SECONDS = 4;

    private static final double SLOWEST_FALL = 0.0003;

    /**
     * How long a reader is young: much of what it sees is new, and a cold start does not last.
     */
    private static final long YOUNG_NANOS = 10_000_000_000L;

    /** How long an initial look-behind holds: after it, enough states were seen. */
    private static final long INITIAL_NANOS = 1_000_000_000;

    /** A young reader takes up lateness that a bridge hides no faster than this: the warp is worth 0.21 % judder. */
    private static final double YOUNG_RISE = 0.0021;

    /**
     * The least speed at which look-behind is given back that a young reader no longer needs, or that a single late
     * tick has left.
     */
    private static final double QUICK_FALL = 0.0042;

    /** So many stalls in half a minute are no accident any more, and are worth a look-behind. */
    private static final int STALLS_THAT_COUNT = 3;

    private final Lateness lateness = new Lateness();
    /**
     * Where motion is extrapolated there is only a small part of a gap left to bridge with. A tick later
     * than all of the last seconds is expected within this share of the spread of lateness.
     */
    private static final double SPARE_OF_SPREAD = 0.5;

    private final long fixedNanos;
    private final long initialNanos;

    private boolean sparing;
    private boolean begun;
    private boolean held;
    private double delayNanos;
    private double coverNanos;
    private double stallCoverNanos;
    private double bridgeNanos;

    /** Fixed, or {@link #ADAPTIVE} and then at first no less than the initial one. */
    AllowedLateness(long nanos, long initialNanos) {
        fixedNanos = nanos;
        this.initialNanos = initialNanos;
    }

    /** What is wanted next is taken as it is. */
    void begin() {
        begun = false;
    }

    /** Keeps more in reserve than the most lateness, by how much that varies. */
    void spare() {
        sparing = true;
    }

    boolean adapts() {
        return fixedNanos < 0;
    }

    void advance(long nowNanos) {
        lateness.advance(nowNanos);
    }

    /** Forgets part of the lateness after a change of scale, which makes the past lateness a worse forecast. */
    void renew() {
        lateness.renew();
    }

    /** Time in which nothing is due, and nothing is forgotten. */
    void pass(long nanos) {
        lateness.pass(nanos);
    }

    /**
     * What the window holds beyond what is shown, at scale 1 and as it is, and for how long motion can be carried on without
     * a new state.
     */
    void covers(double unscaledNanos, double windowNanos, double bridgedNanos) {
        double spare = lateness.leastNanos() - RESERVE_NANOS;
        coverNanos = windowNanos + spare;
        lateness.covers(coverNanos);
        // In slow motion a window lasts for long. A picture that is behind by all of that would stand still for as
        // long to get there, and would follow each change of scale as late.
        stallCoverNanos = Math.min(unscaledNanos, windowNanos) + spare;
        bridgeNanos = bridgedNanos;
    }

    /** Takes in how late a state was, and tells whether that was because of a stall. */
    boolean measure(long lateNanos) {
        lateness.add(lateNanos, stallNanos());
        return adapts() && lateness.recovering();
    }

    /** What D should be while the next state is so late already. */
    double wantNanos(long lateNanos) {
        boolean follows = adapts() && lateNanos <= stallNanos() && !lateness.recovering();
        return follows ? Math.max(usualNanos(), covered(lateNanos + MARGIN_NANOS)) : usualNanos();
    }

    /** By what has been late, and not by what is. */
    double usualNanos() {
        if (!adapts()) {
            return Math.max(0, Math.min(fixedNanos, coverNanos));
        }
        long initial = lateness.ageNanos() < INITIAL_NANOS ? initialNanos : 0;
        double most = lateness.mostNanos();
        double spare = sparing ? SPARE_OF_SPREAD * Math.max(0, most - lateness.leastNanos()) : 0;
        double covered = covered(Math.max(initial, most + spare + MARGIN_NANOS));
        return lateness.stalls() >= STALLS_THAT_COUNT ? Math.max(covered, stallCoverNanos) : covered;
    }

    /** The latest of the last seconds that was no stall. */
    long mostLateNanos() {
        return lateness.mostNanos();
    }

    private double covered(double nanos) {
        return Math.max(0, Math.min(nanos, coverNanos));
    }

    /** What is later than this can't be shown smoothly by any look-behind, bridged or not. */
    double stallNanos() {
        return coverNanos + bridgeNanos;
    }

    void slew(double want, long stepNanos) {
        double distance = want - delayNanos;
        held &= distance < 0;
        if (!begun) {
            begun = true;
            delayNanos = want;
        } else if (distance > 0) {
            delayNanos += Math.min(distance, clamp(riseRate(want), SLOWEST_RISE) * stepNanos);
        } else {
            double rate = delayNanos > coverNanos ? FASTEST_SLEW : -distance / SECOND_NANOS / FALL_SECONDS;
            delayNanos -= Math.min(-distance, clamp(rate, held || young() ? QUICK_FALL : SLOWEST_FALL) * stepNanos);
        }
    }

    private double riseRate(double want) {
        double distance = want - delayNanos;
        if (want >= coverNanos) {
            // The bridge is needed for lateness that the window does not cover, so none of it is spent here.
            return UNCOVERED_RISE;
        }
        double rate = distance / SECOND_NANOS / RISE_SECONDS;
        return young() && distance <= bridgeNanos ? Math.min(rate, YOUNG_RISE) : rate;
    }

    private boolean young() {
        return adapts() && lateness.ageNanos() < YOUNG_NANOS;
    }

    private static double clamp(double rate, double least) {
        return Math.min(FASTEST_SLEW, Math.max(least, rate));
    }

    /** D itself. */
    double nanos() {
        return delayNanos;
    }

    /** At once, where no reader shows it. */
    void set(double nanos) {
        delayNanos = nanos;
    }

    /** For how long the picture was held up; giving that back takes no longer. */
    void hold(double nanos) {
        delayNanos = nanos;
        held = true;
    }

    /** What the window is past can't be shown: from now on it is no longer than what is covered. */
    void cut() {
        delayNanos = Math.min(delayNanos, Math.max(0, coverNanos));
    }

    /** Whether so much could be kept for good. */
    boolean covers(double nanos) {
        return nanos <= coverNanos;
    }
}
