package io.github.freestep.physics.watch;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.watch.UserCode.Call;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reports each call of the user's code that does not return, and frees what waits for it. Never waits for the thread
 * that hangs. For the watchdog's thread.
 */
public final class HangWatch {
    /** A world may take some seconds to load, so only a longer set-up is reported to a person. */
    private static final long SET_UP_NANOS = 10_000_000_000L;

    private final Suspect suspect;
    private final UserCode code;
    private final HangCheck check;

    /** Reports a call that hangs. */
    public interface Reports {
        /**
         * Reports a call to the metrics and the recorder of the run.
         *
         * @param what says what hangs, for how long, and what to do
         * @param where has the stack of the thread
         * @return what reports the call to a person
         */
        Runnable hung(String what, long tick, Throwable where);
    }

    /**
     * The mark of the newest call that hangs or has hung, or -1 before the first one. Volatile, because threads of
     * senders read it.
     */
    private volatile long hangingMark = -1;

    private long hangingNanos;

    /** Reports the set-up that hangs now to a person; null if none hangs, or if it was reported. */
    private @Nullable Runnable setUp;

    /**
     * Creates a watch.
     *
     * @param suspect the run or delivery to watch
     * @param code the marks of its calls
     * @param limitNanos how long a call may last
     */
    public HangWatch(Suspect suspect, UserCode code, long limitNanos) {
        this.suspect = suspect;
        this.code = code;
        check = new HangCheck(limitNanos, System.nanoTime());
    }

    public void check(long now, Reports reports) {
        long mark = code.mark();
        long lastsNanos = check.check(mark, now);
        if (lastsNanos > 0) {
            hangingMark = mark;
            report(mark, lastsNanos, reports);
            hangingNanos = now;
        }
        if (mark != hangingMark) {
            setUp = null;
        } else if (mark == code.mark()) {
            suspect.freeOthers();
            if (setUp != null && now - hangingNanos >= SET_UP_NANOS) {
                setUp.run();
                setUp = null;
            }
        }
    }

    /** Returns whether a call that was reported has still not returned. For any thread. */
    public boolean hangs() {
        return hangingMark == code.mark();
    }

    private void report(long mark, long lastsNanos, Reports reports) {
        long tick = code.tick();
        Throwable where = Threads.where(suspect.thread());
        Call call = UserCode.call(mark);
        if (call == null || code.mark() != mark) {
            // The call has just returned, and the stack shows another place.
            return;
        }
        Runnable tell = reports.hung(text(call, tick, lastsNanos), tick, where);
        if (call == Call.SET_UP) {
            setUp = tell;
        } else {
            tell.run();
        }
    }

    private String text(Call call, long tick, long lastsNanos) {
        return call.text(tick) + " has not returned for "
                + TimeUnit.NANOSECONDS.toMillis(lastsNanos) + " ms on "
                + suspect.thread().getName()
                + "; let it return (its stack trace shows where it is), allow more time with watchdog, or"
                + " switch it off in a debugger, with watchdog(Duration.ZERO)";
    }
}
