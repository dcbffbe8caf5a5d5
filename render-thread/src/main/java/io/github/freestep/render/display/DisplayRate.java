package io.github.freestep.render.display;

/**
 * Learns the refresh period of a display from the times between frames on it: the longest one of which nearly all these
 * times are multiples. A loop that falls to half its rate keeps the learned period. A display with a variable rate has
 * none. For one thread; allocates nothing once made.
 */
final class DisplayRate {
    /** Enough for a loop that alternates between one refresh and two, few enough to follow a new display. */
    private static final int KEPT = 128;

    private static final int EVERY = 32;

    /** No display is faster than 2000 Hz. A shorter time between two frames is that of a torn frame. */
    private static final double LEAST_NANOS = 500_000;

    /** A loop that never shows a frame for one refresh, but for two and three, has a period of half the least time. */
    private static final int MOST_REFRESHES = 4;

    private static final double OFF = 0.1;
    private static final double MOST_MISFITS = 0.1;

    /** A new period that is longer than the one before by this much is that of another display, or of a slower loop. */
    private static final double LONGER = 1.5;

    private static final int FEW = 3;

    private final long[] intervals = new long[KEPT];
    private final long[] sorted = new long[KEPT];
    private long count;
    private long usualNanos;
    private double periodNanos;

    /** Adds the time between two frames that the display showed one after the other. */
    void add(long nanos) {
        intervals[(int) (count++ % KEPT)] = nanos;
        if (count % EVERY == 0) {
            learn((int) Math.min(count, KEPT));
        }
    }

    private void learn(int known) {
        for (int i = 0; i < known; i++) {
            insert(intervals[i], sorted, i);
        }
        usualNanos = sorted[known / 2];
        // Not the least: a single time may be wrong.
        double least = sorted[known / 20];
        double before = periodNanos;
        periodNanos = 0;
        int misfits = misfits(least, known);
        int divisor = misfits <= MOST_MISFITS * known ? 1 : 0;
        for (int refreshes = 2; refreshes <= MOST_REFRESHES && misfits >= FEW; refreshes++) {
            // A shorter period fits any time by chance. So it must explain all that the longer one does not.
            if (misfits(least / refreshes, known) == 0) {
                divisor = refreshes;
                break;
            }
        }
        if (divisor > 0) {
            periodNanos = mean(least / divisor, known);
        }
        // A much longer one is that of a display after frames that did not wait for it.
        boolean mayBeSlower = periodNanos > LONGER * before && periodNanos < (MOST_REFRESHES + 0.5) * before;
        if (before > 0 && mayBeSlower && misfits(before, known) <= MOST_MISFITS * known) {
            periodNanos = mean(before, known);
        }
    }

    /**
     * Inserts a time into times that are sorted already. Used instead of Arrays.sort, which allocates since JDK 22. To
     * sort the times of all frames that are kept takes some microseconds, once in 32 frames.
     */
    static void insert(long nanos, long[] sorted, int known) {
        int at = known;
        for (; at > 0 && sorted[at - 1] > nanos; at--) {
            sorted[at] = sorted[at - 1];
        }
        sorted[at] = nanos;
    }

    private static boolean fits(long nanos, double period) {
        return Math.abs(nanos - times(nanos, period) * period) <= OFF * period;
    }

    private static double times(long nanos, double period) {
        return Math.max(1, Math.rint(nanos / period));
    }

    /** Returns how many of the times are not multiples of about a period. */
    private int misfits(double period, int known) {
        if (period < LEAST_NANOS) {
            return known;
        }
        int misfits = 0;
        for (int i = 0; i < known; i++) {
            misfits += fits(sorted[i], period) ? 0 : 1;
        }
        return misfits;
    }

    private double mean(double period, int known) {
        double sum = 0;
        double refreshes = 0;
        for (int i = 0; i < known; i++) {
            if (fits(sorted[i], period)) {
                sum += sorted[i];
                refreshes += times(sorted[i], period);
            }
        }
        return sum / refreshes;
    }

    /** The median time between two frames; 0 if it is not known yet. */
    long usualNanos() {
        return usualNanos;
    }

    /** The refresh period; 0 if it is not known yet, or variable. */
    double periodNanos() {
        return periodNanos;
    }

    /** How many refreshes a time takes, at least 1. Call only if there is a period. */
    long refreshes(long nanos) {
        return (long) times(nanos, periodNanos);
    }
}
