package io.github.freestep.internal;

import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.IOException;

/** Reads bytes whose length is part of a saved world, which may be forged. */
public final class SavedBytes {
    /** The length of a part that is read at once. A forged length then takes no more memory than there is content. */
    private static final int PART = 1 << 16;

    private SavedBytes() {}

    /**
     * Reads bytes.
     *
     * @param length how many
     * @throws IOException if the length is negative, or there are fewer bytes
     */
    public static byte[] read(DataInput in, int length) throws IOException {
        if (length < 0) {
            throw new IOException("this saved world is damaged: its length is " + length + "; use another copy");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(Math.min(length, PART));
        byte[] part = new byte[Math.min(length, PART)];
        for (int left = length; left > 0; left -= part.length) {
            int now = Math.min(left, part.length);
            in.readFully(part, 0, now);
            bytes.write(part, 0, now);
        }
        return bytes.toByteArray();
    }
}
