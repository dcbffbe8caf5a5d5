package io.github.freestep.time;

import java.util.concurrent.locks.LockSupport;

/**
 * The only interface through which Freestep reads time and waits. An implementation must be safe for use by any number
 * of threads, and must neither allocate nor lock in {@link #nanoTime()}.
 *
 * <pre>{@code
 * final class Cooldown {
 *     private final NanoClock clock; // NanoClock.system() in the game, a VirtualClock in its tests
 *     private final long beginNanos;
 *
 *     Cooldown(NanoClock clock) {
 *         this.clock = clock;
 *         beginNanos = clock.nanoTime();
 *     }
 *
 *     boolean isOver() {
 *         return clock.nanoTime() - beginNanos > 500_000_000;
 *     }
 * }
 * }</pre>
 *
 * <p>Values are nanoseconds from an arbitrary origin. They may be negative and may wrap, so only differences have a
 * meaning. Waiting goes through the clock too, so that a test on a {@link VirtualClock} passes hours in microseconds.
 */
@FunctionalInterface
public interface NanoClock {
    /**
     * Reads the clock, in nanoseconds. The clock must never run backwards: a service whose clock goes back by more than
     * a second ends with a failure.
     *
     * @return nanoseconds since this clock's own origin
     */
    long nanoTime();

    /**
     * Gives up the processor for a time. It may return late; it returns early if the thread is unparked or interrupted.
     *
     * @param nanos the time to wait
     */
    default void park(long nanos) {
        LockSupport.parkNanos(nanos);
    }

    /** Lets a moment pass without giving up the processor: the body of a spin loop. */
    default void spin() {
        Thread.onSpinWait();
    }

    /**
     * The system's monotonic clock.
     *
     * @return a clock that reads {@link System#nanoTime()}; always the same object
     */
    static NanoClock system() {
        return SystemClock.INSTANCE;
    }
}
