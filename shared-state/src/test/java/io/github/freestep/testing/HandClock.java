package io.github.freestep.testing;

import io.github.freestep.time.NanoClock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A clock for a game whose steps have a thread. Time passes when the test says so, or while a thread waits, which gives
 * the processor to others, unlike a wait on a virtual clock.
 */
public final class HandClock implements NanoClock {
    private static final long REAL_NANOS = 50_000;
    private static final long PASSED_NANOS = 1_000_000;

    private final AtomicLong nowNanos = new AtomicLong();

    /** Lets time pass. */
    public void pass(long nanos) {
        nowNanos.addAndGet(nanos);
    }

    @Override
    public long nanoTime() {
        return nowNanos.get();
    }

    @Override
    public void park(long nanos) {
        LockSupport.parkNanos(REAL_NANOS);
        pass(Math.min(nanos, PASSED_NANOS));
    }
}
