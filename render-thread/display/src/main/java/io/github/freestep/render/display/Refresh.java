package io.github.freestep.render.display;

import io.github.freestep.render.FrameTimes;

/**
 * Snaps frame times to the refreshes of a display. Refreshes are evenly spaced. This class estimates them from the
 * frame times, which are slightly uneven. For one reader; allocates nothing.
 *
 * <p>It fits a line {@code time = base + period * refresh number} through the frame times. Each frame moves the line
 * towards itself by a share of its distance from the line. The first shares are those of a least-squares fit; later
 * ones are small constants. Frames are snapped only while the line is <i>trusted</i>. It is trusted after enough frames
 * were close to it. The greater the mean distance of frames from the line, the more frames are needed.
 *
 * <p>Frames that are late because a thread woke up late are snapped. A frame that is far from every refresh is a
 * <i>misfit</i>, and the line does not learn from it. If many frames are misfits, as after a change of display, the fit
 * begins again. The frames of a display with a variable rate soon drift away from any line, so their times are not
 * changed.
 *
 * <p>A thread that waits for the display wakes up after a refresh, never before it. So a misfit belongs to the refresh
 * before it. If it is drawn in time for the next one, the display shows it as if it were not late, so it is snapped.
 * If it is not, its own time is better. The frame after it says which: it comes one refresh later, or two. So the
 * greatest lateness that is snapped is learned, as a share of the period. It starts at one half.
 *
 * <p>The returned times never decrease, as long as frame times do not.
 */
final class Refresh implements FrameTimes {
    /**
     * The line must learn from frames for this long before it is trusted. After a change of the display's rate, this
     * time plus the time to notice the change is half a second.
     */
    private static final long LEARNED_NANOS = 280_000_000;

    private static final int LEARNED_FITS = 7;

    /**
     * The largest number of refreshes between two frames while the line is not trusted. If there are more, the fit
     * begins again. Without this limit, the estimated period could become so short that any frame time would fit.
     */
    private static final int LEARNED_REFRESHES = 4;

    /**
     * The factor in {@code frames to learn from = factor * mean distance from the line in periods}. At 60 frames per
     * second, 50 frames are needed if the thread wakes up late by up to 1 ms. If it wakes up late by up to 0.1 ms,
     * {@link #LEARNED_FITS} are enough. If a display with a variable rate changes each interval between frames by 5 %,
     * one frame in 28,000 is wrongly snapped, on average over 24,000 simulated minutes.
     */
    private static final double FITS_FOR_A_SPREAD = 2_500;

    /**
     * The count of fitting frames stops at this value. From then on the shares stop shrinking, so that the line follows
     * a slow drift. If the mean distance is above 0.08 periods, {@link #FITS_FOR_A_SPREAD} needs more frames than this,
     * so no frame is ever snapped.
     */
    private static final int SETTLED_FITS = 200;

    private static final double PHASE_SHARE = 0.02;
    private static final double PERIOD_SHARE = 0.0005;

    /** The largest distance, in periods, at which the line still learns from a frame before it is trusted. */
    private static final double LEARNED_OFF = 0.2;

    /**
     * The largest distance, in periods, at which a frame fits. The full limit is {@code min(this, max(1 ms, 8 * mean
     * distance))}. A frame that is early by more than this belongs to the refresh before.
     */
    private static final double SNAPPED_OFF = 0.25;

    /** The first limit of the lateness of misfits that are snapped, in periods. */
    private static final double LATEST_OFF = 0.5;

    /** How many frames must fit before a misfit is snapped. With a variable rate, 100 hardly ever fit by chance. */
    private static final int LATE_FITS = 100;

    private static final double SNAPPED_OFF_NANOS = 1_000_000;
    private static final double SNAPPED_SPREADS = 8;

    /**
     * What a misfit adds to a count, from which each frame that fits subtracts 1. If the count exceeds
     * {@link #MISFITS}, the fit begins again. So one misfit in six frames is tolerated, and so are three in succession.
     * Every other frame, or four in succession, is too many.
     */
    private static final int MISFIT = 5;

    private static final int MISFITS = 16;

