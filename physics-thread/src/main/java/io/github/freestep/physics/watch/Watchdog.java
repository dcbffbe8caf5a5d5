package io.github.freestep.physics.watch;

import io.github.freestep.internal.SharedThread;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Checks at intervals whether the user's code hangs, on a daemon thread {@code freestep-watchdog}. All services of the
 * process share that thread, which runs from the first to the last of them. Safe for use by any number of threads.
 */
public final class Watchdog extends SharedThread<Watchdog.Watched> {
    /** The watchdog that all services of the process share. */
    public static final Watchdog SYSTEM = new Watchdog();

    /** The longest time between two checks, so that nothing stays unwatched for long after a failure. */
    private static final long MOST_NANOS = 1_000_000_000;

    /** Code under watch. */
    public interface Watched {
        /** Returns the wall time from one check to the next. Must not change. */
        long everyNanos();

        /**
         * Looks for a hang, also more often than that if others are watched more often. Called on the watchdog's
         * thread, and perhaps once more just after the release.
         */
        void check(long now);
    }

    /** For tests, and for {@link #SYSTEM}. */
    Watchdog() {
        super("freestep-watchdog", END_NANOS);
    }

    /** Begins to check. If the thread cannot be started, nothing is checked until the next call can start it. */
    public void watch(Watched watched) {
        add(watched);
        // The thread may be in a sleep that is longer than the time between checks of the new user.
        LockSupport.unpark(thread());
    }

    /** Checks all code under watch at its intervals. For the thread. */
    @Override
    public void run() {
        while (isCurrent()) {
            LockSupport.parkNanos(this, checkAll());
            // Clears an interrupt, with which every park would return at once.
            Thread.interrupted();
        }
    }

    private long checkAll() {
        long everyNanos = MOST_NANOS;
        try {
            List<Watched> all = users();
            // Without an iterator: with a full heap, each one would cost a collection.
            for (int i = 0; i < all.size(); i++) {
                Watched watched = all.get(i);
                everyNanos = Math.min(everyNanos, watched.everyNanos());
                check(watched);
            }
        } catch (Throwable failure) {
            // Such as a full heap. The next round may succeed.
        }
        return everyNanos;
    }

    /** A check that fails, such as with a full heap, must not keep others from theirs. */
    private static void check(Watched watched) {
        try {
            watched.check(System.nanoTime());
        } catch (Throwable failure) {
            // The next round may succeed.
        }
    }
}
