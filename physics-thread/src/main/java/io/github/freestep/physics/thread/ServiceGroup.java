package io.github.freestep.physics.thread;

import io.github.freestep.time.NanoClock;

/** Threads that several services share, as a service sees them. */
public interface ServiceGroup {
    NanoClock clock();

    DeliveryThread callbacks();

    DeliveryThread handlers();

    /** Returns what will step a run, which is made after it. It has no place among the threads yet. */
    RunThread thread(ThreadedRun.Settings settings);
}
