package io.github.freestep.physics.saves.content;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * The content of saved worlds, in buffers that are used again. Takes no locks. The JDK's streams of byte arrays take
 * one for each byte of a number that is read. Not thread-safe.
 */
public final class SavedContent {
    /** The longest array that every JVM makes. */
    private static final int MOST = Integer.MAX_VALUE - 8;

    private SavedContent() {}

    /** Takes what a world writes. */
    public static final class Out extends OutputStream {
        private byte[] array = new byte[1 << 12];
        private int length;
        private final int most;

        /** Takes as many bytes as an array can have. */
        public Out() {
            this(MOST);
        }

        /** Takes at most {@code most} bytes, and refuses more with an {@code IllegalStateException}. */
        public Out(int most) {
            this.most = most;
        }

        /** Forgets what was written. */
        public void clear() {
            length = 0;
        }

        /** Returns the array, in which the bytes come first. It is another one after later writes. */
        public byte[] array() {
            return array;
        }

        /** Returns how many bytes were written. */
        public int length() {
            return length;
        }

        @Override
        public void write(int value) {
            requireRoom(1);
            array[length++] = (byte) value;
        }

        @Override
        public void write(byte[] from, int start, int count) {
            requireRoom(count);
            System.arraycopy(from, start, array, length, count);
            length += count;
        }

        private void requireRoom(int count) {
            long needed = (long) length + count;
            if (needed > most) {
                throw new IllegalStateException("must have at most " + most + " bytes, had more");
            }
            if (needed > array.length) {
                array = Arrays.copyOf(array, (int) Math.min(most, Math.max(needed, 2L * array.length)));
            }
        }
    }

    /** Passes on what a world reads. */
    public static final class In extends InputStream {
        private byte[] array = {};
        private int next;
        private int end;

        /** Begins with the first of some bytes, which must not change meanwhile. */
        public void begin(byte[] bytes, int length) {
            array = bytes;
            next = 0;
            end = length;
        }

        @Override
        public int read() {
            return next < end ? array[next++] & 0xFF : -1;
        }

        @Override
        public int read(byte[] into, int start, int count) {
            int now = Math.min(count, end - next);
            if (now == 0 && count > 0) {
                return -1;
            }
            System.arraycopy(array, next, into, start, now);
            next += now;
            return now;
        }

        @Override
        public int available() {
            return end - next;
        }
    }
}
