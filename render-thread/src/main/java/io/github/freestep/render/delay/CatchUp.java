package io.github.freestep.render.delay;

/**
 * Decides how fast a picture catches up after late states. The picture starts fast and slows down evenly, so that it
 * has its usual delay after {@link #SPAN_NANOS}, or after {@link #LONG_SPAN_NANOS}. While states are late, it stays at
 * least the lag of the {@link PresentationClock} behind the newest state, and close to the window. So it follows the
 * states at about their own speed. All times are wall times. For one reader; allocates nothing.
 */
final class CatchUp {
    /**
     * How long the picture takes to have its usual delay again, once the states are on time. With half of it, judder
     * would be 3 to 13 % more, and frames would jump after a stall of 0.2 s.
     */
    private static final long SPAN_NANOS = 900_000_000;

    /** The same for a picture of which evenness counts more than age, until a state is late. */
    private static final long LONG_SPAN_NANOS = 3_000_000_000L;

    /**
     * The time in which the picture corrects its distance from the states. They come one by one, so the distance varies
     * by a gap all the time, and a shorter time would show that. With half of it, some frames moved further than a
     * picture of the newest state.
     */
    private static final double FOLLOW_NANOS = 80_000_000;

    boolean active;

    /** How much of that time is left. */
    private long leftNanos;

    /** The excess over the usual speed in the last frame. */
    private double excess;

    /** The greatest step of the newest state since the beginning, in simulation time. */
    private long fastestNanos;

    /** @param slowly whether evenness counts more than age */
    void begin(boolean slowly) {
        active = true;
        excess = 0;
        fastestNanos = 0;
        leftNanos = slowly ? LONG_SPAN_NANOS : SPAN_NANOS;
    }

    void end() {
        active = false;
    }

    /** Notes a step of the newest state, and returns the greatest since the beginning. */
    long fastestNanos(long stepNanos) {
        fastestNanos = Math.max(fastestNanos, stepNanos);
        return fastestNanos;
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
     * @param isStall whether they are later than a window and a bridge hide. If not, the picture never slows down to
     *     get that far from the newest state: D rises by what it waits for, and hides the next late state
     */
    double advanceNanos(
            long stepNanos, double behindNanos, double goneNanos, double roomNanos, boolean isLate, boolean isStall) {
        leftNanos = isLate ? SPAN_NANOS : leftNanos - stepNanos;
        double share = leftNanos <= stepNanos ? 1 : Math.min(1, 2.0 * stepNanos / leftNanos);
        double follow = Math.min(1, stepNanos / FOLLOW_NANOS);
        double behind = Math.max(0, behindNanos);
        // If the usual delay falls just before the end, the picture does not make up for that in one frame.
        double most = Math.max(stepNanos, behind * follow);
        // A thread that works off a backlog is fast until the end, and the window then is far ahead. Without a limit of
        // the acceleration, one frame moved by 447 ms, and the newest state by at most 379.
        double before = excess * stepNanos;
        double gone = Math.min(goneNanos * follow, before + (goneNanos * follow - before) * follow);
        double back = Math.max(Math.min(behind * share, most), gone);
        double room = isStall ? roomNanos : Math.max(0, roomNanos);
        double moves = isLate ? Math.min(back, room * follow) : back;
        excess = stepNanos == 0 ? excess : Math.max(0, moves / stepNanos);
        return Math.max(0, stepNanos + moves);
    }
}
