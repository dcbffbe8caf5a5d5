package io.github.freestep.benchmarks.stress;

import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** Flaws that the harness puts into its own run, on request, to show that it would find them. */
enum Plant {
    NONE,
    /** Half of a published state is overwritten with an older one. */
    TORN,
    /** An input counts as accepted, and was never pushed. */
    LOST_INPUT,
    /** An event of the simulation's is not told. */
    LOST_EVENT,
    /** A frame shows an earlier time than the one before. */
    BACKWARD,
    /** A thread outlives the run. */
    THREAD,
    /** Each step leaves some garbage. */
    ALLOCATION;

    static void leaveThread() {
        Thread left = new Thread(LockSupport::park, "freestep-stress-planted");
        left.setDaemon(true);
        left.start();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
