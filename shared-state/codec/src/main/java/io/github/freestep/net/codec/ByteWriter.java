package io.github.freestep.net.codec;

import io.github.freestep.internal.Varint;

/** Writes what {@link ByteReader} reads. The caller makes sure that it fits. Allocates nothing. */
public final class ByteWriter {
    private byte[] bytes = new byte[0];
    private int position;

    public void open(byte[] bytes, int offset) {
        this.bytes = bytes;
        position = offset;
    }

    public int position() {
        return position;
    }

    public void u8(int value) {
        bytes[position++] = (byte) value;
    }

    public void i32(int value) {
        u8(value >>> 24);
        u8(value >>> 16);
        u8(value >>> 8);
        u8(value);
    }

    public void i64(long value) {
        i32((int) (value >>> 32));
        i32((int) value);
    }

    public void varlong(long value) {
        position = Varint.put(bytes, position, value);
    }

    public void zigzag(long value) {
        varlong(Varint.zigzag(value));
    }
}
