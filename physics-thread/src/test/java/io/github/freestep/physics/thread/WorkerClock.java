package io.github.freestep.physics.thread;

import io.github.freestep.time.NanoClock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A virtual clock for the threads of workers. A thread that sleeps because no tick is to come sleeps until it is woken.
 */
public final class WorkerClock implements NanoClock {
    /** Negative, because a clock may begin anywhere. */
    public static final long START = -1_000_000_000_000L;

    private static final long DEEP_NANOS = 1_000_000_000;

    /** By how much a park ends early, so that the thread waits for the rest in another way. */
    public volatile long earlyNanos;

    /** Whether no time passes. */
    public volatile boolean stands;

    /** Runs at each reading, on the thread that reads. May throw. */
    public volatile Runnable reading = () -> {};

    private final AtomicLong now = new AtomicLong(START);

    /** Lets the next reading fail, and only that. */
    public void failOnce(RuntimeException failure) {
        reading = () -> {
            reading = () -> {};
            throw failure;
        };
    }

    public void advance(long nanos) {
        now.addAndGet(stands ? 0 : nanos);
    }

    /** Returns whether a thread sleeps until it is woken. */
    public static boolean isAsleep(Thread thread) {
        return LockSupport.getBlocker(thread) instanceof WorkerClock;
    }

    @Override
    public long nanoTime() {
        reading.run();
        return now.get();
    }

    @Override
    public void park(long nanos) {
        if (nanos >= DEEP_NANOS) {
            LockSupport.park(this);
            advance(1);
        } else {
            advance(Math.max(1, nanos - earlyNanos));
        }
    }

    @Override
    public void spin() {
        advance(100);
    }
}
