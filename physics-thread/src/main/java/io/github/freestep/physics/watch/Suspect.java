package io.github.freestep.physics.watch;

/** A run or a delivery that may hang. */
public interface Suspect {
    /** Returns the thread that runs its code at present. */
    Thread thread();

    /**
     * Returns the present turn of the worker that runs the code, for {@link #freeOthers}; 0 if no worker runs it, but a
     * thread for deliveries or set-ups.
     */
    default long workerTurn() {
        return 0;
    }

    /**
     * Lets another thread call what waits for a hanging call. By default, nothing waits for it.
     *
     * @param turn the worker's turn of this call; if it is over, nothing is done
     */
    default void freeOthers(long turn) {}
}
