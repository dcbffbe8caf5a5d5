package io.github.freestep.physics.realtime;

/**
 * The system calls that decide when and where a thread runs. For any thread; may allocate. Methods that request
 * something return 0, or an errno.
 */
interface Kernel {
    /** The errno if the caller lacks permission (EPERM). */
    int NOT_PERMITTED = 1;

    /** The errno if a value does not exist on this machine, such as a processor (EINVAL). */
    int INVALID = 22;

    /** The errno if the C library or the system has no such call (ENOSYS). */
    int NO_SUCH_CALL = 38;

    /** Returns whether the JVM lets this module make native calls without a warning. No other method may come first. */
    boolean isAllowed();

    /**
     * Returns the thread id of the calling thread, above 0.
     *
     * @throws IllegalStateException if the system does not say it
     */
    int thread();

    /** Gives a thread a real-time priority, which the threads that it starts do not inherit. */
    int realTime(int thread, int priority);

    /** Takes the real-time priority back. */
    int ordinary(int thread);

    /** Lets a thread run on one processor only, and all threads that it starts from now on. */
    int processor(int thread, int number);
}
