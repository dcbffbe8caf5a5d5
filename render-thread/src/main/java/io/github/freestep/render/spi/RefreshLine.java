package io.github.freestep.render.spi;

/**
 * Learns when a display refreshes from the times at which a loop begins its frames, and gives each frame the time of
 * its refresh. A thread that waits for a refresh wakes up a little after it, by a different time in each frame, but the
 * display shows the frames evenly. For one thread; allocates nothing once made.
 *
 * <p>It fits a line {@code time = base + period * refresh number} through the frame times. Each frame moves the line
 * towards itself by a share of its distance: those of a least-squares fit at first, then small constants, so that the
 * line follows a slow drift.
 *
 * <p>A frame gets the time of the line only while the answer to two questions is yes. <b>Are frames bound to the
 * line?</b> Two means are compared: that of the squared distances of frames from the line, and that of the squared
 * changes from one distance to the next. If each frame is late by chance, the first mean is half of the second. If each
 * follows from the one before it, as after a sleep or at a variable rate, the line lags behind, and the first mean is 2
 * to 25 times the second. The longer a loop is known, the higher a ratio is accepted, because the lateness of a host
 * near its limit lasts for some frames. <b>Would the line have been the better choice?</b> A thread
 * that waits for its frame wakes up at the refresh that shows it, so the next frame says when the last one was shown.
 * Neither question has a threshold in time, so both hold at any rate and for any noise.
 *
 * <p>A frame that is far from every refresh belongs to the one before it, because no thread wakes up early. The frame
 * after it says whether it was drawn in time. So a lateness gets the time of its refresh as long as it is below the
 * least lateness that was not drawn in time.
 *
 * <p>Some loops cannot be told from one that waits for a display: those that a timer starts on an even grid, if the
 * display has a variable rate or shows torn frames. Their frames get even times, although they are shown as unevenly as
 * they begin. Rejected: to trust a line after enough frames were near it. That moves frames after sleeps and at
 * variable rates for a while, which costs up to 1.9 % judder.
 */
public final class RefreshLine {
    /** The number of frames after which the line is used. */
    private static final int LEARNED = 32;

    /** From this number of frames on, the line and the means have a fixed memory. */
    private static final int SETTLED = 200;

    private static final double PHASE_SHARE = 0.02;
    private static final double PERIOD_SHARE = 0.0005;

    /** More refreshes than this between the first frames mean that the first time was too short for a period. */
    private static final int MOST_FIRST_REFRESHES = 4;

    /** After as many refreshes without a frame, the small error of the period may have become too large. */
    private static final int MOST_REFRESHES = 600;

    /** The distances, in periods, at which a frame fits a new line and a known one. */
    private static final double FITS_NEW = 0.2;

    private static final double FITS = 0.25;

    /**
     * What a misfit adds to a count, from which each frame that fits subtracts 1. Beyond {@link #MOST_MISFITS}, the fit
     * begins again. So one misfit in six frames is tolerated, and so are three in succession.
     */
    private static final int MISFIT = 5;

    private static final int MOST_MISFITS = 16;

    /**
     * The greatest ratio of squares up to {@link #BOUND_FRAMES}, and after {@link #SETTLED}. In 142 simulated pipelines
     * of 6 seeds, 0.8 at first lets three more of them become less even, and 0.8 throughout leaves 5 % more judder.
     */
    private static final double BOUND_FIRST = 0.75;

    private static final double BOUND_SETTLED = 2;
    private static final int BOUND_FRAMES = 64;

    /** Errors are means of about this many frames. Larger errors, in periods, count as the greatest. */
    private static final double ERROR_FRAMES = 64;

    private static final double MOST_ERROR = 1.5;
    private static final double MOST_WRONG = 0.9;

    /** How many frames must fit before a late one gets the time of its refresh: sleeps hardly ever fit as often. */
    private static final int LATE_FITS = 40;

    /** How far, as a share, a lateness must be below one that was not drawn in time. */
    private static final double BELOW_MISSED = 0.9;

    /** The share of that limit which is forgotten with each late frame that was drawn in time. */
    private static final double FORGETS = 0.02;

    /**
     * If this many frames in a row took multiples of the same number of refreshes, the display has become slower by
     * that factor. With 32, a change from 120 or 240 to 30 Hz takes 5.9 instead of 7.5 s, but frames that take about a
     * refresh are taken for such a display: in a fifth of 600 runs, 1.5 to 20 of 1,000 refreshes are missed.
     */
    private static final int COMMON_FRAMES = 64;

