package io.github.freestep.physics.engines;

import java.io.DataInput;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;

/**
 * Reads bytes whose length is part of a saved world, which may be forged. Keeps its array, so that later reads of no
 * more bytes allocate nothing. Not thread-safe.
 *
 * <pre>{@code
 * SavedBytes saved = new SavedBytes(); // once
 * saved.read(in, in.readInt()); // throws if there are fewer bytes
 * engine.restore(saved.array(), saved.length());
 * }</pre>
 */
public final class SavedBytes {
    /** The length that is read at once. A forged length then takes at most twice the memory of the content. */
    private static final int PART = 1 << 16;

    private byte[] array = {};
    private int length;

    /** Makes an empty one. */
    public SavedBytes() {}

    /**
     * Reads bytes in place of the ones before.
     *
     * @param in where to read
     * @param count how many
     * @throws IOException if the count is negative, or there are fewer bytes
     */
    public void read(DataInput in, int count) throws IOException {
        length = 0;
        Objects.requireNonNull(in, "in must not be null");
        if (count < 0) {
            throw new IOException("this saved world is damaged: its length is " + count + "; use another copy");
        }
        for (int done = 0; done < count; ) {
            int room = (int) Math.min(count, done + (long) Math.max(PART, done));
            if (array.length < room) {
                array = Arrays.copyOf(array, room);
            }
            int end = Math.min(count, array.length);
            try {
                in.readFully(array, done, end - done);
            } catch (EOFException early) {
                throw new EOFException("this saved world has fewer than " + count + " bytes; use another copy");
            }
            done = end;
        }
        length = count;
    }

    /**
     * Returns the array, in which the bytes come first. It is another one after later reads.
     *
     * @return the array itself, which may be longer than the bytes
     */
    public byte[] array() {
        return array;
    }

    /**
     * Returns how many bytes were read.
     *
     * @return the number of bytes; 0 if a read has failed
     */
    public int length() {
        return length;
    }
}
