package io.github.freestep.net.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Writes what {@link RangeDecoder} reads. The interval is {@code [low, low + range)}, in units of which 2^48 are the
 * whole at first.
 *
 * <p>A carry out of {@code low} can reach back through any number of units of 16 bits that are all ones. So the last
 * unit before such a run is kept in {@link #kept}, and the run as a count, and bytes that are written stay as they are.
 * Therefore {@link #mark} and {@link #back} need no copy of the bytes.
 */
public final class RangeEncoder extends RangeCoder {
    static final long WHOLE = 1L << 48;
    static final long LEAST = 1L << 32;
    private static final int UNIT = 0xFFFF;

    /** How many bytes of the coder {@link #finish} writes. The decoder expects the coder's bytes to end after them. */
    static final int TAIL = 3;

    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private byte[] bytes = new byte[0];
    private int start;

    /** The bits without a model, stored backwards from the last byte. */
    private final byte[] rest;

    private int restAt;

    /** The newest of these bits, which do not fill a byte yet: at most 7 between two calls. */
    private long waiting;

    private int waitingBits;

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
    private int markedRestAt;
    private long markedWaiting;
    private int markedWaitingBits;

    /**
     * Creates an encoder.
     *
     * @param restBytes the greatest number of bytes without a model between {@link #open} and {@link #finish}
     */
    public RangeEncoder(CoderModels models, int restBytes) {
        super(models);
        rest = new byte[restBytes];
    }

    public void open(byte[] bytes, int offset) {
        reset();
        this.bytes = bytes;
        start = offset;
        position = offset;
        low = 0;
        range = WHOLE;
        kept = -1;
        ones = 0;
        restAt = rest.length;
        waiting = 0;
        waitingBits = 0;
        mark();
    }

    @Override
    int bit(int model, int bit) {
        long bound = (range >>> 16) * zero(model);
        // Without a branch, because the bits are hard to predict.
        long one = -bit;
        low += bound & one;
        range = bound + (range - bound - bound & one);
        if (range < LEAST) {
            shift();
        }
        learn(model, bit);
        return bit;
    }

    @Override
    int symbol(int model, int symbol) {
        int below = symbols.below(model, symbol);
        long part = range >>> SymbolModels.TOTAL_BITS;
        low += part * below;
        range = part * (symbols.below(model, symbol + 1) - below);
        symbols.learn(model, symbol);
        if (range < LEAST) {
            shift();
        }
        return symbol;
    }

    @Override
    public int plain(int count, int value) {
        range >>>= count;
        low += range * value;
        if (range < LEAST) {
            shift();
        }
        return value;
    }

    @Override
    int bits(int count, int value) {
        long coded = value & (1L << count) - 1;
        waiting |= coded << waitingBits;
        int all = waitingBits + count;
        LONGS.set(rest, restAt - Long.BYTES, waiting);
        restAt -= all >>> 3;
        waiting >>>= all & ~7;
        waitingBits = all & 7;
        return (int) coded;
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
    public int size() {
        return position - start + 2 * ones + 8 + rest.length - restAt;
    }

    /** Remembers the state, except for the models. */
    public void mark() {
        markedLow = low;
        markedRange = range;
        markedPosition = position;
        markedKept = kept;
        markedOnes = ones;
        markedRestAt = restAt;
        markedWaiting = waiting;
        markedWaitingBits = waitingBits;
    }

    /** Goes back to the marked state. The models keep what they learnt since, so code nothing more with a model. */
    public void back() {
        low = markedLow;
        range = markedRange;
        position = markedPosition;
        kept = markedKept;
        ones = markedOnes;
        restAt = markedRestAt;
        waiting = markedWaiting;
        waitingBits = markedWaitingBits;
    }

    /** Writes what is left, and then the bits without a model. Returns the end of the written bytes. */
    public int finish() {
        // A number of three bytes that stays in the interval, whatever bytes follow it.
        long unit = WHOLE >>> Byte.SIZE * TAIL;
        low = low + unit - 1 & -unit;
        for (int i = 0; i < 4; i++) {
            shift();
        }
        position -= RangeDecoder.AHEAD - TAIL;
        LONGS.set(rest, restAt - Long.BYTES, waiting);
        int from = restAt - (waitingBits + 7 >>> 3);
        System.arraycopy(rest, from, bytes, position, rest.length - from);
        position += rest.length - from;
        return position;
    }
}
