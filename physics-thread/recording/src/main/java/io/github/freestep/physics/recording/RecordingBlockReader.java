package io.github.freestep.physics.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.zip.CRC32C;

/**
 * Reads the header of a recording, its blocks and the keyframes between them, and checks each before it returns it. Not
 * thread-safe. It never allocates more than the file's size, even if a length in the file is larger.
 */
final class RecordingBlockReader implements Closeable {
    /** Stands for a tick in {@link #append}: the block continues a group. */
    static final long IN_GROUP = -1;

    private final Path path;
    private final FileChannel file;
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer frame = buffer(Format.BLOCK_FRAME);
    private final ByteBuffer keyframeFrame = buffer(KeyframeBlock.FRAME);
    private final RecordingHeader header;
    private final Place first;

    /** Where the next block begins. {@code sum} is the checksum of the block before it, or of the header. */
    private long position;

    private int number = 1;
    private int sum;

    /** Where the block that was read last begins. */
    private long newestPosition;

    /** The checksum before that block. */
    private int newestPredecessor;

    /**
     * Everything that is needed to read a block again: its position in the file, its number, and the
     * checksum before it.
     */
    record Place(long position, int number, int sum) {}

    /** Opens a file and reads its header. */
    RecordingBlockReader(Path path) throws IOException {
        // Messages must name the file, and an empty path names none.
        this.path = path.toString().isEmpty() ? path.toAbsolutePath() : path;
        requireRegular();
        file = FileChannel.open(path, StandardOpenOption.READ);
        try {
            header = readHeader();
            first = place();
        } catch (Throwable e) {
            file.close();
            throw e;
        }
    }

