package io.github.freestep.physics.realtime;

import io.github.freestep.time.NanoClock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Parks a thread on a high-resolution timer of Windows, which should wake it within about half a millisecond. On other
 * systems, and if the timer is refused, it parks on the clock. For one thread, which closes it; allocates nothing once
 * it is compiled.
 *
 * <p>No other thread can end such a park, so it is only for waits of milliseconds.
 */
public final class WaitableTimer implements NanoClock {
    /** The unit of due times, in nanoseconds. */
    private static final int UNIT_NANOS = 100;

    /** If the timer does not fire for so long after its due time, it never does. */
    private static final int PATIENCE_MILLIS = 100;

    private static final int MILLI = 1_000_000;
    private static final long NONE = 0;

    private final NanoClock clock;

    /** Finds the calls; null once that was tried. */
    private @Nullable Supplier<@Nullable TimerCalls> finder;

    private @Nullable TimerCalls calls;
    private long handle = NONE;

    /** The timer of this system, for a clock that reads the system's time. For another clock, parks on the clock. */
    public WaitableTimer(NanoClock clock) {
        this(clock, ifReal(clock, TimerCalls::find));
    }

    WaitableTimer(NanoClock clock, Supplier<@Nullable TimerCalls> finder) {
        this.clock = clock;
        this.finder = finder;
    }

    /** The parks of other clocks, such as virtual ones, may pass no real time. */
    static Supplier<@Nullable TimerCalls> ifReal(NanoClock clock, Supplier<@Nullable TimerCalls> finder) {
        return clock == NanoClock.system() ? finder : () -> null;
    }

    @Override
    public long nanoTime() {
        return clock.nanoTime();
    }

    @Override
    public void park(long nanos) {
        if (!parkOnTimer(nanos)) {
            clock.park(nanos);
        }
    }

    @Override
    public void spin() {
        clock.spin();
    }

    private boolean parkOnTimer(long nanos) {
        if (finder != null) {
            open(finder);
        }
        if (handle == NONE) {
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
            // Parks on the clock instead.
        }
    }

    /** Gives the timer back. Further parks are on the clock. */
    public void close() {
        finder = null;
        long open = handle;
        handle = NONE;
        if (open != NONE) {
            calls.close(open);
        }
    }
}
