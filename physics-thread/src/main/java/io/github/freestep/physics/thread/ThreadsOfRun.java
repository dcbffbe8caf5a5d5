package io.github.freestep.physics.thread;

/** Says which threads step a run. For any thread. */
public interface ThreadsOfRun {
    /** Returns whether a thread sets up or steps this run. */
    boolean runs(Thread thread);
}
