package io.github.freestep.internal;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Encodes integers of up to 64 bits so that small ones are short: seven bits a byte, the lowest first, and the top bit
 * of every byte but the last is set (LEB128). Any {@code long} can be written so, negative ones in ten bytes.
 * Stateless; allocates nothing; not for users.
 */
public final class Varint {
    /** Maximum length of a number of 32 bits, in bytes. */
    public static final int MAX_INT_BYTES = 5;

    /** Maximum length of any number, in bytes. */
    public static final int MAX_LONG_BYTES = 10;

    private Varint() {}

    /**
     * Writes a number into an array.
     *
     * @param to has room for the number
     * @param at the index of the first byte
     * @return the index after the last byte
     */
    public static int put(byte[] to, int at, long value) {
        int next = at;
        long rest = value;
        for (; (rest & ~0x7FL) != 0; rest >>>= 7) {
            to[next++] = (byte) (rest | 0x80);
        }
        to[next++] = (byte) rest;
        return next;
    }

    /**
     * Writes a number at the position of a buffer.
     *
     * @throws java.nio.BufferOverflowException if it has no room for the number
     */
    public static void put(ByteBuffer to, long value) {
        long rest = value;
        for (; (rest & ~0x7FL) != 0; rest >>>= 7) {
            to.put((byte) (rest | 0x80));
        }
        to.put((byte) rest);
    }

    /**
     * Finds the end of a number in an array. For readers of data that may be hostile: never throws.
     *
     * @param at the index of its first byte
     * @param limit the index after the last byte that may be read
     * @return the index after its last byte, or -1 if it does not end before the limit, or has more than 64 bits
     */
    public static int end(byte[] from, int at, int limit) {
        int last = Math.min(limit, at + MAX_LONG_BYTES);
        for (int i = at; i < last; i++) {
            if (from[i] >= 0) {
                return i + 1;
            }
        }
        return -1;
    }

    /**
     * Reads a number from an array. Accepts longer encodings than the shortest.
     *
     * @param at the index of its first byte
     * @param end what {@link #end} returned
     */
    public static long get(byte[] from, int at, int end) {
        long value = 0;
        for (int i = end - 1; i >= at; i--) {
            value = value << 7 | from[i] & 0x7F;
        }
        return value;
    }

    /**
     * Reads a number from the position of a buffer. Accepts only the shortest encoding, so that equal content has equal
     * bytes.
     *
     * @throws IOException if the encoding is longer than the shortest, or the number has more than 64 bits
     * @throws java.nio.BufferUnderflowException if the buffer ends before the number
     */
    public static long get(ByteBuffer from) throws IOException {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = from.get();
            if (shift == 63 && (next & 0xFE) != 0) {
                throw new IOException("a number has more than 64 bits");
            }
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                if (next == 0 && shift > 0) {
                    throw new IOException("a number must have its shortest encoding, but ends with a zero byte");
                }
                return value;
            }
        }
    }

    /** Maps 0, -1, 1, -2 ... to 0, 1, 2, 3 ..., so that numbers near zero on either side are short. */
    public static long zigzag(long value) {
        return value << 1 ^ value >> 63;
    }

    /** Undoes {@link #zigzag}. */
    public static long unzigzag(long zigzag) {
        return zigzag >>> 1 ^ -(zigzag & 1);
    }
}
