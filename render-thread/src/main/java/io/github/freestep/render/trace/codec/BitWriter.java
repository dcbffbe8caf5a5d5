package io.github.freestep.render.trace.codec;

import java.util.Arrays;

/** Writes numbers into an array, which grows. Not thread-safe. Allocates only to grow. */
final class BitWriter extends Numbers {
    private byte[] bytes = new byte[1 << 12];
    private int bits;

    /** Begins anew, with a whole byte. */
    void begin(int first) {
        Arrays.fill(bytes, 0, length(), (byte) 0);
        bits = Byte.SIZE;
        bytes[0] = (byte) first;
    }

    /** Whole bytes so far. */
    int length() {
        return bits + Byte.SIZE - 1 >>> 3;
    }

    byte[] bytes() {
        return bytes;
    }

    @Override
    long bits(int count, long value) {
        if (bits + count > bytes.length << 3) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        for (int left = count; left > 0; ) {
            int room = Byte.SIZE - (bits & 7);
            int taken = Math.min(room, left);
            left -= taken;
            long part = value >>> left & (1L << taken) - 1;
            bytes[bits >>> 3] |= (byte) (part << room - taken);
            bits += taken;
        }
        return value;
    }
}
