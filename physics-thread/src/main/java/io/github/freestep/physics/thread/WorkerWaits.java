package io.github.freestep.physics.thread;

import io.github.freestep.internal.time.PreciseWait;
import java.util.concurrent.locks.LockSupport;

/** The waits of a thread that steps services, while no pass is due. For that thread. Allocates nothing. */
public final class WorkerWaits {
    /** The shortest time between two looks for signals, so that a flood of them holds up no tick. */
    public static final long LOOK_NANOS = 1_000_000;

    /** The length of one park in a deep sleep. A virtual clock must be able to count very many of them. */
    private static final long DEEP_NANOS = 10_000_000_000L;

    private final ParkClock clock;
    private final PreciseWait precise;

    /** Creates the waits of a thread. */
    public WorkerWaits(WorkerSettings settings) {
        clock = new ParkClock(settings.clock());
        precise = new PreciseWait(clock, settings.spinBudgetPerMille());
    }

    public long nanoTime() {
        return clock.nanoTime();
    }

    /** Returns the larger mean lateness of the two kinds of parks. */
    public long latenessNanos() {
        return clock.latenessNanos();
    }

    /**
     * Waits until another thread wakes this one, for at most 10 s.
     *
     * @param hasClock false if the clock must not be called, such as after it has failed
     */
    public void deeply(boolean hasClock) {
        if (hasClock) {
            clock.kind = 0;
            clock.park(DEEP_NANOS);
        } else {
            LockSupport.parkNanos(this, DEEP_NANOS);
        }
    }

    /**
     * Waits until the next pass, at most until the next look for signals.
     *
     * @param untilPassNanos the time until the next pass; {@link Long#MAX_VALUE} if none is to come
     * @param isForTick whether that pass steps a tick
     * @param signalled whether a run has signalled
     * @param lookedNanos the time of the newest look
     * @param beforeTick called shortly before a tick
     * @return the reading of the clock at the end of the wait
     */
    public long untilPassOrLook(
            long untilPassNanos,
            boolean isForTick,
            boolean signalled,
            long nowNanos,
            long lookedNanos,
            Runnable beforeTick) {
        long untilLookNanos = lookedNanos + (signalled ? LOOK_NANOS : RunPlan.POLL_NANOS) - nowNanos;
        clock.kind = untilPassNanos <= untilLookNanos && isForTick ? 1 : 0;
        if (untilPassNanos > untilLookNanos) {
            clock.park(Math.max(0, untilLookNanos));
        } else if (isForTick) {
            return precise.until(nowNanos + untilPassNanos, beforeTick);
        } else {
            clock.park(untilPassNanos);
        }
        return clock.nanoTime();
    }
}
