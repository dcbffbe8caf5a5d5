package io.github.freestep.internal;

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
public final class FineTimer extends SharedThread<Object> {
    private static final FineTimer SYSTEM = new FineTimer(System.getProperty("os.name", ""));

    /**
     * A day and a millisecond, which is not a multiple of 10 ms. HotSpot passes sleeps of up to three days to
     * Windows in one piece.
     */
    private static final long SLEEP_MILLIS = 86_400_001;

    /** Only on Windows, because the timers of other systems are precise without it. */
    private final boolean isNeeded;

    /**
     * Creates a timer with users of its own.
     *
     * @param osName the name of the operating system, as in the property {@code os.name}
     */
    public FineTimer(String osName) {
        this(osName, END_NANOS);
    }

    /** For tests: with the longest time to wait for the thread's end. */
    FineTimer(String osName, long endNanos) {
        super("freestep-timer", endNanos);
        isNeeded = osName.startsWith("Windows");
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
        if (isNeeded) {
            add(user);
        }
    }

    /** Sleeps, which keeps the resolution raised. For the thread. */
    @Override
    public void run() {
        while (isCurrent()) {
            try {
                Thread.sleep(SLEEP_MILLIS);
            } catch (InterruptedException e) {
                // Either the last user has left, or the interrupt was not meant for this thread.
            }
        }
    }
}
