package io.github.freestep.internal.time;

/**
 * Remembers the newest pauses of a timeline, so that a reading of the clock can be placed in them after they have
 * ended. Allocates nothing.
 */
final class Pauses {
    static final int REMEMBERED = 8;

    private final long[] fromNanos = new long[REMEMBERED];
    private final long[] toNanos = new long[REMEMBERED];
    private long count;
    private boolean lasts;

    void begin(long wallNanos) {
        fromNanos[place(count++)] = wallNanos;
        lasts = true;
    }

    void end(long wallNanos) {
        toNanos[place(count - 1)] = wallNanos;
        lasts = false;
    }

    /**
     * Whether a wall time is in a pause. A pause includes the moment at which it begins, but not the
     * moment at which it ends.
     */
    boolean during(long wallNanos) {
        for (long i = Math.max(0, count - REMEMBERED); i < count; i++) {
            boolean open = lasts && i == count - 1;
            if (wallNanos - fromNanos[place(i)] >= 0 && (open || wallNanos - toNanos[place(i)] < 0)) {
                return true;
            }
        }
        return false;
    }

    /** Saves the pauses, or loads them into an object that has none. */
    void transfer(Archive by) {
        long kept = by.number(1, Math.min(count, REMEMBERED), 0, REMEMBERED);
        lasts = by.flag(lasts) && kept > 0;
        count = Math.max(count, kept);
        for (long i = count - kept; i < count; i++) {
            fromNanos[place(i)] = by.reading(fromNanos[place(i)]);
            boolean open = lasts && i == count - 1;
            // The end of a pause that lasts is the time now, which nothing reads.
            toNanos[place(i)] = by.reading(open ? by.nowNanos() : toNanos[place(i)]);
        }
    }

    private static int place(long index) {
        return (int) (index % REMEMBERED);
    }
}
