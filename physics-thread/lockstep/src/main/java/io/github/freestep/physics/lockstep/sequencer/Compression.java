package io.github.freestep.physics.lockstep.sequencer;

import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Compresses bytes without loss, and keeps those that do not become shorter. For one thread. */
final class Compression {
    private byte[] room = {};

    /** Returns the first bytes of an array, compressed; a plain copy of them if that would not be shorter. */
    byte[] pack(byte[] bytes, int count) {
        if (room.length < count) {
            room = new byte[count];
        }
        // Not kept between two calls: its native memory of 270 kB per match is invisible to the collector.
        Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
        try {
            deflater.setInput(bytes, 0, count);
            deflater.finish();
            // How much longer bytes can become differs between the libraries of JDKs, so nothing relies on a bound.
            int length = deflater.deflate(room, 0, count);
            boolean isShorter = deflater.finished() && length < count;
            return isShorter ? Arrays.copyOf(room, length) : Arrays.copyOf(bytes, count);
        } finally {
            deflater.end();
        }
    }

    /**
     * Returns what {@link #pack} was given; the same array if that was not compressed.
     *
     * @throws IllegalStateException if it is damaged
     */
    static byte[] unpack(byte[] packed, int count) {
        if (packed.length == count) {
            return packed;
        }
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
