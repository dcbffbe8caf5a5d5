package io.github.freestep.net.wire;

/**
 * Which baseline datagrams were sent long enough ago to be effective. For one thread; allocates nothing.
 *
 * <p>It counts whole calls of the encoder, so all datagrams of a block become effective together.
 */
final class SentBaselines {
    /** More than the calls in the time until a baseline is effective, at up to 2,000 calls per second. */
    private static final int CALLS = 256;

    private final long[] sequences = new long[CALLS];
    private final long[] nanos = new long[CALLS];
    private int oldest;
    private int count;
    private long last;
    private long effective;

    /** Notes the last datagram of a call. */
    void add(long sequence, long stampNanos) {
        if (sequence == last) {
            return;
        }
        last = sequence;
        if (count < CALLS) {
            count++;
        }
        // If there is no room, the newest call becomes effective together with this one, later than it could.
        int newest = (oldest + count - 1) % CALLS;
        sequences[newest] = sequence;
        nanos[newest] = stampNanos;
    }

    /** Returns the number of the newest datagram that is effective now; 0 if there is none. */
    long effective(long nowNanos) {
        while (count > 0 && nowNanos - nanos[oldest] >= BaselineSchedule.EFFECTIVE_NANOS) {
            effective = sequences[oldest];
            oldest = (oldest + 1) % CALLS;
            count--;
        }
        return effective;
    }
}
