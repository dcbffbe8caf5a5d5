package io.github.freestep.physics.thread;

import io.github.freestep.physics.workers.ServicePasses;

/** A run of a service, as the thread that steps it sees it. */
public interface SteppedRun {
    ServicePasses passes();

    /** Returns the name of the service, or an empty string. */
    String name();

    /** Returns the length of a tick at full speed. */
    double tickNanos();

    /** Returns whether signals wake the thread. */
    boolean isPrompt();

    /** Returns whether one thread must make all calls of the world. */
    boolean keepsThread();

    /** Returns how long a call of the user's code may take. */
    long watchdogNanos();

    /** Returns how long a thread waits for the end. */
    long closeTimeoutNanos();

    /** Notes the thread that will step the run. */
    void placedOn(Thread thread);
}
