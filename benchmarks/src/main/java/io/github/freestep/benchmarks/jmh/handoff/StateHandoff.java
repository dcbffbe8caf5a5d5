package io.github.freestep.benchmarks.jmh.handoff;

/**
 * A way to pass the newest state from a writer to readers. A reader sees only whole states, and always the newest of
 * those for which {@link #publish} found a place.
 */
interface StateHandoff {
    /**
     * Copies a state and makes it the newest, if there is a place for it. For one thread; never waits for a place.
     *
     * @param tick its number, greater than that of the state before
     * @param source {@link Payload#ARRAYS} arrays, one value per body
     * @return whether readers can find it; if not, the next state overwrites it
     */
    boolean publish(long tick, float[][] source);

    /**
     * Joins as a reader. Call this before the first state is published, because not every handoff accepts
     * later readers.
     */
    Reader join();

    /** The end of a reader. For one thread. */
    interface Reader {
        /** Reads all arrays of the newest state in order; before the first state, zeros or nothing. */
        float read(View view);
    }

    /** Folds a state array by array, starting from zero; may be given a torn state whose result is then discarded. */
    interface View {
        float fold(float carried, float[] array);
    }
}
