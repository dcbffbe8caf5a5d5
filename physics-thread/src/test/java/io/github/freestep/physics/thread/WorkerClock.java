package io.github.freestep.physics.thread;

import io.github.freestep.time.NanoClock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A virtual clock for the threads of workers. A thread that sleeps because no tick is to come sleeps until it is woken.
 */
public final class WorkerClock implements NanoClock {
    private static final long DEEP_NANOS = 1_000_000_000;

    /** Begins negative, because a clock may begin anywhere. */
    private final AtomicLong now = new AtomicLong(-1_000_000_000_000L);

    public void advance(long nanos) {
        now.addAndGet(nanos);
    }

    /** Returns whether a thread sleeps until it is woken. */
    public static boolean isAsleep(Thread thread) {
        return LockSupport.getBlocker(thread) instanceof WorkerClock;
    }

    @Override
    public long nanoTime() {
        return now.get();
    }

    @Override
    public void park(long nanos) {
        if (nanos >= DEEP_NANOS) {
            LockSupport.park(this);
            advance(1);
        } else {
            advance(Math.max(1, nanos));
        }
    }

    @Override
    public void spin() {
        advance(100);
    }
}
