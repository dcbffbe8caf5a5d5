package io.github.freestep.benchmarks.jmh.handoff;

/**
 * A way to pass the newest state from a writer to readers. A reader sees only whole states, and always the newest of
 * those for which {@link #publish} found a place.
 */
interface StateHandoff {
    /**
     * Copies a state and, if there is a place for it, makes it the newest. For one thread. Never waits for a place.
     *
     * @param tick the number of the state, greater than that of the state before
     * @param source {@link Payload#ARRAYS} arrays, one value per body
     * @return whether readers can find the state; if not, the next state overwrites it
     */
    boolean publish(long tick, float[][] source);

    /**
     * Joins as a reader. Call this before the first state is published, because not every handoff accepts
     * later readers.
     */
    Reader join();

    /** The reading end of a handoff. For one thread. */
    interface Reader {
        /** Folds all arrays of the newest state, in order. Before the first state, it folds zeros or nothing. */
        float read(View view);
    }

    /**
     * Adds one array of a state to a sum, which starts at zero. The state may be torn; the handoff then discards
     * the sum.
     */
    interface View {
        float fold(float carried, float[] array);
    }
}
