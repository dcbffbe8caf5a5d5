package io.github.freestep.net.codec;

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
        long rest = value;
        for (; (rest & ~0x7FL) != 0; rest >>>= 7) {
            u8((int) rest | 0x80);
        }
        u8((int) rest);
        return value;
    }

    @Override
    public int varint(int value) {
        return (int) varlong(value);
    }
}
