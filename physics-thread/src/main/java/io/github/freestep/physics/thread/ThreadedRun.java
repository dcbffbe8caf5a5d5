package io.github.freestep.physics.thread;

/** A run of a service, as the thread that steps it sees it. */
public interface ThreadedRun {
    Passes passes();

    /** Lets the run end soon. For any thread. */
    void requestStop();

    /** Returns whether a thread runs code of the service, so that it must not wait for the end. For any thread. */
    boolean isOwnThread(Thread thread);

    /** Returns whether closing the run would return without a wait, if nothing steps it any more. For any thread. */
    boolean isQuiet();

    /**
     * Returns whether every part has ended, no future is open and no callback runs. For any thread; needs no memory.
     */
    boolean hasDeliveredAll();

    /** Returns whether a failure has ended the run. Needs no memory. For any thread. */
    boolean hasFailed();

    /** Says in one sentence what is wrong with the run, or that it is healthy. For any thread. */
    String sentence();

    /**
     * What the builder has set, for a group.
     *
     * @param name the name of the service, or an empty string
     * @param tickNanos the length of a tick at full speed
     * @param closeTimeoutNanos how long a thread waits for the end
     * @param watchdogNanos how long a call of the user's code may take
     */
    record Settings(String name, double tickNanos, long closeTimeoutNanos, long watchdogNanos) {}
}
