package io.github.freestep.physics.lockstep.sequencer;

import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Compresses bytes without loss. For one thread. */
final class Compression {
    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    private byte[] room = {};

    /** Returns the first bytes of an array, compressed. */
    byte[] pack(byte[] bytes, int count) {
        // Bytes that cannot be compressed become longer by less than this.
        int most = count + count / 64 + 64;
        if (room.length < most) {
            room = new byte[most];
        }
        deflater.reset();
        deflater.setInput(bytes, 0, count);
        deflater.finish();
        return Arrays.copyOf(room, deflater.deflate(room));
    }

    /**
     * Returns what {@link #pack} was given.
     *
     * @throws IllegalStateException if it is damaged
     */
    static byte[] unpack(byte[] packed, int count) {
        Inflater inflater = new Inflater(true);
        try {
            byte[] bytes = new byte[count];
            inflater.setInput(packed);
            if (inflater.inflate(bytes) != count) {
                throw new IllegalStateException("compressed frames must have " + count + " bytes, had fewer");
            }
            return bytes;
        } catch (DataFormatException e) {
            throw new IllegalStateException("compressed frames are damaged", e);
        } finally {
            inflater.end();
        }
    }
}
