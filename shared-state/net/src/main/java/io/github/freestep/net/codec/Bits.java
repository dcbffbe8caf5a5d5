package io.github.freestep.net.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Bits that are written once and copied into any number of datagrams. The first bit is the lowest of the first long.
 * For one thread. Allocates only when it becomes longer than ever before.
 */
public final class Bits {
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int SHIFT = 6;
    private static final int IN_LONG = Long.SIZE - 1;

    private long[] words = new long[16];
    private int size;

    public void clear() {
        size = 0;
        words[0] = 0;
    }

    /** The number of bits. */
    public int size() {
        return size;
    }

    /** The number of bytes that the bits take. */
    public int bytes() {
        return size + Byte.SIZE - 1 >>> 3;
    }

    /** Adds the lower bits of a value, from 0 to 64. The others are ignored. */
    public void put(long value, int count) {
        if (count > 0) {
            add(value & -1L >>> Long.SIZE - count, count);
        }
    }

    /** Adds bits to the last long. Above its bits it is zero, and so is the value above its own. */
    private void add(long value, int count) {
        int at = size >>> SHIFT;
        if (at + 1 >= words.length) {
            words = Arrays.copyOf(words, 2 * words.length);
        }
        words[at] |= value << size;
        words[at + 1] = value >>> 1 >>> ~size;
        size += count;
    }

    /** Begins a part that {@link #copy} can copy, and returns its place. Its length is in the long before its bits. */
    public int begin() {
        put(0, -size & IN_LONG);
        put(0, Long.SIZE);
        return size >>> SHIFT;
    }

    /** Ends a part. */
    public void end(int part) {
        words[part - 1] = size - (part << SHIFT);
    }

    /** Adds a part of another one. */
    public void copy(Bits from, int part) {
        int left = (int) from.words[part - 1];
        for (int at = part; left > 0; left -= Long.SIZE) {
            add(from.words[at++], Math.min(left, Long.SIZE));
        }
    }

    /** Takes back the bits from a place on. */
    public void back(int to) {
        size = to;
        // What is left of the last long is cleared, because bits are added to it.
        words[to >>> SHIFT] &= (1L << (to & IN_LONG)) - 1;
    }

    /** Writes the bytes. The array has room for 7 more, which are overwritten. */
    public void write(byte[] into, int offset) {
        for (int at = 0; at < bytes(); at += Long.BYTES) {
            LONGS.set(into, offset + at, words[at / Long.BYTES]);
        }
    }
}
