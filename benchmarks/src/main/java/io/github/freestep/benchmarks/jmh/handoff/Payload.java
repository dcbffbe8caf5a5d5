package io.github.freestep.benchmarks.jmh.handoff;

/** The state that every handoff carries: a position and an orientation per body, one array per component. */
final class Payload {
    static final int ARRAYS = 7;

    /**
     * The number of states in a queue or ring. A state buffer with one reader has nine; this is the nearest power
     * of two.
     */
    static final int PLACES = 8;

    private static final int FLOATS_PER_CACHE_LINE = 16;

    private Payload() {}

    static float[][] allocate(int bodies) {
        return new float[ARRAYS][bodies];
    }

    static void copy(float[][] source, float[][] target) {
        for (int i = 0; i < ARRAYS; i++) {
            System.arraycopy(source[i], 0, target[i], 0, source[i].length);
        }
    }

    static float fold(float[][] state, StateHandoff.View view) {
        float carried = 0;
        for (float[] array : state) {
            carried = view.fold(carried, array);
        }
        return carried;
    }

    /** Reads one float per cache line. This moves each line to the reader's core, and takes little time beyond that. */
    static float sample(float carried, float[] array) {
        float sum = carried;
        for (int i = 0; i < array.length; i += FLOATS_PER_CACHE_LINE) {
            sum += array[i];
        }
        return sum;
    }
}