    /**
     * After this many frames in a row on the same side of a settled line, each with a squared distance of more than
     * {@link #FAR_SQUARES} times their mean squared change, the line begins again, because the phase of the refreshes
     * has jumped, as on a change to a display of nearly the same rate. Otherwise the jump would count for half a
     * minute.
     */
    private static final int MOST_BESIDE = 16;

    private static final double FAR_SQUARES = 16;

    private boolean begun;
    private long lastNanos;
    private long lastRefreshNanos;

    private long baseNanos;
    private double periodNanos;

    /** The time from the base to the refresh of the last frame that fitted. */
    private double lineNanos;

    /** How many refreshes after that one the last frame came. */
    private double lastRefreshes;

    /** How many frames have fitted, at most {@link #SETTLED}. */
    private int fits;

    private int misfits;
    private int frames;

    /** The mean of the squares of the frames' distances from the line. */
    private double offSquares;

    /** The mean of the squares of the changes of these distances. */
    private double changeSquares;

    private double lastOff;

    /** The mean of the squares of the errors that the frames' own times had. */
    private double ownErrors;

    /** The mean of the squares of the errors that the times of the line had. */
    private double lineErrors;

    /** The step of the own time from the frame before the last one to the last one. */
    private double ownStep;

    /** The step of the line's time between the same two frames. */
    private double lineStep;

    private double lastLineNanos;

    /** The lateness of the last frame, in periods, if it did not fit; otherwise 0. */
    private double lastLate;

    /** The least lateness, in periods, with which a frame was not drawn in time. */
    private double leastMissed;

    /** The greatest number of refreshes by which those of the last frames can be divided, and how many they are. */
    private long common;

    private int commonFrames;

    /** How many frames in a row were far from the line on the same side; negative if they were early. */
    private int beside;

    /**
     * Returns the time of a frame's refresh, or the frame's own time. The returned times never decrease, as long as the
     * times of the frames do not.
     *
     * @param frameNanos when the frame began. Two equal times in succession are one frame
     */
    public long time(long frameNanos) {
        if (!begun || frameNanos - lastNanos < 0) {
            lastRefreshNanos = begin(frameNanos);
        } else if (frameNanos != lastNanos) {
            long refresh = next(frameNanos);
            // The frame before may have got a time after this frame's own.
            lastRefreshNanos = refresh - lastRefreshNanos < 0 ? lastRefreshNanos : refresh;
        }
        begun = true;
        lastNanos = frameNanos;
        return lastRefreshNanos;
    }

    private long begin(long frameNanos) {
        baseNanos = frameNanos;
        periodNanos = 0;
        lineNanos = 0;
        lastRefreshes = 0;
        fits = 1;
        misfits = 0;
        frames = 0;
        offSquares = 0;
        changeSquares = 0;
        lastOff = 0;
        ownErrors = 0;
        lineErrors = 0;
        lastLineNanos = 0;
        lastLate = 0;
        leastMissed = 1;
        common = 0;
        commonFrames = 0;
        beside = 0;
        return frameNanos;
    }

    private long next(long frameNanos) {
        double own = frameNanos - baseNanos;
        if (fits == 1) {
            periodNanos = own;
            lineNanos = own;
            lastLineNanos = own;
            fits = 2;
            return frameNanos;
        }
        double refreshes = Math.max(1, Math.floor((own - lineNanos) / periodNanos + FITS));
        boolean isKnown = fits >= LEARNED;
        if (refreshes > (isKnown ? MOST_REFRESHES : MOST_FIRST_REFRESHES)) {
            return begin(frameNanos);
        }
        // As of the frame before, because a single late frame looks unbound until the next one is on time again.
        boolean isUsed = isKnown && frames > LEARNED && isBound() && lineErrors < ownErrors;
        double due = lineNanos + refreshes * periodNanos;
        double off = own - due;
        boolean isFit = Math.abs(off) <= (isKnown ? FITS : FITS_NEW) * periodNanos;
        double step = frameNanos - lastNanos;
        judgeLast(step, off, isFit);
        compare(off);
        boolean goesOn = beside * off > 0;
        // Frames that are bound to none wander off by as much.
        boolean isBeside = off * off > FAR_SQUARES * changeSquares && (goesOn || isUsed && frames >= SETTLED);
        beside = isBeside ? (goesOn ? beside : 0) + (off < 0 ? -1 : 1) : 0;
        if (Math.abs(beside) == MOST_BESIDE) {
            return begin(frameNanos);
        }
        double line;
        if (isFit) {
            misfits = Math.max(0, misfits - 1);
            lastLate = 0;
            lastRefreshes = 0;
            follow(due, off, refreshes);
            line = lineNanos;
            shareRefreshes((long) refreshes);
        } else {
            misfits += MISFIT;
            if (misfits > MOST_MISFITS) {
                return begin(frameNanos);
            }
            // After more than one refresh, the host has stood still, and is bound to none.
            boolean isNext = refreshes - lastRefreshes == 1;
            lastLate = isKnown && isNext ? Math.max(0, off / periodNanos) : 0;
            lastRefreshes = refreshes;
            boolean isInTime = lastLate > 0 && fits >= LATE_FITS && lastLate < BELOW_MISSED * leastMissed;
            line = isInTime ? due : own;
        }
        ownStep = step;
        lineStep = line - lastLineNanos;
        lastLineNanos = line;
        return isUsed ? baseNanos + Math.round(line) : frameNanos;
    }

