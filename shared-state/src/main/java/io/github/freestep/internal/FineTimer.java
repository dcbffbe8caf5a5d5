package io.github.freestep.internal;

import org.jspecify.annotations.Nullable;

/**
 * Raises the resolution of Windows' timer from 15.6 ms to 1 ms while at least one user needs precise waits. Does
 * nothing on other systems. Safe for use by any number of threads; not for users of Freestep.
 *
 * <p>HotSpot raises the resolution while any thread of the process is in a {@link Thread#sleep} whose length is not a
 * multiple of 10 ms. So this class keeps one daemon thread, {@code freestep-timer}, in such a sleep, from the first
 * user to the last. Windows 11 may lower the resolution again while all windows of the process are hidden. On a virtual
 * machine that does not raise the resolution for a sleep, waits stay as coarse as without this class.
 *
 * <p>The start and end of the thread were tested on Linux. Its effect on the timer was not tested, for lack
 * of a Windows machine.
 */
public final class FineTimer {
    private static final FineTimer SYSTEM = new FineTimer(System.getProperty("os.name", ""));

    /**
     * A day and a millisecond, which is not a multiple of 10 ms. HotSpot passes sleeps of up to three days to
     * Windows in one piece.
     */
    private static final long SLEEP_MILLIS = 86_400_001;

    /** Null except on Windows, because the timers of other systems are precise without it. */
    private final @Nullable SharedThread<Object> thread;

    /**
     * Creates a timer with users of its own.
     *
     * @param osName the name of the operating system, as in the property {@code os.name}
     */
    public FineTimer(String osName) {
        thread = osName.startsWith("Windows") ? new SharedThread<>("freestep-timer", FineTimer::sleep) : null;
    }

    /** For tests: as on Windows, with the longest time to wait for the thread's end. */
    FineTimer(long endNanos) {
        thread = new SharedThread<>("freestep-timer", FineTimer::sleep, endNanos);
    }

    /**
     * Returns the timer that all services and frame loops of the process share.
     *
     * @return always the same timer
     */
    public static FineTimer system() {
        return SYSTEM;
    }

    /**
     * Raises the resolution until the user releases it. A second call by the same user does nothing. If the thread
     * cannot be started, the resolution stays as it was; the next user's call tries again. A coarse timer is no
     * reason to end a service, and the service's metrics show late ticks.
     *
     * @param user the user that needs precise waits; compared by identity
     */
    public void raise(Object user) {
        if (thread != null) {
            thread.add(user);
        }
    }

    /**
     * Releases the resolution for one user. The last user's release ends the thread. Does nothing for a user that has
     * not raised it.
     *
     * @param user the user that raised the resolution
     */
    public void release(Object user) {
        if (thread != null) {
            thread.remove(user);
        }
    }

    /**
     * Returns the thread that keeps the resolution raised.
     *
     * @return the thread; null while there is none
     */
    public @Nullable Thread sleeper() {
        return thread == null ? null : thread.thread();
    }

    private static void sleep(SharedThread<Object> thread) {
        while (thread.isCurrent()) {
            try {
                Thread.sleep(SLEEP_MILLIS);
            } catch (InterruptedException e) {
                // Either the last user has left, or the interrupt was not meant for this thread.
            }
        }
    }
}
