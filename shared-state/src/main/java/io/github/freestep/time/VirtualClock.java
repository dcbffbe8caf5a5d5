package io.github.freestep.time;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A clock that moves only when it is advanced, or when a thread waits with it. Safe for use by any number of threads;
 * allocates nothing; never blocks: a park moves the clock and returns at once.
 *
 * <pre>{@code
 * VirtualClock clock = new VirtualClock(0);
 * InlineStepper stepper = PhysicsService.builder(world).clock(clock).inline();
 * stepper.advance(10_000_000); // one tick at 100 Hz, without waiting
 * }</pre>
 *
 * <p>It makes everything that a {@link NanoClock} drives deterministic. The oversleep simulates what an operating
 * system adds to a park.
 */
public final class VirtualClock implements NanoClock {
    /** What one turn of a spin loop takes: about as long as a real one. */
    private static final long SPIN_NANOS = 50;

    private final AtomicLong nowNanos;
    private final LongSupplier oversleepNanos;

    /**
     * Creates a clock whose parks last exactly as long as requested.
     *
     * @param startNanos its first reading, in nanoseconds; any value, even one about to wrap
     */
    public VirtualClock(long startNanos) {
        this(startNanos, () -> 0);
    }

    /**
     * Creates a clock whose parks last longer than requested, by a script.
     *
     * @param startNanos its first reading, in nanoseconds; any value, even one about to wrap
     * @param oversleepNanos called once for each park; returns by how many nanoseconds it lasts longer
     */
    public VirtualClock(long startNanos, LongSupplier oversleepNanos) {
        this.nowNanos = new AtomicLong(startNanos);
        this.oversleepNanos = Objects.requireNonNull(oversleepNanos, "oversleep must not be null");
    }

    /**
     * Moves the clock forward by a number of nanoseconds.
     *
     * @param nanos at least 0
     * @throws IllegalArgumentException if negative, because a monotonic clock cannot go back
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
