package io.github.freestep.benchmarks.jmh.handoff;

/**
 * One way to get the newest state from a writer to readers. A reader sees whole states only, and always the newest of
 * those that {@link #publish} found a place for.
 */
interface StateHandoff {
    /**
     * Copies a state and makes it the newest, if there is a place left for it. For one thread; never waits for a place.
     *
     * @param tick more than that of the state before
     * @param source {@link Payload#ARRAYS} arrays, as long as there are bodies
     * @return whether readers will find it; if not, the next is written over it
     */
    boolean publish(long tick, float[][] source);

    /** Joins as a reader; before the first state is published, since not every handoff takes one later. */
    Reader join();

    /** A reader's end. For one thread. */
    interface Reader {
        /** Looks at all arrays of the newest state, in their order; at zeros, or nothing, before the first. */
        float read(View view);
    }

    /** What a reader does with a state, array by array, starting from zero; also with one that turns out to be torn. */
    interface View {
        float fold(float carried, float[] array);
    }
}
