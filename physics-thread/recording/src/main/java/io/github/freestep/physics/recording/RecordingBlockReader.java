package io.github.freestep.physics.recording;

import io.github.freestep.internal.file.BlockReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** Reads the blocks of a recording, and the keyframes between them. Not thread-safe. */
final class RecordingBlockReader extends BlockReader {
    /** Stands for a tick in {@link #append}: the block continues a group. */
    static final long IN_GROUP = -1;

    private static final Kind KIND = new Kind(Format.MAGIC, Format.VERSION, Format.MAX_HEADER, "recording");

    private final CRC32C crc = new CRC32C();
    private final ByteBuffer keyframeFrame = buffer(KeyframeBlock.FRAME);
    private final RecordingHeader header;

    RecordingBlockReader(Path path) throws IOException {
        super(path, KIND, RecordingException::new);
        try {
            header = HeaderFormat.read(fields());
        } catch (RecordingException e) {
            close();
            throw badHeader("the header " + e.getMessage());
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    RecordingHeader header() {
        return header;
    }

    /**
     * Does the same as {@link #append(ByteBuffer)}, but first skips the keyframes before the block.
     *
     * @param tick the tick that has just ended, which must be that of a keyframe before the next block; or
     *     {@link #IN_GROUP}, where no keyframe may be
     */
    ByteBuffer append(ByteBuffer kept, long tick) throws IOException {
        skipKeyframes(tick);
        return append(kept);
    }

    /** Goes to the next block that is no keyframe. */
    private void skipKeyframes(long tick) throws IOException {
        for (KeyframeBlock found = keyframeAt(position(), sum());
                found != null;
                found = keyframeAt(position(), sum())) {
            if (found.tick() != tick) {
                throw new RecordingException("the keyframe at byte " + position()
                        + " is in the wrong place: its tick is " + found.tick() + ", and "
                        + (tick == IN_GROUP ? "a tick is incomplete there" : "expected " + tick));
            }
            skipTo(found.end(), found.sum());
        }
    }

    /**
     * Reads the frame of a keyframe, after a block with the given checksum. Returns null if another block or the end of
     * the file is there.
     */
    KeyframeBlock keyframeAt(long at, int previousSum) throws IOException {
        if (markAt(at) != KeyframeBlock.MARK) {
            return null;
        }
        if (!fill(keyframeFrame.clear(), at)) {
            throw new RecordingException("the keyframe at byte " + at + " is cut off");
        }
        return KeyframeBlock.read(keyframeFrame, at, fileBytes() - at, previousSum, crc);
    }

    /** Returns the number of the block at a position, or 0, which no block has, if the file ends before it. */
    private int markAt(long at) throws IOException {
        ByteBuffer frame = frameAt(at);
        return frame == null ? 0 : frame.getInt(0);
    }

    /** Returns the four bytes at a position, where a checksum is. */
    int sumAt(long at) throws IOException {
        ByteBuffer found = buffer(Format.CHECKSUM_BYTES);
        if (!fill(found, at)) {
            throw new RecordingException("the checksum at byte " + at + " is cut off");
        }
        return found.getInt(0);
    }

    /** Returns the content of a keyframe, whose length was compared with that of the file. */
    ByteBuffer content(KeyframeBlock keyframe) throws IOException {
        ByteBuffer content = buffer(keyframe.length());
        if (!fill(content, keyframe.contentPosition())) {
            throw damaged(keyframe);
        }
        crc.reset();
        crc.update(content.duplicate());
        if ((int) crc.getValue() != keyframe.contentSum()) {
            throw damaged(keyframe);
        }
        return content;
    }

    private static RecordingException damaged(KeyframeBlock keyframe) {
        return new RecordingException("the keyframe of tick " + keyframe.tick() + " at byte " + keyframe.position()
                + " is damaged: its checksum does not match");
    }

    /** Whether the content of a keyframe is undamaged. Reads it in pieces. */
    boolean isIntact(KeyframeBlock keyframe) throws IOException {
        CRC32C sum = new CRC32C();
        ByteBuffer piece = buffer(Math.min(keyframe.length(), Format.MAX_PAYLOAD));
        for (long at = keyframe.contentPosition(); at < keyframe.end(); at += piece.limit()) {
            piece.clear().limit((int) Math.min(piece.capacity(), keyframe.end() - at));
            if (!fill(piece, at)) {
                return false;
            }
            sum.update(piece);
        }
        return (int) sum.getValue() == keyframe.contentSum();
    }
}
