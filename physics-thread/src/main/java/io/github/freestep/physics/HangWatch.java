package io.github.freestep.physics;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.workers.HangCheck;
import io.github.freestep.physics.workers.UserCode;
import io.github.freestep.physics.workers.Watchdog;
import io.github.freestep.state.State;
import java.util.concurrent.TimeUnit;

/**
 * Reports each call of the user's code that does not return, to the events, the metrics and the flight recorder. For
 * the watchdog's thread. Never waits for the thread that hangs.
 */
final class HangWatch implements Watchdog.Watched {
    private final Suspect suspect;
    private final UserCode code;
    private final PhysicsMetrics metrics;
    private final Events events;
    private final long limitNanos;
    private final HangCheck check;

    /** The mark of the newest call that hangs, or has hung; no mark before the first. */
    private long hangingMark = -1;

    /** A run that may hang. */
    interface Suspect {
        /** Returns the present stepping thread. */
        Thread thread();

        /** Returns the present turn of the worker that has the run. */
        long workerTurn();

        /** Lets a new thread take over the other runs of the worker, if this turn still lasts. */
        void takeOver(long turn);

        /** Counts a hang for the worker that has the run. */
        void countHungStep();
    }

    /**
     * Creates a watch that has not begun.
     *
     * @param suspect the run under watch
     * @param limitNanos how long a call may last; {@link PhysicsBuilder#NO_WATCHDOG} for a watch that never begins
     */
    HangWatch(Suspect suspect, Core core, long limitNanos) {
        this.suspect = suspect;
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
            hangingMark = mark;
            report(mark, lastsNanos);
        }
        long turn = suspect.workerTurn();
        if (mark == hangingMark && mark == code.mark()) {
            // The call began before the turn was read and has not returned, so this is the turn of the call.
            suspect.takeOver(turn);
        }
    }

    private void report(long mark, long lastsNanos) {
        long tick = code.tick();
        long simulationNanos = code.simulationNanos();
        Throwable where = Threads.where(suspect.thread());
        if (code.mark() != mark) {
            // The call has just returned, and the stack shows another place.
            return;
        }
        PhysicsException cause =
                new PhysicsException(metrics.prefix() + text(mark, tick, lastsNanos), tick, State.NO_SLOT, where);
        metrics.hungStep();
        suspect.countHungStep();
        events.hungStep(tick, simulationNanos, cause);
        JfrEvents.hungStep(metrics, tick, cause, where.getStackTrace());
    }

    private String text(long mark, long tick, long lastsNanos) {
        return UserCode.call(mark).text(tick) + " has not returned for "
                + TimeUnit.NANOSECONDS.toMillis(lastsNanos) + " ms on "
                + suspect.thread().getName()
                + "; let it return from the place in the cause, allow more time with watchdog, or use"
                + " withoutWatchdog in a debugger";
    }
}