    /** Called before the file is opened, because opening a pipe waits for a writer, and some devices never end. */
    private void requireRegular() throws IOException {
        BasicFileAttributes found;
        try {
            found = Files.readAttributes(path, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            throw new NoSuchFileException(path.toString(), null, "there is no such file; check its name and folder");
        }
        if (!found.isRegularFile()) {
            throw new RecordingException(path + ": expected a regular file, which can be read at any position, but was "
                    + (found.isDirectory() ? "a directory" : "a pipe, a socket or a device"));
        }
    }

    private RecordingHeader readHeader() throws IOException {
        ByteBuffer start = buffer(Format.HEADER_FRAME);
        if (!fill(start, 0) || start.getLong(0) != Format.MAGIC) {
            throw badHeader("this is not a recording: it does not begin with the magic bytes");
        }
        int length = start.getInt(12);
        if (length < 0
                || length > Format.MAX_HEADER
                || length + start.capacity() + Format.CHECKSUM_BYTES > file.size()) {
            throw badHeader("the header is cut off, or its length is damaged: " + length);
        }
        ByteBuffer all = buffer(Format.HEADER_FRAME + length + Format.CHECKSUM_BYTES);
        if (!fill(all, 0)) {
            throw badHeader("the header is cut off");
        }
        position = all.limit();
        sum = all.getInt(all.limit() - Format.CHECKSUM_BYTES);
        all.limit(all.limit() - Format.CHECKSUM_BYTES);
        if (Format.checksum(all.duplicate()) != sum) {
            throw badHeader("the header is damaged: its checksum does not match");
        }
        // Checked only after the checksum, because a version with a flipped bit is damage and not a newer version.
        int found = all.getInt(8);
        if (found != Format.VERSION) {
            throw badHeader("the recording's format version must be " + Format.VERSION + ", was "
                    + Integer.toUnsignedString(found) + "; read it with the Freestep release that wrote it");
        }
        try {
            return HeaderFormat.read(all.position(Format.HEADER_FRAME));
        } catch (RecordingException e) {
            throw badHeader("the header " + e.getMessage());
        }
    }

    private RecordingException badHeader(String what) {
        return new RecordingException(path + ": " + what);
    }

    RecordingHeader header() {
        return header;
    }

    /** The place of the next block. */
    Place place() {
        return new Place(position, number, sum);
    }

    /** The place of the block that was read last. At least one must have been read. */
    Place newest() {
        return new Place(newestPosition, number - 1, newestPredecessor);
    }

    /** The place of the first block. */
    Place first() {
        return first;
    }

    void seek(Place place) {
        position = place.position();
        number = place.number();
        sum = place.sum();
    }

    /** The position in the file of the newest block's payload. */
    long payloadPosition() {
        return newestPosition + Format.BLOCK_FRAME;
    }

    long fileBytes() throws IOException {
        return file.size();
    }

    /** The number of bytes in the file after the newest block. */
    long remainingBytes() throws IOException {
        return file.size() - position;
    }

    /**
     * Skips keyframes, reads the next block and appends its payload to the remaining bytes of a buffer. Moves those
     * bytes to the beginning of the buffer, or copies them to a larger one if the payload does not fit.
     *
     * @param tick the tick that has just ended, which must be that of a keyframe before the next block; or
     *     {@link #IN_GROUP}, where no keyframe may be
     * @return the buffer, positioned at the beginning of the payload
     * @throws IOException if there is no further block, or if it is cut off or damaged
     */
    ByteBuffer append(ByteBuffer kept, long tick) throws IOException {
        skipKeyframes(tick);
        int length = readFrame();
        int start = kept.remaining();
        int needed = start + length + Format.CHECKSUM_BYTES;
        ByteBuffer to = needed <= kept.capacity()
                ? kept.compact()
                : buffer(Math.max(needed, 2 * kept.capacity())).put(kept);
        if (!fill(to.limit(needed), position + Format.BLOCK_FRAME)) {
            throw new RecordingException(where() + " is cut off");
        }
        int found = to.getInt(start + length);
        to.limit(start + length);
        Format.startChecksum(sum, crc).update(frame.rewind());
        crc.update(to);
        if ((int) crc.getValue() != found) {
            throw new RecordingException(
                    where() + " is damaged, or belongs to another place or recording: its checksum does not match");
        }
        newestPosition = position;
        newestPredecessor = sum;
        position += Format.BLOCK_FRAME + length + Format.CHECKSUM_BYTES;
        number++;
        sum = found;
        return to.position(start);
    }

    private int readFrame() throws IOException {
        long left = remainingBytes();
        if (left == 0) {
            throw new RecordingException("the file ends at byte " + position + " without an end entry");
        }
        if (left < Format.BLOCK_FRAME || !fill(frame.clear(), position)) {
            throw new RecordingException(where() + " is cut off");
        }
        int found = frame.getInt(0);
        int length = frame.getInt(Integer.BYTES);
        if (found != number) {
            throw new RecordingException(where() + " is damaged, or belongs to another place: its number is "
                    + Integer.toUnsignedString(found));
        }
        if (length < 1 || length > Format.MAX_PAYLOAD) {
            throw new RecordingException(where() + " is damaged: its length must be between 1 and " + Format.MAX_PAYLOAD
                    + ", was " + Integer.toUnsignedString(length));
        }
        if (length + Format.BLOCK_FRAME + Format.CHECKSUM_BYTES > left) {
            throw new RecordingException(where() + " is cut off, or its length is damaged: its payload should have "
                    + length + " bytes, but the file has only " + left + " bytes from there on");
        }
        return length;
    }

    private String where() {
        return "block " + number + " at byte " + position;
    }

    /** Goes to the next block that is no keyframe. */
    private void skipKeyframes(long tick) throws IOException {
        for (KeyframeBlock found = keyframeAt(position, sum); found != null; found = keyframeAt(position, sum)) {
            if (found.tick() != tick) {
                throw new RecordingException(
                        "the keyframe at byte " + position + " is in the wrong place: its tick is " + found.tick()
                                + ", and " + (tick == IN_GROUP ? "a tick is incomplete there" : "expected " + tick));
            }
            position = found.end();
            sum = found.sum();
        }
    }

    /** Returns the number and the length of the block at a position; null if the file ends before it. */
    ByteBuffer frameAt(long at) throws IOException {
        return fill(frame.clear(), at) ? frame : null;
    }

    /**
     * Reads the frame of a keyframe, after a block with the given checksum. Returns null if another block or the end of
     * the file is there.
     */
    KeyframeBlock keyframeAt(long at, int previousSum) throws IOException {
        ByteBuffer start = frameAt(at);
        if (start == null || start.getInt(0) != KeyframeBlock.MARK) {
            return null;
        }
        if (!fill(keyframeFrame.clear(), at)) {
            throw new RecordingException("the keyframe at byte " + at + " is cut off");
        }
        return KeyframeBlock.read(keyframeFrame, at, fileBytes() - at, previousSum, crc);
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
        if (!fill(content, keyframe.contentPosition())
                || Format.checksum(content.duplicate()) != keyframe.contentSum()) {
            throw new RecordingException("the keyframe of tick " + keyframe.tick() + " at byte " + keyframe.position()
                    + " is damaged: its checksum does not match");
        }
        return content;
    }

    /** Makes a little-endian buffer. */
    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Fills the buffer, and sets its position back to where it was. Returns false if the file ends before the
     * buffer is full.
     */
    private boolean fill(ByteBuffer bytes, long from) throws IOException {
        int start = bytes.position();
        while (bytes.hasRemaining()) {
            if (read(bytes, from + bytes.position() - start) < 0) {
                return false;
            }
        }
        bytes.position(start);
        return true;
    }

    private int read(ByteBuffer bytes, long from) throws IOException {
        try {
            return file.read(bytes, from);
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            throw (IOException) new FileSystemException(path.toString(), null, e.getMessage()).initCause(e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
