package io.github.freestep.physics.watch;

/**
 * Decides whether the user's code hangs, from samples of a {@link UserCode} mark. Reports each hang once. For one
 * thread; allocates nothing.
 *
 * <p>The checking thread itself may stand still: in a debugger, on a suspended machine, or in a long garbage
 * collection. The code under watch stood still then as well. So after a gap that is much longer than the time between
 * two checks, the count starts again.
 */
public final class HangCheck {
    /**
     * The number of checks within the limit. A hang is found at most {@code limit / CHECKS_PER_LIMIT} after the limit.
     */
    private static final int CHECKS_PER_LIMIT = 4;

    /** An ordinary delay of the checking thread on a busy machine does not count as a gap. */
    private static final long SHORTEST_GAP_NANOS = 20_000_000;

    private final long limitNanos;
    private final long gapNanos;

    private long mark;
    private boolean reported;
    private long sinceNanos;
    private long checkedNanos;

    public HangCheck(long limitNanos, long now) {
        this.limitNanos = limitNanos;
        gapNanos = everyNanos(limitNanos) + Math.max(limitNanos / 2, SHORTEST_GAP_NANOS);
        checkedNanos = now;
    }

    /** Returns the wall time from one check to the next. */
    public static long everyNanos(long limitNanos) {
        return limitNanos / CHECKS_PER_LIMIT;
    }

    /**
     * Takes a sample.
     *
     * @param newMark the present mark
     * @param now the present wall time
     * @return how long the call has been seen to last, if that is at least the limit for the first time; otherwise 0
     */
    public long check(long newMark, long now) {
        long lastsNanos = lastsNanos(newMark, now);
        if (reported || UserCode.call(mark) == null || lastsNanos < limitNanos) {
            return 0;
        }
        reported = true;
        return lastsNanos;
    }

    /** Takes a sample. Returns how long the mark has been seen unchanged. */
    public long lastsNanos(long newMark, long now) {
        boolean wasAway = now - checkedNanos > gapNanos;
        checkedNanos = now;
        if (newMark != mark) {
            mark = newMark;
            reported = false;
            sinceNanos = now;
        } else if (wasAway) {
            sinceNanos = now;
        }
        return now - sinceNanos;
    }
}
