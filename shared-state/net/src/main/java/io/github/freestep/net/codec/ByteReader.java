package io.github.freestep.net.codec;

/**
 * Reads plain values from a received datagram. Never throws: after the end of the datagram, or after a malformed
 * number, it returns zeros and {@link #failed} is true. Allocates nothing.
 */
public final class ByteReader extends ByteCoder {
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

    @Override
    public int u8(int ignored) {
        if (position >= end) {
            return fail();
        }
        return bytes[position++] & 0xFF;
    }

    @Override
    public long varlong(long ignored) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = u8(0);
            value |= (next & 0x7FL) << shift;
            if (next < 0x80) {
                return failed ? 0 : value;
            }
        }
        return fail();
    }

    @Override
    public int varint(int ignored) {
        long value = varlong(ignored);
        return value < 0 || value > Integer.MAX_VALUE ? fail() : (int) value;
    }

    private int fail() {
        failed = true;
        position = end;
        return 0;
    }
}
