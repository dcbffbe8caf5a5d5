package io.github.freestep.physics.spi;

/**
 * Settings of threads for which Java has no call. The core finds the implementation by {@link java.util.ServiceLoader}.
 * For any thread; may allocate. Methods throw an {@link IllegalStateException} if the system refuses, which says what
 * is missing and what to do.
 */
public interface ThreadSystem {
    /**
     * Returns the system's number of the calling thread, above 0.
     *
     * @param option the option that needs it, for the message
     */
    int thread(String option);

    /** Gives a thread a real-time priority, which the threads that it starts do not inherit. */
    void setPriority(int thread, int priority);

    /** Takes the real-time priority back. */
    void clearPriority(int thread);

    /** Lets a thread run on one processor only, and all threads that it starts from now on. */
    void setProcessor(int thread, int number);

    /** Returns a new timer for precise waits in real time, for one thread, which closes it. */
    ParkTimer timer();
}
