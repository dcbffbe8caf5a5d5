package io.github.freestep.render;

/**
 * Decides how fast a picture catches up after late states. The picture starts fast and slows down evenly, so that it
 * has its usual delay after {@link #SPAN_NANOS}. While states are late, it stays at least the lag of the
 * {@link PresentationClock} behind the newest state, and close to the window. So it follows the states at about their
 * own speed. All times are wall times. For one reader; allocates nothing.
 */
final class CatchUp {
    /**
     * How long the picture takes to have its usual delay again, once the states are on time. With half of it, judder
     * would be 3 to 13 % more, and frames would jump after a stall of 0.2 s.
     */
    private static final long SPAN_NANOS = 900_000_000;

    /**
     * The time in which the picture corrects its distance from the states. They come one by one, so the distance varies
     * by a gap all the time, and a shorter time would show that. With half of it, some frames moved further than a
     * picture of the newest state.
     */
    private static final double FOLLOW_NANOS = 80_000_000;

    private boolean active;

    /** How much of {@link #SPAN_NANOS} is left. */
    private long leftNanos;

    boolean isActive() {
        return active;
    }

    void begin() {
        active = true;
        leftNanos = SPAN_NANOS;
    }

    void end() {
        active = false;
    }

    /**
     * How far to move in a frame. All distances are those of a picture that moves on by {@code stepNanos}.
     *
     * @param stepNanos the time since the frame before
     * @param behindNanos how far it is behind its usual delay
     * @param goneNanos how far it is behind the oldest state of the window. If positive, the picture shows a straight
     *     line, and returns to the window faster
     * @param roomNanos how far it may move until it is closer than the lag to the newest state
     * @param isLate whether states are still late
     */
    double advanceNanos(long stepNanos, double behindNanos, double goneNanos, double roomNanos, boolean isLate) {
        leftNanos = isLate ? SPAN_NANOS : leftNanos - stepNanos;
        double share = leftNanos <= stepNanos ? 1 : Math.min(1, 2.0 * stepNanos / leftNanos);
        double follow = Math.min(1, stepNanos / FOLLOW_NANOS);
        double behind = Math.max(0, behindNanos);
        // If the usual delay falls just before the end, the picture does not make up for that in one frame.
        double most = Math.max(stepNanos, behind * follow);
        double back = Math.max(Math.min(behind * share, most), goneNanos * follow);
        return Math.max(0, stepNanos + (isLate ? Math.min(back, roomNanos * follow) : back));
    }
}
