package io.github.freestep.render.display;

/**
 * Learns when a display refreshes from the times at which buffer swaps have returned. For one thread; allocates nothing
 * once made.
 *
 * <p>A thread that waits for a refresh wakes up after it, never before. So the line through the refreshes follows an
 * early return quickly, and a late one hardly. Rejected: {@link DisplayRate}, which takes a few late wake-ups for the
 * refreshes of a faster display.
 */
final class RefreshLine {
    /** The median of this many times between returns is the period. After as many more, the line is near refreshes. */
    private static final int LEARNED = 64;

    /** After more refreshes without a frame, the small error of the period may have grown too large. */
    private static final int MOST_REFRESHES = 64;

    private static final double EARLY_SHARE = 0.3;
    private static final double LATE_SHARE = 0.02;

    /** A return that is early by more than this share of the period is late for the refresh before. */
    private static final double MOST_EARLY = 1.0 / 16;

    /** A return moves the line as if it were early or late by at most these shares of the period. */
    private static final double MOST_FOLLOWED = 1.0 / 8;

    private static final double MOST_LATE = 1.0 / 50;

    /**
     * A longer time from swap to swap counts as this, because the host has stood still. When frames become fast again,
     * the times to sample stand still for as long as a frame seemed to take, because they never decrease.
     */
    private static final long MOST_NANOS = 100_000_000;

    /** A median that differs from the period by more than this share is that of another display. */
    private static final double SAME = 1.0 / 16;

    /** With a fixed rate, returns are late by less than this share of the period on average. */
    private static final double FITS = 1.0 / 20;

    private final long[] sorted = new long[LEARNED];
    private int known;
    private boolean begun;
    private long lastNanos;
    private double periodNanos;
    private int returns;
    private long refreshNanos;
    private long lateNanos;
    private double meanLateNanos;
    private long refreshes;

    /** The refresh from which the period is measured next, and the number of refreshes since. */
    private long markNanos;

    private long passedRefreshes;

    /** Adds the return of a swap. */
    void returned(long nowNanos) {
        refreshes = 0;
        lateNanos = 0;
        if (periodNanos > 0 && nowNanos - refreshNanos <= MOST_REFRESHES * periodNanos) {
            follow(nowNanos - refreshNanos);
        } else {
            begin(nowNanos, periodNanos);
        }
        if (begun) {
            DisplayRate.insert(Math.min(MOST_NANOS, nowNanos - lastNanos), sorted, known++);
        }
        begun = true;
        lastNanos = nowNanos;
        returns++;
        if (known == LEARNED) {
            known = 0;
            double median = sorted[LEARNED / 2];
            if (Math.abs(median - periodNanos) > SAME * periodNanos) {
                begin(nowNanos, median);
            } else if (passedRefreshes > 0) {
                periodNanos += ((refreshNanos - markNanos) / (double) passedRefreshes - periodNanos) / 2;
                markNanos = refreshNanos;
                passedRefreshes = 0;
            }
        }
    }

    private void begin(long nowNanos, double period) {
        periodNanos = period;
        refreshNanos = nowNanos;
        markNanos = nowNanos;
        passedRefreshes = 0;
        meanLateNanos = 2 * FITS * period;
        returns = 0;
    }

    private void follow(long passed) {
        refreshes = (long) Math.floor(passed / periodNanos + (isNew() ? 0.5 : MOST_EARLY));
        double late = passed - refreshes * periodNanos;
        boolean follows = late < 0 || isNew();
        double most = (follows ? MOST_FOLLOWED : MOST_LATE) * periodNanos;
        double counts = Math.max(-most, Math.min(most, late));
        refreshNanos += Math.round(refreshes * periodNanos + (follows ? EARLY_SHARE : LATE_SHARE) * counts);
        passedRefreshes += refreshes;
        lateNanos = Math.max(0, Math.round(late));
        meanLateNanos += (Math.abs(late) - meanLateNanos) / LEARNED;
    }

    /** Whether the line has begun only recently. What was learned by the line before is then wrong. */
    boolean isNew() {
        return returns < LEARNED;
    }

    /** Whether the display is known: swaps have returned at its refreshes. */
    boolean isKnown() {
        return !isNew() && periodNanos > 0 && periodNanos < MOST_NANOS && meanLateNanos < FITS * periodNanos;
    }

    /** The period, or the usual time from swap to swap; 0 before the second swap. */
    long periodNanos() {
        return periodNanos > 0 || known == 0 ? Math.round(periodNanos) : sorted[known / 2];
    }

    /** The refresh after the last one. */
    long nextNanos() {
        return refreshNanos + periodNanos();
    }

    /** How many refreshes a frame takes that is drawn at a time after the last refresh. */
    long refreshesUntil(long drawnNanos) {
        return Math.max(1, (long) Math.ceil((drawnNanos - refreshNanos) / periodNanos));
    }

    /** How long after a refresh the last swap has returned. */
    long lateNanos() {
        return lateNanos;
    }

    /** How many refreshes the last frame took. */
    long refreshes() {
        return refreshes;
    }
}
