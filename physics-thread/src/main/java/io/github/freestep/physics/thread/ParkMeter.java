package io.github.freestep.physics.thread;

import io.github.freestep.time.NanoClock;

/**
 * A clock that delegates to another clock, and measures how late its parks end. For one thread.
 */
final class ParkMeter implements NanoClock {
    private static final int PARKS = 64;

    /**
     * Caps each measurement, so that one long preemption does not look like a coarse timer. The cap is above the
     * interval of the coarsest timer.
     */
    private static final long MOST_NANOS = 20_000_000;

    private final NanoClock clock;
    private int parks;
    private long meanNanos;

    ParkMeter(NanoClock clock) {
        this.clock = clock;
    }

    /** Returns the mean lateness of the newest parks; 0 before the first park. */
    long latenessNanos() {
        return meanNanos;
    }

    @Override
    public long nanoTime() {
        return clock.nanoTime();
    }

    /** Parks, and measures how late the park ends. A park that ends early was woken, so it does not count. */
    @Override
    public void park(long nanos) {
        long since = clock.nanoTime();
        clock.park(nanos);
        long lateNanos = clock.nanoTime() - since - nanos;
        if (lateNanos >= 0) {
            parks = Math.min(parks + 1, PARKS);
            meanNanos += (Math.min(lateNanos, MOST_NANOS) - meanNanos) / parks;
        }
    }

    @Override
    public void spin() {
        clock.spin();
    }
}
