package io.github.freestep.physics.watch;

import java.util.function.Supplier;

/** A run or a delivery that may hang. */
public interface Suspect {
    /** A delivery whose thread others may wait for. */
    record Delivery(Supplier<Thread> present, Runnable freesOthers) implements Suspect {
        @Override
        public Thread thread() {
            return present.get();
        }

        @Override
        public void freeOthers(long turn) {
            freesOthers.run();
        }
    }

    /** Returns the thread that runs its code at present. */
    Thread thread();

    /**
     * Returns the present turn of the worker that runs the code, for {@link #freeOthers}; 0 if the code is a delivery
     * or runs on the thread for set-ups.
     */
    default long workerTurn() {
        return 0;
    }

    /**
     * Moves what waits for a hanging call to a new thread. By default, nothing waits for it.
     *
     * @param turn the worker's turn of this call; if it is over, nothing is done
     */
    default void freeOthers(long turn) {}
}
