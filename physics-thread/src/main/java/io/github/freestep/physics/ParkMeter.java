package io.github.freestep.physics;

import io.github.freestep.time.NanoClock;

/** Passes everything on to another clock and measures how late its parks end. For the physics thread alone. */
final class ParkMeter implements NanoClock {
    private static final int PARKS = 64;

    /** More than the coarsest timer's interval, so that one long preemption does not pass for a coarse timer. */
    private static final long MOST_NANOS = 20_000_000;

    private final NanoClock clock;
    private final PhysicsMetrics metrics;
    private int parks;
    private long meanNanos;

    ParkMeter(NanoClock clock, PhysicsMetrics metrics) {
        this.clock = clock;
        this.metrics = metrics;
    }

    @Override
    public long nanoTime() {
        return clock.nanoTime();
    }

    /** A park that ends early was woken, which says nothing about the timer. */
    @Override
    public void park(long nanos) {
        long since = clock.nanoTime();
        clock.park(nanos);
        long lateNanos = clock.nanoTime() - since - nanos;
        if (lateNanos >= 0) {
            parks = Math.min(parks + 1, PARKS);
            meanNanos += (Math.min(lateNanos, MOST_NANOS) - meanNanos) / parks;
            metrics.parked(meanNanos);
        }
    }

    @Override
    public void spin() {
        clock.spin();
    }
}
