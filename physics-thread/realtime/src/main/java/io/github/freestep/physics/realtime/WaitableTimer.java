package io.github.freestep.physics.realtime;

import io.github.freestep.physics.thread.ParkTimer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Parks a thread on a high-resolution timer of Windows, which should wake it within about half a millisecond. On other
 * systems, and if the timer is refused, it does not park. For one thread, which closes it; allocates nothing once it is
 * compiled.
 *
 * <p>No other thread can end such a park, so it is only for waits of milliseconds.
 */
final class WaitableTimer implements ParkTimer {
    /** The unit of due times, in nanoseconds. */
    private static final int UNIT_NANOS = 100;

    /** If the timer does not fire for so long after its due time, it never does. */
    private static final int PATIENCE_MILLIS = 100;

    private static final int MILLI = 1_000_000;
    private static final long NONE = 0;

    /** Finds the calls; null once that was tried. */
    private @Nullable Supplier<@Nullable TimerCalls> finder;

    private @Nullable TimerCalls calls;
    private long handle = NONE;

    WaitableTimer(Supplier<@Nullable TimerCalls> finder) {
        this.finder = finder;
    }

    @Override
    public boolean park(long nanos) {
        if (finder != null) {
            open(finder);
        }
        if (handle == NONE || calls == null) {
            return false;
        }
        // Rounded up, because a park must not end early. Negative times are relative to now.
        boolean hasFired = calls.set(handle, -((nanos + UNIT_NANOS - 1) / UNIT_NANOS))
                && calls.await(handle, (int) (nanos / MILLI) + PATIENCE_MILLIS);
        if (!hasFired) {
            close();
        }
        return hasFired;
    }

    private void open(Supplier<@Nullable TimerCalls> with) {
        finder = null;
        try {
            calls = with.get();
            handle = calls != null && calls.isAllowed() ? calls.create() : NONE;
        } catch (Throwable noCall) {
            // The caller parks otherwise.
        }
    }

    @Override
    public void close() {
        finder = null;
        long open = handle;
        handle = NONE;
        if (open != NONE && calls != null) {
            calls.close(open);
        }
    }
}
