package io.github.freestep.internal.time;

import io.github.freestep.time.NanoClock;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that is another clock plus a lead, which one thread changes by small steps, so that this clock runs a little
 * faster or slower than the other one. Any number of threads read it and wait with it. Lock-free; allocates nothing
 * once made.
 *
 * <p>No reading is before one that was complete when it began, wherever threads are stopped, because each reading is at
 * least the greatest one so far. The lead is a single number, so no reader sees a half of a change. While it shrinks,
 * the clock stands still for the span of a step, which is why steps must be small.
 *
 * <p>Rejected: rates that hold from a time on, which readers apply. They need no shared greatest reading, but a thread
 * that is stopped between reading the time and announcing a rate lets readers go back.
 */
public final class SlewedClock implements NanoClock {
    /** How fast {@link #approach} changes the lead at most, as a share of the time that passes. */
    private static final double SLEW = 0.05;

    private final NanoClock source;
    private final AtomicLong reached;

    private volatile long leadNanos;
    private volatile boolean runs;

    /** When {@link #approach} was called last. For the thread that changes the lead. */
    private long approachedNanos;

    /** Creates a clock without a lead. */
    public SlewedClock(NanoClock source) {
        this(source, source.nanoTime());
        runs = true;
    }

    /** Creates a clock that stands still at a time, until it has its first lead. */
    public SlewedClock(NanoClock source, long standsNanos) {
        this.source = source;
        reached = new AtomicLong(standsNanos);
    }

    @Override
    public long nanoTime() {
        // The later one of two readings, which may wrap.
        return runs
                ? reached.accumulateAndGet(source.nanoTime() + leadNanos, (a, b) -> b - a > 0 ? b : a)
                : reached.get();
    }

    @Override
    public void park(long nanos) {
        source.park(nanos);
    }

    @Override
    public void spin() {
        source.spin();
    }

    /** Returns the present lead. */
    public long leadNanos() {
        return leadNanos;
    }

    /** Sets the lead. For one thread at a time, as {@link #approach}. */
    public void lead(long nanos) {
        leadNanos = nanos;
        runs = true;
    }

    /** Moves the lead towards an aim, by at most 5 % of the time since the last call. The first call sets it. */
    public void approach(long aimNanos) {
        long now = source.nanoTime();
        long most = (long) ((now - approachedNanos) * SLEW);
        lead(runs ? leadNanos + Math.max(-most, Math.min(most, aimNanos - leadNanos)) : aimNanos);
        approachedNanos = now;
    }
}
