package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.scenes.Scene;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** Flaws that the harness puts into its own run, on request, to show that it would find them. */
enum Plant {
    NONE,
    /** Half of a published state is overwritten with an older one. */
    TORN,
    /** A state is overwritten with a newer one while a reader holds it. */
    OVERWRITTEN,
    /** An input counts as accepted, and was never pushed. */
    LOST_INPUT,
    /** An event of the simulation's is not told. */
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

    /** For ever; and never mind who interrupts. */
    static void hang() {
        while (true) {
            LockSupport.park();
            Thread.interrupted();
        }
    }

    static void leaveThread() {
        Thread left = new Thread(LockSupport::park, "freestep-stress-planted");
        left.setDaemon(true);
        left.start();
    }

    /**
     * @throws IllegalArgumentException if nobody would find it there
     */
    void checkFor(Scene scene) {
        if (this == ALLOCATION && scene.engineAllocates()) {
            throw new IllegalArgumentException(
                    "--plant is allocation, which is not to be found where an engine allocates"
                            + " anyway; give another --simulation");
        }
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
