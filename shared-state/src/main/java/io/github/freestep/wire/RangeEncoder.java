package io.github.freestep.wire;

/**
 * Writes what {@link RangeDecoder} reads. The interval is {@code [low, low + range)}, in units of which 2^48 are the
 * whole at first.
 *
 * <p>A carry out of {@code low} can reach back through any number of units of 16 bits that are all ones. So the last
 * unit before such a run is kept in {@link #kept}, and the run as a count, and bytes that are written stay as they are.
 * Therefore {@link #mark} and {@link #back} need no copy of the bytes.
 */
final class RangeEncoder extends RangeCoder {
    private static final long WHOLE = 1L << 48;
    private static final long LEAST = 1L << 32;
    private static final int UNIT = 0xFFFF;

    /** The most zeros that are cut off at the end, in bytes. */
    static final int CUT = 6;

    private byte[] bytes = new byte[0];
    private int start;

    private long low;
    private long range;
    private int position;

    /** The unit that a carry may still change; -1 before the first. */
    private int kept;

    /** How many units of all ones follow it. */
    private int ones;

    private long markedLow;
    private long markedRange;
    private int markedPosition;
    private int markedKept;
    private int markedOnes;

    RangeEncoder(int models) {
        super(models);
    }

    void open(byte[] bytes, int offset) {
        reset();
        this.bytes = bytes;
        start = offset;
        position = offset;
        low = 0;
        range = WHOLE;
        kept = -1;
        ones = 0;
        mark();
    }

    @Override
    int code(int zero, int bit) {
        long bound = (range >>> 16) * zero;
        // Without a branch, because the bits are hard to predict.
        long one = -bit;
        low += bound & one;
        range = bound + (range - bound - bound & one);
        if (range < LEAST) {
            shift();
        }
        return bit;
    }

    @Override
    int tree(int model, int bits, int value) {
        long low = this.low;
        long range = this.range;
        int[] models = models();
        int node = 1;
        for (int shift = bits - 1; shift >= 0; shift--) {
            int bit = value >>> shift & 1;
            int state = models[model + node];
            long bound = (range >>> 16) * zero(state);
            long one = -bit;
            low += bound & one;
            range = bound + (range - bound - bound & one);
            models[model + node] = learnt(state, bit);
            node = node << 1 | bit;
            if (range < LEAST) {
                this.low = low;
                this.range = range;
                shift();
                low = this.low;
                range = this.range;
            }
        }
        this.low = low;
        this.range = range;
        return value;
    }

    @Override
    int plain(int count, int value) {
        range >>>= count;
        low += range * value;
        if (range < LEAST) {
            shift();
        }
        return value;
    }

    private void shift() {
        int unit = (int) (low >>> 32);
        if (unit == UNIT) {
            ones++;
        } else {
            emit(unit >>> 16);
            kept = unit & UNIT;
        }
        low = (low & LEAST - 1) << 16;
        range <<= 16;
    }

    private void emit(int carry) {
        if (kept >= 0) {
            put(kept + carry);
        }
        for (; ones > 0; ones--) {
            put(UNIT + carry);
        }
    }

    private void put(int unit) {
        bytes[position++] = (byte) (unit >>> 8);
        bytes[position++] = (byte) unit;
    }

    /** An upper bound of the number of bytes that {@link #finish} will have written in all. */
    int size() {
        return position - start + 2 * ones + 8;
    }

    /** Remembers the state, except for the models. */
    void mark() {
        markedLow = low;
        markedRange = range;
        markedPosition = position;
        markedKept = kept;
        markedOnes = ones;
    }

    /** Goes back to the marked state. The models keep what they learnt since, so code nothing more with a model. */
    void back() {
        low = markedLow;
        range = markedRange;
        position = markedPosition;
        kept = markedKept;
        ones = markedOnes;
    }

    /**
     * Writes the rest, as short as possible: the decoder reads zeros beyond the end.
     *
     * @return the end of the written bytes
     */
    int finish() {
        // The number in the interval that ends in the most zeros.
        int zeros = 47;
        while ((low + (1L << zeros) - 1 >>> zeros << zeros) >= low + range) {
            zeros--;
        }
        low = low + (1L << zeros) - 1 >>> zeros << zeros;
        for (int i = 0; i < 4; i++) {
            shift();
        }
        // Only what it has just written, because the decoder takes more missing bytes for a malformed datagram.
        int least = Math.max(start, position - CUT);
        while (position > least && bytes[position - 1] == 0) {
            position--;
        }
        return position;
    }
}
