package io.github.freestep.physics.thread;

import io.github.freestep.time.NanoClock;

/** Passes the readings of another clock, and throws if that clock has gone back far. For one thread. */
final class ForwardClock implements NanoClock {
    /**
     * How far the clock may go back between two readings. Until the clock has caught up, the run stands still, so a
     * person must learn of it if that takes as long as a call that the watchdog reports by default.
     */
    private static final long MOST_BACK_NANOS = 1_000_000_000;

    private final NanoClock clock;
    private boolean hasRead;
    private long readNanos;

    ForwardClock(NanoClock clock) {
        this.clock = clock;
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

    @Override
    public void park(long nanos) {
        clock.park(nanos);
    }

    @Override
    public void spin() {
        clock.spin();
    }
}
