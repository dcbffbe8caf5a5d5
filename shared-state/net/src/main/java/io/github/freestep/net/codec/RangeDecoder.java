package io.github.freestep.net.codec;

/** Reads what {@link RangeEncoder} wrote. Reads zeros beyond the end, and never throws because of what it reads. */
public final class RangeDecoder extends RangeCoder {
    /** How many bytes it reads ahead. */
    static final int AHEAD = 6;

    /** If a zero has this probability, the decoder tries a zero first. */
    private static final int SURE = SymbolModels.TOTAL * 7 / 8;

    private byte[] bytes = new byte[0];
    private int position;
    private int end;

    /** How many bits without a model were read, backwards from the end. */
    private int bitsRead;

    /** How far the coded number is above the interval's low end. */
    private long code;

    private long range;

    public RangeDecoder(CoderModels models) {
        super(models);
    }

    /** @param offset at least 8 */
    public void open(byte[] bytes, int offset, int end) {
        reset();
        this.bytes = bytes;
        this.end = end;
        position = offset;
        bitsRead = 0;
        range = RangeEncoder.WHOLE;
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
    int bit(int model, int ignored) {
        long bound = (range >>> 16) * zero(model);
        // All ones if the bit is zero. Without a branch, because the bits are hard to predict.
        long isZero = code - bound >> 63;
        code -= bound & ~isZero;
        range = bound + (range - bound - bound & ~isZero);
        if (range < RangeEncoder.LEAST) {
            shift();
        }
        int bit = 1 + (int) isZero;
        learn(model, bit);
        return bit;
    }

    @Override
    int symbol(int model, int ignored) {
        long part = range >>> SymbolModels.TOTAL_BITS;
        int width = symbols.below(model, 1);
        int symbol = 0;
        // Where nearly all numbers are zero, a zero needs no division. Elsewhere the branch is hard to predict.
        if (width < SURE || code >= part * width) {
            // Only a malformed datagram has a value beyond the last one.
            symbol = symbols.find(model, (int) Math.min(code / part, SymbolModels.TOTAL - 1));
            int below = symbols.below(model, symbol);
            code -= part * below;
            width = symbols.below(model, symbol + 1) - below;
        }
        range = part * width;
        symbols.learn(model, symbol);
        if (range < RangeEncoder.LEAST) {
            shift();
        }
        return symbol;
    }

    @Override
    int bits(int count, int ignored) {
        int at = end - Long.BYTES - (bitsRead >>> 3);
        // Only a malformed datagram has bits that begin in the header.
        long bits = at < 0 ? 0 : (long) RangeEncoder.LONGS.get(bytes, at) >>> (bitsRead & 7);
        bitsRead += count;
        return (int) (bits & (1L << count) - 1);
    }

    @Override
    public int plain(int count, int ignored) {
        range >>>= count;
        long value = code / range;
        code -= value * range;
        // Only a malformed datagram has a value beyond the last one.
        int limited = (int) Math.min(value, (1 << count) - 1);
        if (range < RangeEncoder.LEAST) {
            shift();
        }
        return limited;
    }

    private void shift() {
        code = code << 16 | unit();
        range <<= 16;
    }

    /** Whether it has read so far beyond the end that no encoder can have written this. */
    public boolean isBeyond() {
        return excess() > 0;
    }

    /** Whether it has read exactly what an encoder has written. */
    public boolean isAtEnd() {
        return excess() == 0;
    }

    private int excess() {
        return position - AHEAD + RangeEncoder.TAIL + (bitsRead + 7 >>> 3) - end;
    }
}
