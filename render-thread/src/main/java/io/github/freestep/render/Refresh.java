package io.github.freestep.render;

/**
 * Finds the even refreshes behind frame times that are not quite even, and tells which of them a frame is of. For one
 * reader; allocates nothing.
 *
 * <p>A line is laid through the frames, and moves on with each by a share of what it is off: by least squares at first, and
 * by a little once it is known well. A frame is snapped only while the line is trusted: frames must have agreed with it for
 * long enough, and the longer the less closely they do. So a display of variable rate is left as it is, since a line through
 * its frames is soon off by more and more, while what a thread wakes up late by is not. Frames that fit no refresh are left
 * as they are; where they are many, as after a change of display, it begins anew.
 *
 * <p>Times that are given back never decrease, as long as frame times do not.
 */
final class Refresh {
    /** The least to learn from: half a second in all, with what it takes to see that the rate has changed. */
    private static final long LEARNED_NANOS = 280_000_000;

    private static final int LEARNED_FITS = 7;

    /** Where more are missed it learns nothing: by a period that is short enough everything fits. */
    private static final int LEARNED_REFRESHES = 4;

    /**
     * So many frames for each period that they are off by in the mean: 50 at 60 a second where threads wake up late by up to 1 ms,
     * and the least where it is 0.1. Of frames whose intervals vary by 5 % each, one in 20 000 is still snapped.
     */
    private static final double FITS_FOR_A_SPREAD = 2_500;

    /**
     * The count ends here, and the shares stay what they are, so that a slow drift is followed. Frames that are off by more than
     * 0.08 periods in the mean can't have fitted often enough, and are never snapped.
     */
    private static final int SETTLED_FITS = 200;

    private static final double PHASE_SHARE = 0.02;
    private static final double PERIOD_SHARE = 0.0005;

    /** What a frame that is learned from may be off by, in periods. */
    private static final double LEARNED_OFF = 0.2;

    /** What a frame that is snapped may be off by, in periods at the most; below that 1 ms, or what next to none is. */
    private static final double SNAPPED_OFF = 0.25;

    private static final double SNAPPED_OFF_NANOS = 1_000_000;
    private static final double SNAPPED_SPREADS = 8;

    /**
     * A misfit is made up for by five fits. So one in six is borne, and three in succession, for those that are late by a part of
     * a refresh; four are not, nor is every other one.
     */
    private static final int MISFIT = 5;

    private static final int MISFITS = 16;

    private boolean begun;
    private long lastNanos;
    private long lastSnappedNanos;
    private long baseNanos;
    private double meantNanos;
    private double periodNanos;

    /** What frames were off by in the mean, while it was learned. */
    private double spreadNanos;

    private int fits;
    private int misfits;
    private boolean trusted;

    /** The time of the refresh that is meant; the frame's own while none is known. */
    long snap(long frameNanos) {
        if (!begun || frameNanos - lastNanos < 0) {
            lastSnappedNanos = begin(frameNanos);
        } else if (frameNanos != lastNanos) {
            long snapped = next(frameNanos);
            // A frame that is left as it is may follow one that was moved ahead.
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

    /** The shares of the first frames are those that make it the line of least squares through all of them. */
    private void follow(double due, double off, double refreshes) {
        fits = Math.min(fits + 1, SETTLED_FITS);
        double n = fits;
        meantNanos = due + Math.max(PHASE_SHARE, 2 * (2 * n - 1) / (n * (n + 1))) * off;
        periodNanos += Math.max(PERIOD_SHARE, 6 / (n * (n + 1))) * off / refreshes;
    }
}