    /** Otherwise the line would fit such a display for ever, and each frame would seem to miss a refresh. */
    private void shareRefreshes(long refreshes) {
        for (long rest = refreshes; rest != 0; ) {
            long divisor = rest;
            rest = common % rest;
            common = divisor;
        }
        commonFrames = common == 1 ? 0 : commonFrames + 1;
        if (commonFrames == COMMON_FRAMES) {
            periodNanos *= common;
        }
        common = commonFrames % COMMON_FRAMES == 0 ? 0 : common;
        commonFrames %= COMMON_FRAMES;
    }

    /** Whether frames are bound to the line, instead of each to the one before it. */
    public boolean isBound() {
        double known = Math.max(0, Math.min(1, (frames - BOUND_FRAMES) / (double) (SETTLED - BOUND_FRAMES)));
        return offSquares <= (BOUND_FIRST + known * (BOUND_SETTLED - BOUND_FIRST)) * changeSquares;
    }

    /** Learns from a frame when the last one was shown. */
    private void judgeLast(double step, double off, boolean isFit) {
        if (frames > 0) {
            double shown = periodNanos * Math.max(1, Math.rint((step + lastOff - (isFit ? off : 0)) / periodNanos));
            double own = Math.abs(ownStep - shown);
            double line = Math.abs(lineStep - shown);
            // If both are wrong by a refresh, chance decides which is less wrong.
            if (Math.min(own, line) < MOST_WRONG * periodNanos) {
                ownErrors += (square(own) - ownErrors) / ERROR_FRAMES;
                lineErrors += (square(line) - lineErrors) / ERROR_FRAMES;
            }
        }
        if (lastLate > 0 && isFit) {
            double took = Math.rint(step / periodNanos + lastLate);
            if (took <= 1) {
                leastMissed += FORGETS * (1 - leastMissed);
            } else if (took == 2) {
                // After more refreshes, the host has stood still, which says nothing.
                leastMissed = Math.min(leastMissed, lastLate);
            }
        }
        frames++;
    }

    private double square(double error) {
        double counts = Math.min(MOST_ERROR * periodNanos, error);
        return counts * counts;
    }

    private void compare(double off) {
        double counts = Math.max(-FITS * periodNanos, Math.min(FITS * periodNanos, off));
        double change = counts - lastOff;
        double kept = Math.min(SETTLED, frames);
        offSquares += (counts * counts - offSquares) / kept;
        changeSquares += (change * change - changeSquares) / kept;
        lastOff = counts;
    }

    /** Moves the line towards a frame. Until the shares reach their minimum, it is the least-squares fit. */
    private void follow(double due, double off, double refreshes) {
        fits = Math.min(fits + 1, SETTLED);
        double n = fits;
        lineNanos = due + Math.max(PHASE_SHARE, 2 * (2 * n - 1) / (n * (n + 1))) * off;
        periodNanos += Math.max(PERIOD_SHARE, 6 / (n * (n + 1))) * off / refreshes;
    }

    /** The number of frames since the line began, at first or again. */
    public int frames() {
        return frames;
    }

    /** A refresh near the last frame that fitted. Where frames are late by chance, it has their mean lateness. */
    public long refreshNanos() {
        return baseNanos + Math.round(lineNanos);
    }

    /** The time from refresh to refresh; 0 before the second frame. */
    public double periodNanos() {
        return periodNanos;
    }
}
