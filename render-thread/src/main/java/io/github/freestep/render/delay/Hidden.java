package io.github.freestep.render.delay;

/**
 * How much lateness a window and a bridge can hide, in wall time. A window <i>covers</i> a lateness if it still has the
 * states to show with a D of that length. For one reader; allocates nothing.
 */
final class Hidden {
    /** D stays this much below what the window covers, because lateness varies a little. */
    private static final long RESERVE_NANOS = 200_000;

    /** What the window covers, without the {@link #spreadNanos}. */
    double coverNanos;

    /** The most that a window covers of stalls. */
    double stallCoverNanos;

    /** For how long motion can continue without a new state. */
    double bridgeNanos;

    /** A lateness up to this is never a stall, although a window of two covers none. */
    double gapNanos;

    /**
     * By how much the lead of frame times varies. With the smallest lead, a frame shows an older time than the others,
     * and the window must have its states. So D is shorter by this than what the window covers.
     */
    double spreadNanos;

    /** How late states may come, as a receiver knows it from single datagrams; 0 without a network. */
    double expectedNanos;

    /**
     * Measures a new window.
     *
     * @param unscaledNanos the simulation time that the window spans, minus the lag that {@link PresentationClock}
     *     explains. It is also the span of wall time at scale 1
     * @param windowNanos the same span in wall time at the scale in force
     * @param leastNanos the least lateness
     */
    void window(double unscaledNanos, double windowNanos, double leastNanos) {
        double spare = leastNanos - RESERVE_NANOS;
        coverNanos = windowNanos + spare;
        // In slow motion a window covers a long wall time. If stalls could make D that long, the picture would first
        // stand still for that time, and then follow each change of scale with that delay. So stalls never make D
        // longer than the window would cover at scale 1.
        stallCoverNanos = Math.min(unscaledNanos, windowNanos) + spare;
    }

    /** Takes what else the states of a new window say. */
    void states(double newBridgeNanos, double newGapNanos, double newExpectedNanos) {
        bridgeNanos = newBridgeNanos;
        gapNanos = newGapNanos;
        expectedNanos = newExpectedNanos;
    }

    /** Takes by how much the lead of frame times varies. */
    void spread(double nanos) {
        spreadNanos = nanos;
    }

    /** Limits a D to what the window covers. */
    double covered(double nanos) {
        return Math.max(0, Math.min(nanos, coverNanos - spreadNanos));
    }

    /** Whether the window covers a D of this length. */
    boolean covers(double nanos) {
        return nanos <= coverNanos - spreadNanos;
    }

    /**
     * The greatest lateness that a D and a bridge can hide together. A state that is later than this begins a stall.
     */
    double stallNanos() {
        return Math.max(coverNanos + bridgeNanos, gapNanos);
    }
}
