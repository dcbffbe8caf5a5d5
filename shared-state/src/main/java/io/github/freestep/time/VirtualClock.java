package io.github.freestep.time;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A clock that moves only when it is advanced, or when a thread waits by it. Safe for use by any number of threads;
 * allocates nothing; never blocks: a park returns at once, with the clock moved.
 *
 * <p>It makes whatever is driven by a {@link NanoClock} deterministic. The oversleep stands in for what an operating
 * system adds to a park.
 */
public final class VirtualClock implements NanoClock {
    /** What one turn of a spin loop takes: about what a real one does. */
    private static final long SPIN_NANOS = 50;

    private final AtomicLong nowNanos;
    private final LongSupplier oversleepNanos;

    /**
     * A clock whose parks last exactly as long as asked.
     *
     * @param startNanos its first reading, in nanoseconds; any value, also one about to wrap
     */
    public VirtualClock(long startNanos) {
        this(startNanos, () -> 0);
    }

    /**
     * A clock whose parks last longer than asked, by a script.
     *
     * @param startNanos its first reading, in nanoseconds; any value, also one about to wrap
     * @param oversleepNanos called once a park, for how many nanoseconds longer it lasts
     */
    public VirtualClock(long startNanos, LongSupplier oversleepNanos) {
        this.nowNanos = new AtomicLong(startNanos);
        this.oversleepNanos = Objects.requireNonNull(oversleepNanos, "oversleep must not be null");
    }

    /**
     * Moves the clock forward by a number of nanoseconds.
     *
     * @param nanos at least 0
     * @throws IllegalArgumentException if negative: a monotonic clock has no way back
     */
    public void advance(long nanos) {
        if (nanos < 0) {
            throw new IllegalArgumentException("nanos must not be negative, was " + nanos + "; a clock can't go back");
        }
        nowNanos.addAndGet(nanos);
    }

    @Override
    public long nanoTime() {
        return nowNanos.get();
    }

    @Override
    public void park(long nanos) {
        advance(Math.max(0, nanos) + oversleepNanos.getAsLong());
    }

    @Override
    public void spin() {
        advance(SPIN_NANOS);
    }
}
