package io.github.freestep.physics.recording;

import java.nio.ByteBuffer;

/**
 * Encodes integers of up to 64 bits so that small ones are short: seven bits a byte, the lowest first, and the top bit
 * of every byte but the last is set (LEB128). Any {@code long} can be written so, negative ones in ten bytes.
 * Stateless; allocates nothing.
 */
final class Varint {
    /** Maximum length of a number of 32 bits, in bytes. */
    static final int MAX_INT_BYTES = 5;

    /** Maximum length of any number, in bytes. */
    static final int MAX_LONG_BYTES = 10;

    private Varint() {}

    /**
     * Writes a number at the position of a buffer.
     *
     * @throws java.nio.BufferOverflowException if it has no room for the number
     */
    static void put(ByteBuffer to, long value) {
        long rest = value;
        for (; (rest & ~0x7FL) != 0; rest >>>= 7) {
            to.put((byte) (rest | 0x80));
        }
        to.put((byte) rest);
    }

    /**
     * Reads a number from the position of a buffer. Accepts only the shortest encoding, so that equal recordings
     * are equal files.
     *
     * @throws RecordingException if the encoding is longer than the shortest, or the number has more than 64 bits
     * @throws java.nio.BufferUnderflowException if the buffer ends before the number
     */
    static long get(ByteBuffer from) throws RecordingException {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = from.get();
            if (shift == 63 && (next & 0xFE) != 0) {
                throw new RecordingException("a number has more than 64 bits");
            }
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                if (next == 0 && shift > 0) {
                    throw new RecordingException("a number must have its shortest encoding, but ends with a zero byte");
                }
                return value;
            }
        }
    }

    /** Maps 0, -1, 1, -2 ... to 0, 1, 2, 3 ..., so that numbers near zero on either side are short. */
    static long zigzag(long value) {
        return value << 1 ^ value >> 63;
    }

    /** Undoes {@link #zigzag}. */
    static long unzigzag(long zigzag) {
        return zigzag >>> 1 ^ -(zigzag & 1);
    }
}
