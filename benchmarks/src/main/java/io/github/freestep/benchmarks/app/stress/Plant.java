package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.internal.Threads;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** Flaws that a run plants in itself on request, to prove that it finds them. */
enum Plant {
    NONE,
    /** Half of a published state is overwritten with an older one. */
    TORN,
    /** A state is overwritten with a newer one while a reader holds it. */
    OVERWRITTEN,
    /** An input is counted as accepted, but never pushed. */
    LOST_INPUT,
    /** The simulation does not raise an event. */
    LOST_EVENT,
    /** A frame shows an earlier time than the one before. */
    BACKWARD,
    /** A step never returns, and an interrupt does not help. */
    HANG,
    /** A thread outlives the run. */
    THREAD,
    /** Each step leaves some garbage. */
    ALLOCATION,
    /** Each frame of the first reader leaves some garbage. */
    FRAME_ALLOCATION;

    static final int BYTES = 100;

    /** Never returns, not even when interrupted. */
    static void hang() {
        while (true) {
            LockSupport.park();
            Thread.interrupted();
        }
    }

    static void leaveThread() {
        Threads.start(LockSupport::park, "freestep-stress-planted");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
