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

    private static int place(long index) {
        return (int) (index % REMEMBERED);
    }
}
