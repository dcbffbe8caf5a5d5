package io.github.freestep.physics.thread;

import io.github.freestep.time.NanoClock;

/**
 * A clock that delegates to another clock, throws if that clock has gone back far, and measures how late its parks end.
 * For one thread.
 */
final class ParkClock implements NanoClock {
    /**
     * How far the clock may go back between two readings. Until the clock has caught up, the run stands still, so a
     * person must learn of it if that takes as long as a call that the watchdog reports by default.
     */
    private static final long MOST_BACK_NANOS = 1_000_000_000;

    private static final int PARKS = 64;

    /**
     * Caps each measurement, so that one long preemption does not look like a coarse timer. The cap is above the
     * interval of the coarsest timer.
     */
    private static final long MOST_NANOS = 20_000_000;

    private final NanoClock clock;
    private boolean hasRead;
    private long readNanos;

    /** Which parks come: 1 until a tick, whose lateness is measured apart, otherwise 0. */
    int kind;

    private final int[] parks = new int[2];
    private final long[] meanNanos = new long[2];

    ParkClock(NanoClock clock) {
        this.clock = clock;
    }

    /** Returns the larger mean lateness of the newest parks of both kinds; 0 before the first park. */
    long latenessNanos() {
        return Math.max(meanNanos[0], meanNanos[1]);
    }

    /**
     * Reads the clock.
     *
     * @throws IllegalStateException if it has gone back far; the next reading counts from there
     */
    @Override
    public long nanoTime() {
        long now = clock.nanoTime();
        long backNanos = hasRead ? readNanos - now : 0;
        hasRead = true;
        readNanos = now;
        if (backNanos > MOST_BACK_NANOS) {
            throw new IllegalStateException("the clock must never run backwards, has gone back by "
                    + backNanos / 1_000_000 + " ms; the time of day does, so pass a clock that counts as"
                    + " System.nanoTime() does");
        }
        return now;
    }

    /** Parks, and measures how late the park ends. A park that ends early was woken, so it does not count. */
    @Override
    public void park(long nanos) {
        long since = nanoTime();
        clock.park(nanos);
        long lateNanos = nanoTime() - since - nanos;
        if (lateNanos >= 0) {
            parks[kind] = Math.min(parks[kind] + 1, PARKS);
            meanNanos[kind] += (Math.min(lateNanos, MOST_NANOS) - meanNanos[kind]) / parks[kind];
        }
    }

    @Override
    public void spin() {
        clock.spin();
    }
}
