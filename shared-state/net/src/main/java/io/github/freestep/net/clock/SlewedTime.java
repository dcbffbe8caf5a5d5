package io.github.freestep.net.clock;

import java.lang.invoke.VarHandle;

/**
 * A time that runs a little faster or slower than another one, and never backwards. One thread sets the rate; any
 * number of threads read it. Wait-free for the writer. A reader tries again only if it was stopped for several seconds
 * while it read. Allocates nothing once made.
 *
 * <p>The time is a polyline: each rate holds from a start on. Rates are multiples of 2^-20, and starts lie on a grid of
 * 2^20 ns, so the offset at each start is a whole number of nanoseconds. A new rate is announced one grid step before
 * it starts. So a reader that does not see it yet computes the same time, to the nanosecond, as one that does.
 */
final class SlewedTime {
    /** The unit of rates is 2^-20, or 0.95 ppm. */
    static final int SHIFT = 20;

    private static final long GRID_NANOS = 1L << SHIFT;

    /** Far more than the rates that start while a reader looks. */
    private static final int KEPT = 64;

    private final long[] starts = new long[KEPT];
    private final long[] offsets = new long[KEPT];
    private final int[] rates = new int[KEPT];

    /** The number of rates that were set so far, the first included. */
    private volatile int count;

    /** Begins at the rate of the other time, with an offset of zero. */
    SlewedTime(long startNanos) {
        starts[0] = startNanos;
        count = 1;
    }

    /** By how much this time is ahead at a reading of the other one. */
    long offset(long nanos) {
        while (true) {
            int newest = count - 1;
            int i = newest;
            int oldest = Math.max(0, newest - KEPT / 2);
            while (i > oldest && nanos - starts[i % KEPT] < 0) {
                i--;
            }
            long offset = offset(i % KEPT, nanos);
            VarHandle.acquireFence();
            if (count - newest < KEPT / 2) {
                return offset;
            }
        }
    }

    private long offset(int i, long nanos) {
        long run = nanos - starts[i];
        // Equal to run * rate >> SHIFT, without overflow.
        return offsets[i] + (run >> SHIFT) * rates[i] + ((run & GRID_NANOS - 1) * rates[i] >> SHIFT);
    }

    /**
     * Sets the rate soon after a time.
     *
     * @param nowNanos a reading of the other time; the new rate starts one to two grid steps later
     * @param rate by how much this time gains, in units of 2^-20; above -2^20
     */
    void rate(long nowNanos, int rate) {
        int newest = (count - 1) % KEPT;
        long steps = (nowNanos - starts[newest] >> SHIFT) + 2;
        if (rate == rates[newest] || steps < 1) {
            return;
        }
        int next = count % KEPT;
        starts[next] = starts[newest] + (steps << SHIFT);
        offsets[next] = offsets[newest] + steps * rates[newest];
        rates[next] = rate;
        count++;
    }
}
