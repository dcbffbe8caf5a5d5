package io.github.freestep.physics.workers;

import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.physics.spi.ParkTimer;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** How a worker waits while no pass is due. For the thread of the worker. Allocates nothing. */
final class WorkerWaits {
    /**
     * The longest time between two looks with a real-time priority, because such a thread is on time. So it wakes up
     * only once for each tick of 100 Hz, which takes a third less of a core.
     */
    private static final long ON_TIME_POLL_NANOS = 10_000_000;

    /** The length of one park in a deep sleep. A virtual clock must be able to count very many of them. */
    private static final long DEEP_NANOS = 10_000_000_000L;

    private final ParkMeter clock;

    /** Only for waits until a tick: on some systems, no other thread can end a park on this timer. */
    private final ParkMeter forDeadlines;

    private final ParkTimer timer;
    private final PreciseWait precise;
    private final boolean isOnTime;
    private final Signals signals;
    private final Members members;
    private final Runnable warmUp;

    /** Creates the waits of a worker, for its signals and members. Before a tick, they call {@code warmUp}. */
    WorkerWaits(WorkerSettings settings, Signals signals, Members members, Runnable warmUp) {
        clock = new ParkMeter(settings.clock(), ParkTimer.NONE);
        timer = settings.requests().timer(settings.clock());
        forDeadlines = new ParkMeter(settings.clock(), timer);
        precise = new PreciseWait(forDeadlines, settings.spinBudgetPerMille());
        isOnTime = settings.requests().areOnTime();
        this.signals = signals;
        this.members = members;
        this.warmUp = warmUp;
    }

    long nanoTime() {
        return clock.nanoTime();
    }

    /** Returns the larger mean lateness of the two kinds of parks. */
    long latenessNanos() {
        return Math.max(clock.latenessNanos(), forDeadlines.latenessNanos());
    }

    void close() {
        timer.close();
    }

    /**
     * Waits for a signal, or for the end of the worker, for at most 10 s.
     *
     * @param hasClock false if the clock must not be called, such as after it has failed
     */
    void deeply(boolean hasClock) {
        signals.beginSleep();
        if (signals.isEmpty() && !members.endIfEmpty()) {
            if (hasClock) {
                clock.park(DEEP_NANOS);
            } else {
                LockSupport.parkNanos(this, DEEP_NANOS);
            }
        }
        signals.endSleep();
    }

    /**
     * Waits until the next pass, at most until the next look for signals.
     *
     * @param next the run whose pass is the next one; null if none is to come
     * @param isPrompt whether signals may wake the thread
     * @param signalled whether a run has signalled
     * @param lookedNanos the time of the newest look
     */
    void untilPassOrLook(@Nullable Run next, boolean isPrompt, boolean signalled, long nowNanos, long lookedNanos) {
        long pollNanos = isOnTime ? ON_TIME_POLL_NANOS : Worker.POLL_NANOS;
        long untilLookNanos = lookedNanos + (signalled ? Worker.LOOK_NANOS : pollNanos) - nowNanos;
        if (next == null || next.heapKey - nowNanos > untilLookNanos) {
            clock.park(Math.max(0, untilLookNanos));
        } else if (isPrompt && next.heapKey - nowNanos > Worker.LOOK_NANOS) {
            // A signal ends this park, but not the precise wait that follows.
            clock.park(next.heapKey - nowNanos - Worker.LOOK_NANOS);
        } else if (next.plan().wakesForTick()) {
            precise.until(next.heapKey, warmUp);
        } else {
            clock.park(next.heapKey - nowNanos);
        }
    }
}
