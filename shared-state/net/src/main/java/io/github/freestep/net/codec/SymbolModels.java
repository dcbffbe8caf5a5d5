package io.github.freestep.net.codec;

import java.util.Arrays;

/**
 * Adaptive models of symbols from 0 to 15. For one thread; allocates nothing.
 *
 * <p>A model has 16 sums in 32768ths: for each symbol, the sum of the probabilities of all symbols below it. Four sums
 * share a long, and a few operations on longs move all of them towards the symbol that was seen: at first by 1/4 of the
 * way, later by 1/32. So a symbol takes one step of the coder. Rejected: a tree of four bits, each with an adaptive
 * probability. Its steps wait for each other, and it saves only 1.3 % of the bytes.
 */
final class SymbolModels {
    static final int SYMBOLS = 16;

    /** The bits of the sum of all probabilities. A lane of 16 bits has one to spare. */
    static final int TOTAL_BITS = 15;

    static final int TOTAL = 1 << TOTAL_BITS;

    private static final int LANE_BITS = 16;
    private static final int LANES = Long.SIZE / LANE_BITS;
    static final int LONGS = SYMBOLS / LANES;
    private static final int LANE = (1 << LANE_BITS) - 1;

    /** One in each lane. */
    private static final long EACH = 0x0001_0001_0001_0001L;

    private static final long TOPS = EACH << TOTAL_BITS;

    /** The least probability of a symbol. It is added to the sums when they are used. */
    private static final int LEAST = 8;

    private static final int MOST = TOTAL - SYMBOLS * LEAST;

    /** The share by which a model moves, as a shift, for the n-th symbol that it sees. */
    private static final byte[] SHIFTS = {2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5};

    private static final int LAST_SHIFT = 5;

    /** At first, each symbol is by a tenth less likely than the one below. */
    private static final double START = 0.9;

    /** What {@link #LEAST} adds to each sum. */
    private static final long[] ADDED = new long[LONGS];

    /** For each shift and each symbol, the shifted sums that a model would have if no other symbol were possible. */
    private static final long[] TARGETS = new long[(LAST_SHIFT + 1) * SYMBOLS * LONGS];

    static final long[] FIRST;

    static {
        for (int i = 0; i < SYMBOLS; i++) {
            int lane = i % LANES * LANE_BITS;
            ADDED[i / LANES] |= (long) (i * LEAST) << lane;
            for (int at = 0; at < TARGETS.length; at += LONGS) {
                int shift = at / LONGS / SYMBOLS;
                int symbol = at / LONGS % SYMBOLS;
                TARGETS[at + i / LANES] |= symbol < i ? (long) (MOST >> shift) << lane : 0;
            }
        }
        FIRST = sums(weights());
    }

    private final long[] sums;
    private final byte[] seen;

    /** What they are at the start of a datagram. */
    private final long[] sumsAtStart;

    private final byte[] seenAtStart;

    /** @param learnt the sums of the last models, which have learnt before */
    SymbolModels(int models, long[] learnt) {
        sums = new long[models * LONGS];
        seen = new byte[models];
        sumsAtStart = new long[sums.length];
        seenAtStart = new byte[models];
        for (int i = 0; i < sums.length; i++) {
            sumsAtStart[i] = FIRST[i % LONGS];
        }
        System.arraycopy(learnt, 0, sumsAtStart, sums.length - learnt.length, learnt.length);
        Arrays.fill(seenAtStart, models - learnt.length / LONGS, models, (byte) (SHIFTS.length - 1));
    }

    /** Returns how likely symbols are of which nothing is known. */
    static double[] weights() {
        double[] weights = new double[SYMBOLS];
        double weight = 1;
        for (int i = 0; i < SYMBOLS; i++) {
            weights[i] = weight;
            // Not a power, which may differ between JVMs.
            weight *= START;
        }
        return weights;
    }

    /** Returns the sums of a model in which the symbols have these weights. */
    static long[] sums(double[] weights) {
        double whole = Arrays.stream(weights).sum();
        long[] sums = new long[LONGS];
        double below = 0;
        for (int i = 0; i < SYMBOLS; i++) {
            sums[i / LANES] |= (long) (MOST * below / whole) << i % LANES * LANE_BITS;
            below += weights[i];
        }
        return sums;
    }

    /** Begins a datagram. */
    void reset() {
        System.arraycopy(seenAtStart, 0, seen, 0, seen.length);
        System.arraycopy(sumsAtStart, 0, sums, 0, sums.length);
    }

    /** Returns the sum of the probabilities of all symbols below the given one, which may be {@link #SYMBOLS}. */
    int below(int model, int symbol) {
        if (symbol == SYMBOLS) {
            return TOTAL;
        }
        // Shifts instead of signed divisions by 4, the lanes. A long is shifted modulo 64.
        int sum = (int) (sums[model * LONGS + (symbol >>> 2)] >>> symbol * LANE_BITS) & LANE;
        return sum + symbol * LEAST;
    }

    /**
     * Finds the greatest symbol for which the sum of all symbols below is not above a value.
     *
     * @param value from 0 to below {@link #TOTAL}
     */
    int find(int model, int value) {
        int at = model * LONGS;
        // In each lane, the upper bit remains if the sum is not above the value.
        long values = EACH * value | TOPS;
        int notAbove = 0;
        for (int i = 0; i < LONGS; i++) {
            notAbove += Long.bitCount(values - sums[at + i] - ADDED[i] & TOPS);
        }
        return notAbove - 1;
    }

    void learn(int model, int symbol) {
        int n = seen[model];
        seen[model] = (byte) Math.min(n + 1, SHIFTS.length - 1);
        int shift = SHIFTS[n];
        long mask = EACH * (LANE >>> 1 + shift);
        int at = model * LONGS;
        int target = (shift * SYMBOLS + symbol) * LONGS;
        for (int i = 0; i < LONGS; i++) {
            long sum = sums[at + i];
            sums[at + i] = sum - (sum >>> shift & mask) + TARGETS[target + i];
        }
    }
}
