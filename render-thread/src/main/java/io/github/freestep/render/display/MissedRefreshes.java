package io.github.freestep.render.display;

/**
 * Recognises frames that a host makes late because the display has missed a refresh. For one reader; allocates nothing.
 *
 * <p>A host that waits for the display makes frames at even times. If the display misses a refresh, a later frame is
 * made late by exactly one of these times, and then displayed on time: it waited only for an older frame. A frame that
 * is late because the host stood still is late by any time. If that happens to be exactly one refresh, the frame is
 * displayed late, too. So the reports of such frames decide how the next one counts.
 */
final class MissedRefreshes {
    /** The largest distance from the even time, as a share of it, at which a frame is even. */
    private static final double NEAR = 0.1;

    private static final double LEARNS = 1.0 / 32;

    /** The share of even frames of a host that waits for an even display, and that of a host with a new rate. */
    private static final double MOST = 0.9;

    private static final double FEW = 0.5;

    /** Distances from the even time that are usual, in mean distances. */
    private static final double USUAL = 5;

    /** What a frame adds to the score if it was displayed on time, and what it subtracts otherwise. */
    private static final int RIGHT = 1;

    private static final int WRONG = 3;
    private static final int MOST_SCORE = 6;

    private double evenNanos;
    private double offNanos;
    private double share;
    private int score;

    /** Learns the time from the last frame to the next one. */
    void made(double step) {
        double off = Math.abs(step - evenNanos);
        boolean isEven = off <= NEAR * evenNanos;
        share += LEARNS * ((isEven ? 1 : 0) - share);
        if (isEven) {
            evenNanos += LEARNS * (step - evenNanos);
            offNanos += LEARNS * (off - offNanos);
        } else if (share < FEW) {
            evenNanos = step;
            offNanos = 0;
            share = FEW;
        }
    }

    /** Learns the time from one frame to the next, as they were made and as they were displayed. */
    void displayed(double step, double passed) {
        if (isLate(step)) {
            boolean isOnTime = passed < 1.5 * evenNanos;
            score = isOnTime ? Math.min(MOST_SCORE, score + RIGHT) : Math.max(0, score - WRONG);
        }
    }

    /** Whether a frame that comes this time after the last one is expected to be displayed on time. */
    boolean explain(double step) {
        return score > 0 && isLate(step);
    }

    private boolean isLate(double step) {
        return share >= MOST && Math.abs(step - 2 * evenNanos) <= USUAL * offNanos;
    }

    /** The usual time from frame to frame. */
    double evenNanos() {
        return evenNanos;
    }
}
