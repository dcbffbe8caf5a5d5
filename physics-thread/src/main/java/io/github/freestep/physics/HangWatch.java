package io.github.freestep.physics;

import io.github.freestep.internal.Threads;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Reports each call of the user's code that does not return, to the events, the metrics and the flight recorder. For
 * the watchdog's thread. Never waits for the thread that hangs.
 */
final class HangWatch implements Watchdog.Watched {
    private final Supplier<Thread> thread;
    private final UserCode code;
    private final PhysicsMetrics metrics;
    private final Events events;
    private final long limitNanos;
    private final HangCheck check;

    /**
     * Creates a watch that has not begun.
     *
     * @param thread returns the present stepping thread
     * @param limitNanos how long a call may last; {@link PhysicsBuilder#NO_WATCHDOG} for a watch that never begins
     */
    HangWatch(Supplier<Thread> thread, Core core, long limitNanos) {
        this.thread = thread;
        code = core.userCode();
        metrics = core.metrics();
        events = core.events();
        this.limitNanos = limitNanos;
        check = new HangCheck(limitNanos, System.nanoTime());
    }

    void begin() {
        if (limitNanos != PhysicsBuilder.NO_WATCHDOG) {
            Watchdog.system().watch(this);
        }
    }

    /** Ends the watch. For any thread. */
    void end() {
        if (limitNanos != PhysicsBuilder.NO_WATCHDOG) {
            Watchdog.system().release(this);
        }
    }

    @Override
    public long everyNanos() {
        return check.everyNanos();
    }

    @Override
    public void check(long now) {
        long mark = code.mark();
        long lastsNanos = check.check(mark, now);
        if (lastsNanos > 0) {
            report(mark, lastsNanos);
        }
    }

    private void report(long mark, long lastsNanos) {
        long tick = code.tick();
        long simulationNanos = code.simulationNanos();
        Thread hangs = thread.get();
        Throwable where = Threads.where(hangs);
        if (code.mark() != mark) {
            // The call has just returned, and the stack shows another place.
            return;
        }
        PhysicsException cause = new PhysicsException(
                metrics.prefix() + text(mark, tick, hangs, lastsNanos), tick, PhysicsException.NO_SLOT, where);
        metrics.hungStep();
        events.hungStep(tick, simulationNanos, cause);
        JfrEvents.hungStep(metrics, tick, cause, where.getStackTrace());
    }

    private static String text(long mark, long tick, Thread hangs, long lastsNanos) {
        return UserCode.call(mark).text(tick) + " has not returned for "
                + TimeUnit.NANOSECONDS.toMillis(lastsNanos) + " ms on " + hangs.getName()
                + "; let it return from the place in the cause, allow more time with watchdog, or use"
                + " withoutWatchdog in a debugger";
    }
}
