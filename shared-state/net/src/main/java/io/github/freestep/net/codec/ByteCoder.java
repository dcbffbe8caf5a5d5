package io.github.freestep.net.codec;

/**
 * Plain values in a datagram. The same calls write and read: {@link ByteWriter} writes the value that it is given and
 * returns it, and {@link ByteReader} ignores its argument and returns the value that it has read. So there is one
 * description of each header. For one thread; allocates nothing.
 */
public abstract class ByteCoder {
    byte[] bytes = new byte[0];
    int position;

    ByteCoder() {}

    public final int position() {
        return position;
    }

    /** Codes the lower eight bits. Returns them, from 0 to 255. */
    public abstract int u8(int value);

    /**
     * Codes a number so that small ones are short: seven bits a byte, the lowest first, and the top bit of every byte
     * but the last is set (LEB128). Any number can be written so, negative ones in ten bytes.
     */
    public abstract long varlong(long value);

    /** Codes a varlong that is not negative, and fits into an int. */
    public abstract int varint(int value);

    /** Codes four bytes, the highest first. */
    public final int i32(int value) {
        return u8(value >>> 24) << 24 | u8(value >>> 16) << 16 | u8(value >>> 8) << 8 | u8(value);
    }

    /** Codes eight bytes, the highest first. */
    public final long i64(long value) {
        return (long) i32((int) (value >>> 32)) << 32 | i32((int) value) & 0xFFFF_FFFFL;
    }

    /** Codes a number that is near zero on either side. */
    public final long zigzag(long value) {
        // Maps 0, -1, 1, -2 ... to 0, 1, 2, 3 ...
        long zigzag = varlong(value << 1 ^ value >> 63);
        return zigzag >>> 1 ^ -(zigzag & 1);
    }
}
