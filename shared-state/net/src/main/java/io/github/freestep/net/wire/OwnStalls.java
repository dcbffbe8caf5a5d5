package io.github.freestep.net.wire;

/**
 * Separates delays of the link from stalls of the receiving thread. While that thread does not run, datagrams wait
 * for it, and afterwards all of them come at once. For one thread; allocates nothing once made.
 */
final class OwnStalls {
    /** The thread runs more often than this, unless it or its machine stands still. */
    private static final long STALL_NANOS = StateFollower.LONGEST_WAIT_NANOS + 5_000_000;

    private boolean begun;
    private long ranNanos;
    private long fromNanos;
    private long toNanos;

    /** Whether states that were due in the last stall still come. */
    private boolean drains;

    /** Notes that the thread runs. Returns whether a stall has ended just now. */
    boolean runs(long nowNanos) {
        boolean isEnd = begun && nowNanos - ranNanos > STALL_NANOS;
        if (!begun) {
            begun = true;
            fromNanos = nowNanos;
            toNanos = nowNanos;
        } else if (isEnd) {
            // The work that a stall leaves may take so long that it looks like another one.
            fromNanos = drains ? fromNanos : ranNanos;
            toNanos = nowNanos;
            drains = true;
        }
        ranNanos = nowNanos;
        return isEnd;
    }

    /**
     * The lateness of a state as far as it is known not to be that of this thread. A state that was due in a stall may
     * have arrived when it was due.
     *
     * @param lateNanos for how long the state before it has been due
     * @param stepNanos the usual time between two states, and so the usual lateness
     */
    double withoutStall(double lateNanos, long nowNanos, long stepNanos) {
        double beforeEnd = toNanos - nowNanos + lateNanos;
        drains &= beforeEnd > 2 * stepNanos;
        return beforeEnd > 0 ? Math.max(stepNanos, fromNanos - nowNanos + lateNanos) : lateNanos;
    }
}
