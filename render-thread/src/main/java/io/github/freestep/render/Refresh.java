package io.github.freestep.render;

import java.util.Arrays;

/**
 * Finds the even refreshes behind frame times that are not quite even, and tells which of them a frame is of. For one
 * reader; allocates nothing.
 *
 * <p>It follows period and phase by a little of each error. Frames that fit no refresh, as with a variable rate, are left as
 * they are; where they are many, as after a change of display, it begins anew.
 */
final class Refresh {
    private static final int LEARNED_FROM = 32;
    private static final double PHASE_GAIN = 0.02;
    private static final double PERIOD_GAIN = 0.0005;
    private static final double FARTHEST = 0.35;

    /** Eight in a row, or a share of more than a fifth: of the frames of another rate two thirds fit by chance. */
    private static final int MISFITS = 8;

    private static final int FITS_FOR_A_MISFIT = 4;

    private final long[] intervals = new long[LEARNED_FROM];
    private final long[] sorted = new long[LEARNED_FROM];
    private int learned = -1;
    private int misfits;
    private boolean begun;
    private long lastNanos;
    private long lastSnappedNanos;
    private long baseNanos;
    private double snappedNanos;
    private double periodNanos;

    /** The time of the refresh that is meant; the frame's own while none is known. */
    long snap(long frameNanos) {
        if (begun && frameNanos == lastNanos) {
            return lastSnappedNanos;
        }
        lastSnappedNanos = snapNew(frameNanos);
        lastNanos = frameNanos;
        begun = true;
        return lastSnappedNanos;
    }

    private long snapNew(long frameNanos) {
        if (learned < LEARNED_FROM) {
            learn(frameNanos);
            return frameNanos;
        }
        double raw = frameNanos - baseNanos;
        double refreshes = Math.max(1, Math.rint((raw - snappedNanos) / periodNanos));
        double meant = snappedNanos + refreshes * periodNanos;
        double error = raw - meant;
        if (Math.abs(error) > FARTHEST * periodNanos) {
            misfits += FITS_FOR_A_MISFIT;
            if (misfits >= MISFITS * FITS_FOR_A_MISFIT) {
                learned = -1;
            }
            return frameNanos;
        }
        misfits = Math.max(0, misfits - 1);
        snappedNanos = meant + PHASE_GAIN * error;
        periodNanos += PERIOD_GAIN * error / refreshes;
        return baseNanos + Math.round(snappedNanos);
    }

    private void learn(long frameNanos) {
        if (learned >= 0) {
            intervals[learned] = frameNanos - lastNanos;
        }
        if (++learned == LEARNED_FROM) {
            System.arraycopy(intervals, 0, sorted, 0, LEARNED_FROM);
            Arrays.sort(sorted);
            periodNanos = Math.max(1, sorted[LEARNED_FROM / 2]);
            baseNanos = frameNanos;
            snappedNanos = 0;
            misfits = 0;
        }
    }
}
