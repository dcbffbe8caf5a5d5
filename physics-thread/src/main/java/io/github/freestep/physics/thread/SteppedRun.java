package io.github.freestep.physics.thread;

import io.github.freestep.physics.workers.ServicePasses;

/** A run of a service, as the thread that steps it sees it. */
public interface SteppedRun {
    ServicePasses passes();

    /** Notes the thread that will step the run. */
    void placedOn(Thread thread);

    /**
     * What the builder has set, for a group.
     *
     * @param name the name of the service, or an empty string
     * @param tickNanos the length of a tick at full speed
     * @param isPrompt whether signals wake the thread
     * @param keepsThread whether one thread must make all calls of the world
     * @param closeTimeoutNanos how long a thread waits for the end
     * @param watchdogNanos how long a call of the user's code may take
     */
    record Settings(
            String name,
            double tickNanos,
            boolean isPrompt,
            boolean keepsThread,
            long closeTimeoutNanos,
            long watchdogNanos) {}
}
