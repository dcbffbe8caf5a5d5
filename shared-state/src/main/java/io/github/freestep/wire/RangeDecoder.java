package io.github.freestep.wire;

/** Reads what {@link RangeEncoder} wrote. Reads zeros beyond the end, and never throws because of what it reads. */
final class RangeDecoder extends RangeCoder {
    private static final long WHOLE = 1L << 48;
    private static final long LEAST = 1L << 32;

    private byte[] bytes = new byte[0];
    private int position;
    private int end;

    /** How far the coded number is above the interval's low end. */
    private long code;

    private long range;

    RangeDecoder(int models) {
        super(models);
    }

    void open(byte[] bytes, int offset, int end) {
        reset();
        this.bytes = bytes;
        this.end = end;
        position = offset;
        range = WHOLE;
        code = (long) unit() << 32 | (long) unit() << 16 | unit();
    }

    private int unit() {
        int at = position;
        position += 2;
        if (at + 1 < end) {
            return (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
        }
        return at < end ? (bytes[at] & 0xFF) << 8 : 0;
    }

    @Override
    int code(int zero, int ignored) {
        long bound = (range >>> 16) * zero;
        // All ones if the bit is zero. Without a branch, because the bits are hard to predict.
        long isZero = code - bound >> 63;
        code -= bound & ~isZero;
        range = bound + (range - bound - bound & ~isZero);
        if (range < LEAST) {
            shift();
        }
        return 1 + (int) isZero;
    }

    @Override
    int tree(int model, int bits, int ignored) {
        long code = this.code;
        long range = this.range;
        int[] models = models();
        int node = 1;
        for (int i = 0; i < bits; i++) {
            int state = models[model + node];
            long bound = (range >>> 16) * zero(state);
            long isZero = code - bound >> 63;
            code -= bound & ~isZero;
            range = bound + (range - bound - bound & ~isZero);
            int bit = 1 + (int) isZero;
            models[model + node] = learnt(state, bit);
            node = node << 1 | bit;
            if (range < LEAST) {
                code = code << 16 | unit();
                range <<= 16;
            }
        }
        this.code = code;
        this.range = range;
        return node - (1 << bits);
    }

    @Override
    int plain(int count, int ignored) {
        range >>>= count;
        long value = code / range;
        code -= value * range;
        // Only a malformed datagram has a value beyond the last one.
        int limited = (int) Math.min(value, (1 << count) - 1);
        if (range < LEAST) {
            shift();
        }
        return limited;
    }

    private void shift() {
        code = code << 16 | unit();
        range <<= 16;
    }

    /** Whether it has read so far beyond the end that no encoder can have written this. */
    boolean isBeyond() {
        return position > end + RangeEncoder.CUT;
    }
}
