package io.github.freestep.render.trace;

import io.github.freestep.render.trace.replay.StateTimes;

/**
 * Finds out whether the frame times that the host passed lie ahead of the clock, or in the past. A frame was made
 * before the states that it missed were published, and after those that it acquired. Not thread-safe; allocates nothing
 * per frame.
 */
final class FrameTimes {
    private static final int BINS = 1_000;
    private static final long BIN_NANOS = 1_000_000;
    private static final int FEW = 30;
    private static final double MOST = 0.9;

    private final int[] ahead = new int[BINS];
    private final int[] past = new int[BINS];
    private int frames;
    private int inline;
    private boolean news;
    private long firstPublishedNanos;
    private long newestPublishedNanos;
    private long hostNanos;
    private boolean begun;

    void state(StateTimes state) {
        if (!state.isAgain()) {
            firstPublishedNanos = news ? firstPublishedNanos : state.publishedNanos();
            newestPublishedNanos = state.publishedNanos();
            news = true;
        }
    }

    void frame(long nanos) {
        if (news && begun) {
            frames++;
            count(ahead, hostNanos - firstPublishedNanos);
            count(past, newestPublishedNanos - nanos);
            inline += newestPublishedNanos == nanos ? 1 : 0;
        }
        begun = true;
        news = false;
        hostNanos = nanos;
    }

    private static void count(int[] bins, long nanos) {
        bins[(int) Math.max(0, Math.min(BINS - 1, nanos / BIN_NANOS))]++;
    }

    /** How far nearly all frame times lie ahead of the clock, at least; 0 if they do not. */
    long aheadNanos() {
        return most(ahead);
    }

    /** How far nearly all frame times lie in the past, at least; 0 if they do not. */
    long pastNanos() {
        return most(past);
    }

    /** What the furthest tenth of all frames proves, if nine tenths prove anything. */
    private long most(int[] bins) {
        return frames < FEW || bins[0] > (1 - MOST) * frames ? 0 : quantile(bins, MOST) * BIN_NANOS;
    }

    private int quantile(int[] bins, double share) {
        long seen = 0;
        for (int bin = 0; bin < BINS; bin++) {
            seen += bins[bin];
            if (seen >= share * frames) {
                return bin;
            }
        }
        return BINS - 1;
    }

    /** Whether the frame loop itself publishes the states, as a stepper does. */
    boolean isInline() {
        return frames > 0 && inline > MOST * frames;
    }
}
