package io.github.freestep.physics.lockstep.link;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Copies the state of a sequencer to bytes, and back. Each class has one method for both directions, in which it
 * replaces each of its values by the result of {@code copy}: when saving, that is the same value, when loading, the
 * saved one. So what is saved and what is loaded cannot differ. For one thread.
 */
public final class Snapshot {
    private static final int CHECKSUM = 4;

    /** The longest array that every JVM can have. */
    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    private final boolean loads;
    private ByteBuffer bytes;

    private Snapshot(boolean loads, ByteBuffer bytes) {
        this.loads = loads;
        this.bytes = bytes;
    }

    /** Begins an empty snapshot. */
    public static Snapshot save() {
        return new Snapshot(false, ByteBuffer.allocate(1 << 16));
    }

    /**
     * Loads a snapshot.
     *
     * @param saved what {@link #saved} returned
     * @throws IllegalArgumentException if it is damaged
     */
    public static Snapshot load(byte[] saved) {
        int length = saved.length - CHECKSUM;
        if (length < 0 || ByteBuffer.wrap(saved).getInt(length) != checksum(saved, length)) {
            throw new IllegalArgumentException("a snapshot of " + saved.length + " bytes is damaged");
        }
        return new Snapshot(true, ByteBuffer.wrap(saved, 0, length));
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, length);
        return (int) checksum.getValue();
    }

    /** Whether values are loaded, not saved. */
    public boolean loads() {
        return loads;
    }

    /** Ends a snapshot, and returns it. */
    public byte[] saved() {
        copy(checksum(bytes.array(), bytes.position()));
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    /**
     * Ends loading.
     *
     * @throws IllegalArgumentException if values are left
     */
    public void end() {
        if (bytes.hasRemaining()) {
            throw new IllegalArgumentException(
                    "a snapshot must end with its last value, had " + bytes.remaining() + " bytes after it");
        }
    }

    private ByteBuffer room(int count) {
        if (loads && (count < 0 || bytes.remaining() < count)) {
            throw new IllegalArgumentException(
                    "a snapshot must have " + count + " bytes for the next value, had " + bytes.remaining());
        }
        if (!loads && bytes.remaining() < count) {
            int length = bytes.position();
            bytes = ByteBuffer.wrap(Arrays.copyOf(bytes.array(), capacity(bytes.capacity(), (long) length + count)))
                    .position(length);
        }
        return bytes;
    }

    /** Returns the next capacity: twice the one before if possible, so that growing costs little for each byte. */
    static int capacity(int before, long needed) {
        if (needed > MOST_BYTES) {
            throw new IllegalStateException("a snapshot must have at most " + MOST_BYTES + " bytes, needs " + needed
                    + "; lower the history of the match settings");
        }
        return (int) Math.min(MOST_BYTES, Math.max(2L * before, needed));
    }

    public long copy(long value) {
        if (loads) {
            return room(Long.BYTES).getLong();
        }
        room(Long.BYTES).putLong(value);
        return value;
    }

    public int copy(int value) {
        if (loads) {
            return room(Integer.BYTES).getInt();
        }
        room(Integer.BYTES).putInt(value);
        return value;
    }

    public boolean copy(boolean value) {
        if (loads) {
            return room(1).get() != 0;
        }
        room(1).put((byte) (value ? 1 : 0));
        return value;
    }

    public double copy(double value) {
        return Double.longBitsToDouble(copy(Double.doubleToRawLongBits(value)));
    }

    public String copy(String value) {
        byte[] text = value.getBytes(StandardCharsets.UTF_8);
        int length = copy(text.length);
        return new String(copy(text, length), 0, length, StandardCharsets.UTF_8);
    }

    /**
     * Copies the first bytes of an array.
     *
     * @return the array if it has room for them; otherwise a new one
     */
    public byte[] copy(byte[] array, int count) {
        if (!loads) {
            room(count).put(array, 0, count);
            return array;
        }
        ByteBuffer from = room(count);
        byte[] loaded = array.length < count ? new byte[count] : array;
        from.get(loaded, 0, count);
        return loaded;
    }

    public void copy(long[] array) {
        for (int i = 0; i < array.length; i++) {
            array[i] = copy(array[i]);
        }
    }

    public void copy(int[] array) {
        for (int i = 0; i < array.length; i++) {
            array[i] = copy(array[i]);
        }
    }

    public void copy(double[] array) {
        for (int i = 0; i < array.length; i++) {
            array[i] = copy(array[i]);
        }
    }

    public void copy(boolean[] array) {
        for (int i = 0; i < array.length; i++) {
            array[i] = copy(array[i]);
        }
    }
}
