package io.github.freestep.physics.recording;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The frame of a block in a file: where it is, and what the checksums must be. Immutable. The frame has a checksum of
 * its own, which is the preceding checksum of the next block. So damage in the content of a block costs only that
 * block, and a reader passes blocks unread.
 *
 * @param tick that of a keyframe; 0 for a block of entries
 */
record Block(Place place, int length, long tick, int contentSum, int sum) {
    /** Bytes of the frame: number, length, tick, and two checksums. */
    static final int FRAME = 24;

    private static final int SUMMED = FRAME - Format.CHECKSUM_BYTES;

    /** Where a block begins: its position in the file, its number, and the checksum before it. */
    record Place(long position, int number, int previousSum) {
        @Override
        public String toString() {
            return "block " + number + " at byte " + position;
        }
    }

    /** Puts a frame at the beginning of a buffer, and returns its checksum. Leaves the position behind it. */
    static int write(ByteBuffer to, int number, int length, long tick, int contentSum, int previousSum, CRC32C crc) {
        to.clear().putInt(number).putInt(length).putLong(tick).putInt(contentSum);
        int sum = sum(to, previousSum, crc);
        to.limit(FRAME).putInt(sum);
        return sum;
    }

    private static int sum(ByteBuffer frame, int previousSum, CRC32C crc) {
        Format.startChecksum(previousSum, crc).update(frame.limit(SUMMED).position(0));
        return (int) crc.getValue();
    }

    /** Reads the frame in a buffer. */
    static Block read(ByteBuffer frame, Place place, long leftInFile, CRC32C crc) throws RecordingException {
        int sum = frame.getInt(SUMMED);
        int number = frame.getInt(0);
        if (number != place.number()) {
            throw new RecordingException(place + " is damaged, or belongs to another place: its number is "
                    + Integer.toUnsignedString(number));
        }
        if (sum(frame, place.previousSum(), crc) != sum) {
            throw new RecordingException(place + " is damaged, or belongs to another place or recording: the checksum"
                    + " of its frame does not match");
        }
        int length = frame.getInt(Integer.BYTES);
        long tick = frame.getLong(2 * Integer.BYTES);
        int most = tick == 0 ? Format.MAX_PAYLOAD : Format.MAX_KEYFRAME_BYTES;
        if (length < 1 || length > most || tick < 0) {
            throw new RecordingException(place + " must have 1 to " + most + " bytes and a tick of at least 0, had "
                    + Integer.toUnsignedString(length) + " bytes and tick " + tick);
        }
        if (length > leftInFile - FRAME) {
            throw new RecordingException(place + " is cut off: it should have " + length + " bytes, but the file has"
                    + " only " + (leftInFile - FRAME) + " bytes from there on");
        }
        return new Block(place, length, tick, frame.getInt(SUMMED - Integer.BYTES), sum);
    }

    boolean isKeyframe() {
        return tick != 0;
    }

    long contentPosition() {
        return place.position() + FRAME;
    }

    /** Where the next block begins. */
    Place next() {
        return new Place(contentPosition() + length, place.number() + 1, sum);
    }
}
