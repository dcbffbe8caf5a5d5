package io.github.freestep.net.codec;

import io.github.freestep.internal.Varint;

/** Writes what {@link ByteReader} reads. The caller makes sure that it fits. Allocates nothing. */
public final class ByteWriter extends ByteCoder {
    public void open(byte[] bytes, int offset) {
        this.bytes = bytes;
        position = offset;
    }

    @Override
    public int u8(int value) {
        bytes[position++] = (byte) value;
        return value & 0xFF;
    }

    @Override
    public long varlong(long value) {
        position = Varint.put(bytes, position, value);
        return value;
    }

    @Override
    public int varint(int value) {
        return (int) varlong(value);
    }
}
