package io.github.freestep.render.trace.codec;

import java.nio.ByteBuffer;

/** Reads numbers from a buffer. Not thread-safe; allocates nothing. */
final class BitReader extends Numbers {
    private ByteBuffer bytes;
    private int bits;
    private int end;

    /** Begins at the buffer's position. */
    void begin(ByteBuffer from) {
        bytes = from;
        bits = from.position() << 3;
        end = from.limit() << 3;
    }

    /** Throws unless only zero bits are left, fewer than a byte. */
    void requireEnd() {
        int left = end - bits;
        if (left >= Byte.SIZE || bits(left, 0) != 0) {
            throw new IllegalArgumentException("it has " + left + " bits after its end");
        }
    }

    @Override
    long bits(int count, long value) {
        if (count > end - bits) {
            throw new IllegalArgumentException("it ends in the middle of an entry");
        }
        long result = 0;
        for (int left = count; left > 0; ) {
            int room = Byte.SIZE - (bits & 7);
            int taken = Math.min(room, left);
            left -= taken;
            long part = (bytes.get(bits >>> 3) & 0xFF) >>> room - taken & (1 << taken) - 1;
            result = result << taken | part;
            bits += taken;
        }
        return result;
    }
}
