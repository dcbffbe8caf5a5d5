package io.github.freestep.physics.realtime;

import org.jspecify.annotations.Nullable;

/** The calls of Windows for high-resolution timers. A handle is for one thread. */
interface TimerCalls {
    /** Returns whether the JVM lets this module make native calls without a warning. No other method may come first. */
    boolean isAllowed();

    /** Returns the handle of a new timer; 0 if the system has none, as before Windows 10 version 1803. */
    long create();

    /**
     * Sets a timer to fire once.
     *
     * @param due in units of 100 ns; negative times are relative to now
     * @return false if that failed
     */
    boolean set(long handle, long due);

    /** Waits until a timer fires. Returns false if it has not in that time, or if that failed. */
    boolean await(long handle, int millis);

    void close(long handle);

    /** Returns the calls of this system; null if there are none, or if this jar has none for this JDK. */
    static @Nullable TimerCalls find() {
        return find(System.getProperty("os.name", ""));
    }

    static @Nullable TimerCalls find(String system) {
        return system.startsWith("Windows") ? NativeCalls.find("WindowsTimer", TimerCalls.class) : null;
    }
}
