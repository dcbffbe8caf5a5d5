package io.github.freestep.benchmarks.app.stress.handoff;

/**
 * Decides by seed what each state writes, and which states are published. Writers and readers share only this rule, so
 * a reader knows for each value the tick that wrote it last. Immutable.
 *
 * <p>A state writes nothing, everything, or for each block of 64 bodies and each kind of value: nothing, one body, a
 * run of bodies, or scattered ones. Often it writes different bodies for different kinds of values. Of seven states,
 * three are begun but not published: one alone and two in a row. What was written to these must show in the next
 * published state.
 */
record WritePlan(long seed, int bodies, int kinds) {
    private static final int CYCLE = 7;

    private static final int PUBLISHED_PER_CYCLE = 4;

    /** By place in the cycle: how many states of the cycle are published before this one. */
    private static final int[] PUBLISHED = {0, 1, 2, 2, 3, 4, 4, PUBLISHED_PER_CYCLE};

    /** Returns whether the state of a tick is published. */
    boolean isPublished(long tick) {
        int place = (int) (tick % CYCLE);
        return PUBLISHED[place + 1] > PUBLISHED[place];
    }

    /** Returns how many states are published before that of a tick. */
    long publishedBefore(long tick) {
        return tick / CYCLE * PUBLISHED_PER_CYCLE + PUBLISHED[(int) (tick % CYCLE)];
    }

    /** Returns the number of blocks of 64 bodies. */
    int blocks() {
        return (bodies + Long.SIZE - 1) / Long.SIZE;
    }

    /** Returns the bodies of a block for which the state of a tick writes a kind of value: a bit for each. */
    long written(long tick, int block, int kind) {
        long choice = tick == 0 ? 0 : mix(seed + tick * 0xD1B54A32D192ED03L);
        int form = (int) choice & 63;
        long used = block == bodies / Long.SIZE ? (1L << bodies) - 1 : -1L;
        if (form <= 16) {
            return form == 0 ? used : 0;
        }
        // In half of the states, all kinds of values are written for the same bodies.
        int which = form <= 40 ? 0 : kind;
        return used & some(mix(choice + block * 0x9E3779B97F4A7C15L + which * 0xBF58476D1CE4E5B9L));
    }

    /** Returns whether a kind of value is written by range, not body by body. */
    boolean byRange(long tick, int kind) {
        return (mix(seed - tick) >>> kind & 1) == 0;
    }

    private static long some(long random) {
        long bits = random >>> 8;
        return switch ((int) random & 7) {
            case 0, 1, 2 -> 0;
            case 3 -> 1L << bits;
            case 4 -> -1L << (bits & 63) & -1L >>> (bits >>> 6 & 63);
            case 5 -> mix(bits);
            default -> mix(bits) & mix(bits + 1) & mix(bits + 2);
        };
    }

    /** The finalizer of SplittableRandom. */
    private static long mix(long z) {
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
