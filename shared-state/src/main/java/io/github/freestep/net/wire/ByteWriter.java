package io.github.freestep.net.wire;

import io.github.freestep.internal.Varint;

/** Writes what {@link ByteReader} reads. The caller makes sure that it fits. Allocates nothing. */
final class ByteWriter {
    private byte[] bytes = new byte[0];
    private int position;

    void open(byte[] bytes, int offset) {
        this.bytes = bytes;
        position = offset;
    }

    int position() {
        return position;
    }

    void u8(int value) {
        bytes[position++] = (byte) value;
    }

    void i32(int value) {
        u8(value >>> 24);
        u8(value >>> 16);
        u8(value >>> 8);
        u8(value);
    }

    void i64(long value) {
        i32((int) (value >>> 32));
        i32((int) value);
    }

    void varlong(long value) {
        position = Varint.put(bytes, position, value);
    }

    void zigzag(long value) {
        varlong(Varint.zigzag(value));
    }
}
