package io.github.freestep.render.trace;

import io.github.freestep.render.trace.log.ShownFrame;

/**
 * Collects the frame times that the host passed. Their lead is by how much they were ahead of the clock; it is negative
 * if they were behind it. Not thread-safe; allocates nothing per frame.
 */
final class FrameTimes {
    private static final int BINS = 1_000;
    private static final long BIN_NANOS = 1_000_000;
    private static final int FEW = 30;

    /** The share of frames that is left out at either end. */
    private static final double RARE = 0.05;

    /** By lead, from -{@link #BINS} to {@link #BINS} ms. */
    private final int[] leads = new int[2 * BINS + 1];

    private int frames;

    void frame(ShownFrame frame) {
        frames++;
        int lead = (int) Math.max(-BINS, Math.min(BINS, Math.floorDiv(frame.leadNanos(), BIN_NANOS)));
        leads[BINS + lead]++;
    }

    /** The smallest lead, to a millisecond, without rare ones; 0 after a few frames only. */
    long leastNanos() {
        return quantile(RARE);
    }

    /** The greatest lead, to a millisecond, without rare ones; 0 after a few frames only. */
    long mostNanos() {
        return quantile(1 - RARE);
    }

    private long quantile(double share) {
        if (frames < FEW) {
            return 0;
        }
        long seen = 0;
        int bin = -1;
        while (seen < share * frames) {
            seen += leads[++bin];
        }
        return (bin - BINS) * BIN_NANOS;
    }
}