    private boolean begun;
    private long lastNanos;
    private long lastSnappedNanos;
    private long baseNanos;
    private double meantNanos;
    private double periodNanos;

    /** The mean distance of frames from the line while it was learned. */
    private double spreadNanos;

    private int fits;
    private int misfits;
    private boolean trusted;

    /** The greatest lateness of a misfit that is snapped, in periods. */
    private double latestOff = LATEST_OFF;

    /**
     * Returns the time of the frame's refresh, or the frame's own time if it fits no refresh or the line is
     * not trusted.
     */
    @Override
    public long time(long frameNanos) {
        if (!begun || frameNanos - lastNanos < 0) {
            lastSnappedNanos = begin(frameNanos);
        } else if (frameNanos != lastNanos) {
            long snapped = next(frameNanos);
            // The previous frame may have been snapped to a time after this frame's own.
            lastSnappedNanos = snapped - lastSnappedNanos < 0 ? lastSnappedNanos : snapped;
        }
        begun = true;
        lastNanos = frameNanos;
        return lastSnappedNanos;
    }

    private long begin(long frameNanos) {
        baseNanos = frameNanos;
        meantNanos = 0;
        fits = 1;
        misfits = 0;
        trusted = false;
        return frameNanos;
    }

    private long next(long frameNanos) {
        double raw = frameNanos - baseNanos;
        if (fits == 1) {
            periodNanos = raw;
            meantNanos = raw;
            fits = 2;
            return frameNanos;
        }
        double refreshes = refreshes(raw);
        boolean snapsLate = trusted && fits >= LATE_FITS;
        if (snapsLate) {
            learnLatest(refreshes);
        }
        if (!trusted && refreshes > LEARNED_REFRESHES) {
            return begin(frameNanos);
        }
        double due = meantNanos + refreshes * periodNanos;
        double off = raw - due;
        if (Math.abs(off) > mostOff()) {
            misfits += MISFIT;
            if (misfits > MISFITS) {
                return begin(frameNanos);
            }
            boolean isInTime = snapsLate && off > 0 && off <= latestOff * periodNanos;
            return isInTime ? baseNanos + Math.round(due) : frameNanos;
        }
        misfits = Math.max(0, misfits - 1);
        follow(due, off, refreshes);
        if (!trusted) {
            spreadNanos += (Math.abs(off) - spreadNanos) / (fits - 2);
            trusted = raw > LEARNED_NANOS
                    && fits >= Math.max(LEARNED_FITS, FITS_FOR_A_SPREAD * spreadNanos / periodNanos);
        }
        return trusted ? baseNanos + Math.round(meantNanos) : frameNanos;
    }

    /** Returns how many refreshes a frame comes after the last one that fitted. */
    private double refreshes(double raw) {
        return Math.max(1, Math.floor((raw - meantNanos) / periodNanos + SNAPPED_OFF));
    }

    /** If the last frame was late, learns from this one whether the display showed it in time. */
    private void learnLatest(double refreshes) {
        double last = lastNanos - baseNanos;
        double before = refreshes(last);
        double late = (last - meantNanos) / periodNanos - before;
        if (late * periodNanos <= mostOff()) {
            return;
        }
        if (refreshes == before + 1) {
            latestOff = Math.max(latestOff, late);
        } else if (refreshes == before + 2) {
            // After more refreshes, the host has stood still, which says nothing.
            latestOff = Math.min(latestOff, late);
        }
    }

    private double mostOff() {
        return trusted
                ? Math.min(SNAPPED_OFF * periodNanos, Math.max(SNAPPED_OFF_NANOS, SNAPPED_SPREADS * spreadNanos))
                : LEARNED_OFF * periodNanos;
    }

    /**
     * Moves the line towards a frame. Until the shares reach their minimum, the line is the least-squares fit of all
     * frames so far.
     */
    private void follow(double due, double off, double refreshes) {
        fits = Math.min(fits + 1, SETTLED_FITS);
        double n = fits;
        meantNanos = due + Math.max(PHASE_SHARE, 2 * (2 * n - 1) / (n * (n + 1))) * off;
        periodNanos += Math.max(PERIOD_SHARE, 6 / (n * (n + 1))) * off / refreshes;
    }
}
