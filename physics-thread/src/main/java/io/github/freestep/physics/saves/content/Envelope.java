package io.github.freestep.physics.saves.content;

import java.io.DataInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * The head of saved or sent bytes: a mark that says what they are, the version of their format, their length and their
 * checksum. So something else, another version, and what is damaged or cut off are refused before any of it takes
 * effect. A checksum is not a signature, so what follows the head may be forged.
 *
 * @param mark four letters
 * @param version the only version that is read
 * @param name what the bytes are, for messages
 * @param origin what to do about something else, for a message
 * @param remedy what to do about damage, for messages
 */
public record Envelope(int mark, int version, String name, String origin, String remedy) {
    /** How many bytes the head has. */
    public static final int BYTES = 4 * Integer.BYTES;

    /** Writes the head over the first bytes of an array, for those that follow it up to a length. */
    public void seal(byte[] all, int length) {
        ByteBuffer.wrap(all)
                .putInt(mark)
                .putInt(version)
                .putInt(length - BYTES)
                .putInt(checksum(all, BYTES, length - BYTES));
    }

    /** Checks the head of an array, and that the array ends with what the head is for. */
    public void requireWhole(byte[] all) throws IOException {
        if (all.length < BYTES) {
            throw other("it has " + all.length + " bytes");
        }
        ByteBuffer head = ByteBuffer.wrap(all);
        requireKind(head.getInt(), head.getInt());
        int length = head.getInt();
        if (length != all.length - BYTES) {
            throw damaged("it must have " + length + " bytes, had " + (all.length - BYTES));
        }
        requireChecksum(head.getInt(), all, BYTES, length);
    }

    /**
     * Reads the head up to the checksum, which is next.
     *
     * @return how many bytes follow the head; any number if it is forged
     */
    public int readLength(DataInput in) throws IOException {
        requireKind(in.readInt(), in.readInt());
        return in.readInt();
    }

    private void requireKind(int foundMark, int foundVersion) throws IOException {
        if (foundMark != mark) {
            throw other("it begins with " + Integer.toHexString(foundMark));
        }
        if (foundVersion != version) {
            throw new IOException("this " + name + " is in version " + foundVersion + " of the format, and version "
                    + version + " can be read; use the release of Freestep that wrote it");
        }
    }

    /** Checks the bytes that follow the head, which are at a place of an array. */
    public void requireChecksum(int found, byte[] array, int from, int length) throws IOException {
        if (found != checksum(array, from, length)) {
            throw damaged("the checksum of its " + length + " bytes is wrong");
        }
    }

    private static int checksum(byte[] array, int from, int length) {
        CRC32 sum = new CRC32();
        sum.update(array, from, length);
        return (int) sum.getValue();
    }

    private IOException other(String why) {
        return new IOException("this is not a " + name + ": " + why + "; " + origin);
    }

    /** Returns an exception for what a reader finds behind a head that is right. */
    public IOException damaged(String why) {
        return new IOException("this " + name + " is damaged: " + why + "; " + remedy);
    }
}
