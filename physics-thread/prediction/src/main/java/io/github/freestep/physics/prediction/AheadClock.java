package io.github.freestep.physics.prediction;

import io.github.freestep.time.NanoClock;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The clock of a predicted world: the clock of a match or a server and a lead, which changes slowly. So the picture of
 * that world moves evenly when the delay of its input changes. Monotonic and lock-free; allocates nothing. Any thread
 * may read it and wait with it; one thread calls {@link #lead}.
 */
public final class AheadClock implements NanoClock {
    /** A lead grows by at most this share of the time that passes, and shrinks as fast. */
    private static final double SLEW = 0.05;

    private final NanoClock match;
    private final AtomicLong reached;

    /** The present lead. */
    public volatile long leadNanos;

    private volatile boolean runs;
    private long adjustedNanos;

    /** Creates a clock that stands still at a time, until the first {@link #lead}. */
    public AheadClock(NanoClock match, long matchNanos) {
        this.match = match;
        reached = new AtomicLong(matchNanos);
    }

    @Override
    public long nanoTime() {
        // The later one of two readings, which may wrap.
        return runs
                ? reached.accumulateAndGet(match.nanoTime() + leadNanos, (a, b) -> b - a > 0 ? b : a)
                : reached.get();
    }

    @Override
    public void park(long nanos) {
        match.park(nanos);
    }

    @Override
    public void spin() {
        match.spin();
    }

    /** Moves the lead towards an aim. The first call lets the clock run. */
    public void lead(long aimNanos) {
        long now = match.nanoTime();
        if (runs) {
            long most = (long) ((now - adjustedNanos) * SLEW);
            leadNanos += Math.max(-most, Math.min(most, aimNanos - leadNanos));
        } else {
            leadNanos = aimNanos;
        }
        adjustedNanos = now;
        runs = true;
    }
}
