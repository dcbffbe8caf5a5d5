package io.github.freestep.net.codec;

import io.github.freestep.internal.Varint;

/**
 * Reads plain values from a received datagram. Never throws: after the end of the datagram, or after a malformed
 * number, it returns zeros and {@link #failed} is true. Allocates nothing.
 */
public final class ByteReader {
    private byte[] bytes = new byte[0];
    private int position;
    private int end;
    private boolean failed;

    public void open(byte[] bytes, int offset, int length) {
        this.bytes = bytes;
        position = offset;
        end = offset + length;
        failed = false;
    }

    public boolean failed() {
        return failed;
    }

    public boolean isAtEnd() {
        return position == end;
    }

    public int position() {
        return position;
    }

    public int u8() {
        if (position >= end) {
            return fail();
        }
        return bytes[position++] & 0xFF;
    }

    /** Reads four bytes, the highest first. */
    public int i32() {
        return u8() << 24 | u8() << 16 | u8() << 8 | u8();
    }

    /** Reads eight bytes, the highest first. */
    public long i64() {
        return (long) i32() << 32 | i32() & 0xFFFF_FFFFL;
    }

    /** Reads a {@link Varint}. */
    public long varlong() {
        int next = Varint.end(bytes, position, end);
        if (next < 0) {
            return fail();
        }
        long value = Varint.get(bytes, position, next);
        position = next;
        return value;
    }

    /** Reads a varlong that must not be negative, and fits into an int. */
    public int varint() {
        long value = varlong();
        return value < 0 || value > Integer.MAX_VALUE ? fail() : (int) value;
    }

    /** Reads a number that is near zero on either side. */
    public long zigzag() {
        return Varint.unzigzag(varlong());
    }

    private int fail() {
        failed = true;
        position = end;
        return 0;
    }
}
