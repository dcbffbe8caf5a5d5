package io.github.freestep.benchmarks.scenes;

/**
 * Whether a sampler may be blending out the error of a bridge, as far as can be told from outside. A body that began a new life
 * in the newest state stands while the others are bridged, and what it has missed is blended out like any other error; so is
 * what another was carried beyond its end. For the thread of the sampler.
 *
 * <p>An error is taken back evenly over three gaps, unless another bridge comes before, whose error then includes what is
 * left of it.
 */
final class Blending {
    private static final int GAPS = 3;

    /** What is left of 100 m is within rounding then. */
    private static final double FADED = 1e-6;

    private boolean bridged;
    private long bridgedTick;
    private double bridgedNanos;
    private double bridgedOlderNanos;
    private double bridgedGapNanos;
    private double heldNanos;

    private boolean active;
    private double sinceNanos;
    private double untilNanos = Double.NEGATIVE_INFINITY;

    /** How much is left of the errors that there were when the recent ones began to be noted. */
    private double left;

    private double recentGapNanos;
    private double recentLagNanos;
    private long recentTick;
    private double widestGapNanos;
    private double lagNanos;
    private long lagTick;

    /** Every frame, in order. */
    void see(View view) {
        if (bridged) {
            mayBegin(view);
        }
        active = view.simulationNanos < untilNanos;
        bridged = view.alpha > 1;
        bridgedTick = view.olderTick;
        bridgedNanos = view.simulationNanos;
        bridgedOlderNanos = view.olderNanos;
        bridgedGapNanos = view.gapNanos();
        heldNanos = view.simulationNanos - view.shownNanos;
    }

    private void mayBegin(View view) {
        boolean another = bridgedNanos >= untilNanos;
        left *= another ? 0 : (untilNanos - bridgedNanos) / (untilNanos - sinceNanos);
        sinceNanos = bridgedNanos;
        untilNanos = Math.max(untilNanos, bridgedNanos + GAPS * Math.max(bridgedGapNanos, view.gapNanos()));
        if (left < FADED) {
            forget(another);
        }
        // What was bridged is compared with what lies in between, which may be one wide gap.
        recentGapNanos = Math.max(recentGapNanos, view.newerNanos - bridgedOlderNanos);
        recentLagNanos = Math.max(recentLagNanos, heldNanos);
        widestGapNanos = Math.max(widestGapNanos, recentGapNanos);
        lagNanos = Math.max(lagNanos, recentLagNanos);
    }

    /** What was noted last but one is within rounding now; or else all of it is. */
    private void forget(boolean all) {
        lagTick = all ? bridgedTick : recentTick;
        widestGapNanos = all ? 0 : recentGapNanos;
        lagNanos = all ? 0 : recentLagNanos;
        recentTick = bridgedTick;
        recentGapNanos = 0;
        recentLagNanos = 0;
        left = 1;
    }

    boolean active() {
        return active;
    }

    /** Whether a body of that birth may be shown where it was earlier. */
    boolean delays(long birthTick) {
        return active && (birthTick > lagTick || lagNanos > 0);
    }

    /** By how much, at the most. */
    double longestDelayNanos() {
        return active ? widestGapNanos + lagNanos : 0;
    }

    /** The most that can lie between two states that had to do with the errors; zero without any. */
    double widestGapNanos() {
        return active ? widestGapNanos : 0;
    }

    /** By how much all bodies may lag, since they were held at the end of a bridge. */
    double lagNanos() {
        return active ? lagNanos : 0;
    }
}
