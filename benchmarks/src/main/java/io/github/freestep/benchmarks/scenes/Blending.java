package io.github.freestep.benchmarks.scenes;

/**
 * Whether a sampler may be blending out the error of a bridge, as far as can be told from outside. A body that began a new life in
 * the newest state stands while the others are bridged, and what it has missed is blended out like any other error; so is
 * what another was carried beyond its end. For the thread of the sampler.
 */
final class Blending {
    /** How many gaps a blend lasts. */
    private static final int GAPS = 3;

    private boolean bridged;
    private long bridgedTick;
    private double bridgedNanos;
    private double bridgedGapNanos;

    private double untilNanos = Double.NEGATIVE_INFINITY;
    private double sinceNanos;
    private double widestGapNanos;
    private long lagTick;
    private boolean active;

    /** Every frame, in order. */
    void see(View view) {
        double gap = Math.max(bridgedGapNanos, view.gapNanos());
        if (bridged) {
            boolean another = bridgedNanos > untilNanos;
            // Errors that are left of a blend before are part of this one.
            lagTick = another ? bridgedTick : Math.min(lagTick, bridgedTick);
            sinceNanos = another ? bridgedNanos - bridgedGapNanos : sinceNanos;
            widestGapNanos = another ? gap : Math.max(widestGapNanos, gap);
            untilNanos = Math.max(untilNanos, bridgedNanos + GAPS * gap);
        }
        active = view.simulationNanos < untilNanos;
        bridged = view.alpha > 1;
        bridgedTick = view.held() ? Long.MIN_VALUE : view.olderTick;
        bridgedNanos = view.simulationNanos;
        bridgedGapNanos = view.gapNanos();
    }

    boolean active() {
        return active;
    }

    /** Lives that began later than this may lag. */
    long lagTick() {
        return lagTick;
    }

    /** How much simulation time can lie between the oldest pose in the errors and what is shown. */
    double spanNanos(View view) {
        return active ? view.simulationNanos - sinceNanos + widestGapNanos : 0;
    }

    /** The most that lies between two states that had to do with this picture. */
    double widestGapNanos(View view) {
        return active || bridged ? Math.max(widestGapNanos, view.gapNanos()) : view.gapNanos();
    }
}
