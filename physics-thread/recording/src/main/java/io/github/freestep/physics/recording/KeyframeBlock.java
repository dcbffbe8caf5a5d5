package io.github.freestep.physics.recording;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The frame of a keyframe in a file: where it is, and what the checksums of its content must be. Immutable. The frame
 * has a checksum of its own, which is the preceding checksum of the next block. So damage in the content costs only the
 * keyframe, and readers that need no keyframe skip it unread.
 */
record KeyframeBlock(long position, int length, long tick, int contentSum, int sum) {
    /** Stands in place of a block's number. */
    static final int MARK = 0xFFFF_FFFF;

    /** Bytes of the frame: mark, length, tick, and two checksums. */
    static final int FRAME = 24;

    private static final int SUMMED = FRAME - Format.CHECKSUM_BYTES;

    /** Puts a frame into a buffer, and returns its checksum. */
    static int write(ByteBuffer to, int length, long tick, int contentSum, int previousSum, CRC32C crc) {
        int start = to.position();
        to.putInt(MARK).putInt(length).putLong(tick).putInt(contentSum);
        Format.startChecksum(previousSum, crc).update(to.slice(start, SUMMED));
        to.putInt((int) crc.getValue());
        return (int) crc.getValue();
    }

    /** Reads the frame at the beginning of a buffer. */
    static KeyframeBlock read(ByteBuffer frame, long position, long leftInFile, int previousSum, CRC32C crc)
            throws RecordingException {
        Format.startChecksum(previousSum, crc).update(frame.slice(0, SUMMED));
        int sum = frame.getInt(SUMMED);
        if ((int) crc.getValue() != sum) {
            throw new RecordingException(
                    "the keyframe at byte " + position
                            + " is damaged, or belongs to another place or recording: the checksum of its frame does not match");
        }
        int length = frame.getInt(Integer.BYTES);
        long tick = frame.getLong(2 * Integer.BYTES);
        if (length < 1 || length > Format.MAX_KEYFRAME_BYTES || tick < 1) {
            throw new RecordingException("the keyframe at byte " + position + " must have 1 to "
                    + Format.MAX_KEYFRAME_BYTES + " bytes and a tick of at least 1, had "
                    + Integer.toUnsignedString(length) + " bytes and tick " + tick);
        }
        if (length > leftInFile - FRAME) {
            throw new RecordingException("the keyframe at byte " + position + " is cut off: it should have " + length
                    + " bytes, but the file has only " + (leftInFile - FRAME) + " bytes from there on");
        }
        return new KeyframeBlock(position, length, tick, frame.getInt(2 * Integer.BYTES + Long.BYTES), sum);
    }

    long contentPosition() {
        return position + FRAME;
    }

    /** Where the next block begins. */
    long end() {
        return contentPosition() + length;
    }
}
