package io.github.freestep.render.display;

import io.github.freestep.render.spi.RefreshLine;

/**
 * Learns when a display refreshes, for a pacer, from the times at which buffer swaps have returned. For one thread;
 * allocates nothing once made.
 *
 * <p>A {@link RefreshLine} goes through the mean of the returns. A thread that waits for a refresh wakes up after it,
 * never before, so the refresh is at the <i>edge</i>, where the earliest returns are. The edge follows an early return
 * quickly, and a late one hardly.
 */
final class RefreshEdge {
    /** The number of returns after which a pacer may rely on the edge. */
    private static final int LEARNED = 64;

    private static final double EARLY_SHARE = 0.3;
    private static final double LATE_SHARE = 0.02;

    /**
     * A return that is early by more than this share of the period is late for the refresh before, because a pacer that
     * took it for early would let frames begin too late.
     */
    private static final double MOST_EARLY = 1.0 / 16;

    /** A return moves the edge as if it were late by at most this share of the period. */
    private static final double MOST_LATE = 1.0 / 50;

    /** With a fixed rate, returns are late by less than this share of the period on average. */
    private static final double FITS = 1.0 / 20;

    /**
     * A longer time from swap to swap counts as this, because the host has stood still. When frames become fast again,
     * the times to sample stand still for as long as a frame seemed to take, because they never decrease.
     */
    private static final double MOST_NANOS = 100_000_000;

    /** A period that differs by more than this share is that of another display. */
    private static final double SAME = 1.0 / 16;

    private final RefreshLine line = new RefreshLine();
    private boolean begun;
    private long lastNanos;
    private double usualNanos;

    /** How far the edge is from the line. */
    private double edgeNanos;

    private double meanLateNanos;

    /** The refresh that the last swap has waited for, how late it returned, and how many refreshes its frame took. */
    private long refreshNanos;

    long lateNanos;
    long refreshes;

    /** The period when the display was last known; 0 if it was not. */
    private double knownNanos;

    /**
     * Whether the display that is known now is another one than was known before. On an overloaded machine, the line
     * begins again without that, and what has been learned of the host is still right.
     */
    boolean isOther;

    /** Adds the return of a swap. */
    void returned(long nowNanos) {
        line.time(nowNanos);
        if (begun) {
            double passed = Math.min(MOST_NANOS, nowNanos - lastNanos);
            usualNanos += (passed - usualNanos) / (usualNanos == 0 ? 1 : LEARNED / 2);
        }
        begun = true;
        lastNanos = nowNanos;
        if (line.frames() == 0) {
            edgeNanos = 0;
            meanLateNanos = 2 * FITS * usualNanos;
            refreshNanos = nowNanos;
            lateNanos = 0;
            refreshes = 0;
        } else {
            follow(nowNanos);
        }
        double period = line.periodNanos();
        boolean isKnown = isKnown();
        isOther = isKnown && Math.abs(period - knownNanos) > SAME * period;
        knownNanos = isKnown ? period : knownNanos;
    }

    private void follow(long nowNanos) {
        double period = line.periodNanos();
        double since = nowNanos - line.refreshNanos() - edgeNanos;
        double passed = Math.floor(since / period + MOST_EARLY);
        double late = since - passed * period;
        edgeNanos += late < 0 ? EARLY_SHARE * late : LATE_SHARE * Math.min(MOST_LATE * period, late);
        long refresh = line.refreshNanos() + Math.round(edgeNanos + passed * period);
        refreshes = Math.round((refresh - refreshNanos) / period);
        refreshNanos = refresh;
        lateNanos = Math.max(0, Math.round(late));
        meanLateNanos += (Math.abs(late) - meanLateNanos) / LEARNED;
    }

    /** Whether the display is known: swaps have returned at its refreshes. */
    boolean isKnown() {
        double period = line.periodNanos();
        return line.frames() >= LEARNED && period < MOST_NANOS && line.isBound() && meanLateNanos < FITS * period;
    }

    /** The period, or, if it is not known, the usual time from swap to swap; 0 before the second swap. */
    long periodNanos() {
        return Math.round(isKnown() ? line.periodNanos() : usualNanos);
    }

    /** The refresh after the last one. */
    long nextNanos() {
        return refreshNanos + Math.round(line.periodNanos());
    }

    /** How many refreshes a frame takes that is drawn at a time after the last refresh. */
    long refreshesUntil(long drawnNanos) {
        return Math.max(1, (long) Math.ceil((drawnNanos - refreshNanos) / line.periodNanos()));
    }
}
