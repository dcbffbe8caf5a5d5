package io.github.freestep.benchmarks.jmh.handoff;

/** What every handoff carries: for each body a position and an orientation, one array per component. */
final class Payload {
    static final int ARRAYS = 7;

    /** States in a queue or ring: the power of two next to the nine of a channel with one reader. */
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

    /** What benchmarks look at: enough to bring each cache line to the reader, little enough to measure that. */
    static float sample(float carried, float[] array) {
        float sum = carried;
        for (int i = 0; i < array.length; i += FLOATS_PER_CACHE_LINE) {
            sum += array[i];
        }
        return sum;
    }
}
