package io.github.freestep.render;

/**
 * Snaps frame times to the refreshes of a display. Refreshes are even; the frame times from which this class estimates
 * them are not quite. For one reader; allocates nothing.
 *
 * <p>It fits a line through the frame times. Each frame pulls the line towards itself by a share of its distance from
 * the line. At first the shares are those of a least-squares fit; once the line is known well, they are small. Frames
 * are snapped only while the line is trusted, which requires that enough frames were close to it. How many are enough
 * grows with their mean distance from the line.
 *
 * <p>If a display has a variable rate, its frames soon drift away from any line, so they are left as they are. Frames
 * that are late because a thread woke up late are snapped. A frame that fits no refresh is left as it is. If many
 * frames do not fit, as after a change of display, the fit begins anew.
 *
 * <p>The returned times never decrease, as long as frame times do not.
 */
final class Refresh {
    /**
     * The minimum time to learn from before the line is trusted. This time, plus the time to notice that the rate has
     * changed, is half a second.
     */
    private static final long LEARNED_NANOS = 280_000_000;

    private static final int LEARNED_FITS = 7;

    /**
     * While the line is not trusted, the fit begins anew if a frame comes more than this many refreshes after the
     * previous frame. Otherwise the estimated period could become so short that any frame time would fit.
     */
    private static final int LEARNED_REFRESHES = 4;

    /**
     * The number of frames to learn from is this times the mean distance of frames from the line, in periods. At 60
     * frames a second, it is 50 frames if threads wake up late by up to 1 ms. If they wake up late by up to 0.1 ms,
     * {@link #LEARNED_FITS} frames are enough. If each interval between frames varies by 5 %, one frame in 20,000 is
     * still snapped.
     */
    private static final double FITS_FOR_A_SPREAD = 2_500;

    /**
     * The count of fits stops here, and the shares stop shrinking, so that the line follows a slow drift. If the mean
     * distance is above 0.08 periods, more fits than this would be needed, so frames are never snapped.
     */
    private static final int SETTLED_FITS = 200;

    private static final double PHASE_SHARE = 0.02;
    private static final double PERIOD_SHARE = 0.0005;

    /** The largest distance of a frame that is learned from, in periods. */
    private static final double LEARNED_OFF = 0.2;

    /**
     * The largest distance of a frame that is snapped, in periods. The whole limit is
     * {@code min(this, max(1 ms, 8 mean distances))}.
     */
    private static final double SNAPPED_OFF = 0.25;

    private static final double SNAPPED_OFF_NANOS = 1_000_000;
    private static final double SNAPPED_SPREADS = 8;

    /**
     * A misfit adds this to a count, and a frame that fits subtracts 1. The fit begins anew if the count exceeds
     * {@link #MISFITS}. So frames that are late by a part of a refresh are tolerated if they are one in six, or three
     * in succession, but not if they are every other frame, or four in succession.
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

    /** The time of the frame's refresh; the frame's own time while none is known. */
    long snap(long frameNanos) {
        if (!begun || frameNanos - lastNanos < 0) {
            lastSnappedNanos = begin(frameNanos);
        } else if (frameNanos != lastNanos) {
            long snapped = next(frameNanos);
            // A frame that is left as it is may follow one that was snapped to a later time.
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
        double refreshes = Math.max(1, Math.rint((raw - meantNanos) / periodNanos));
        if (!trusted && refreshes > LEARNED_REFRESHES) {
            return begin(frameNanos);
        }
        double due = meantNanos + refreshes * periodNanos;
        double off = raw - due;
        if (Math.abs(off) > mostOff()) {
            misfits += MISFIT;
            return misfits > MISFITS ? begin(frameNanos) : frameNanos;
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

    private double mostOff() {
        return trusted
                ? Math.min(SNAPPED_OFF * periodNanos, Math.max(SNAPPED_OFF_NANOS, SNAPPED_SPREADS * spreadNanos))
                : LEARNED_OFF * periodNanos;
    }

    /**
     * Moves the line towards a frame. With the shares of the first frames, the line is the least-squares fit of all
     * frames so far.
     */
    private void follow(double due, double off, double refreshes) {
        fits = Math.min(fits + 1, SETTLED_FITS);
        double n = fits;
        meantNanos = due + Math.max(PHASE_SHARE, 2 * (2 * n - 1) / (n * (n + 1))) * off;
        periodNanos += Math.max(PERIOD_SHARE, 6 / (n * (n + 1))) * off / refreshes;
    }
}
