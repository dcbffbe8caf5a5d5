package io.github.freestep.physics.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.zip.CRC32C;

/**
 * Reads a recording's header and then its blocks, and checks each before it returns it. Not thread-safe. Whatever a
 * length in the file says, it never allocates more than the file's size.
 */
final class BlockReader implements Closeable {
    private final Path path;
    private final FileChannel file;
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer frame = buffer(Format.BLOCK_FRAME);
    private final RecordingHeader header;

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

    BlockReader(Path path) throws IOException {
        // Messages must name the file, and an empty path names none.
        this.path = path.toString().isEmpty() ? path.toAbsolutePath() : path;
        requireRegular();
        file = FileChannel.open(path, StandardOpenOption.READ);
        try {
            header = readHeader();
        } catch (RecordingException e) {
            file.close();
            throw new RecordingException(this.path + ": " + e.getMessage());
        } catch (Throwable e) {
            file.close();
            throw e;
        }
    }

    /** Called before the file is opened, because opening a pipe waits for a writer, and some devices never end. */
    private void requireRegular() throws IOException {
        BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
        if (!found.isRegularFile()) {
            throw new RecordingException(path + ": expected a regular file, which can be read at any position, but was "
                    + (found.isDirectory() ? "a directory" : "a pipe, a socket or a device"));
        }
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
     * Reads the next block and appends its payload to the remaining bytes of a buffer. Moves those bytes to the
     * beginning of the buffer, or copies them to a larger one if the payload does not fit.
     *
     * @return the buffer, positioned at the beginning of the payload
     * @throws RecordingException if there is no further block, or if it is cut off or damaged
     */
    ByteBuffer append(ByteBuffer kept) throws IOException {
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

    @Override
    public void close() throws IOException {
        file.close();
    }

    private RecordingHeader readHeader() throws IOException {
        ByteBuffer start = buffer(Format.HEADER_FRAME);
        if (!fill(start, 0) || start.getLong(0) != Format.MAGIC) {
            throw new RecordingException("this is not a recording: it does not begin with the magic bytes");
        }
        int length = start.getInt(12);
        if (length < 0
                || length > Format.MAX_HEADER
                || length + start.capacity() + Format.CHECKSUM_BYTES > file.size()) {
            throw new RecordingException("the header is cut off, or its length is damaged: " + length);
        }
        ByteBuffer all = buffer(Format.HEADER_FRAME + length + Format.CHECKSUM_BYTES);
        if (!fill(all, 0)) {
            throw new RecordingException("the header is cut off");
        }
        position = all.limit();
        sum = all.getInt(all.limit() - Format.CHECKSUM_BYTES);
        all.limit(all.limit() - Format.CHECKSUM_BYTES);
        if (HeaderFormat.checksum(all.duplicate()) != sum) {
            throw new RecordingException("the header is damaged: its checksum does not match");
        }
        // Checked only after the checksum, because a version with a flipped bit is damage and not a newer version.
        int version = all.getInt(8);
        if (version != Format.VERSION && version != Format.VERSION_OF_DOUBLES) {
            throw new RecordingException("the recording's format version must be " + Format.VERSION + " or "
                    + Format.VERSION_OF_DOUBLES + ", was "
                    + Integer.toUnsignedString(version)
                    + "; read it with the Freestep release that wrote it, or a newer one");
        }
        try {
            return HeaderFormat.read(all.position(Format.HEADER_FRAME), version);
        } catch (RecordingException e) {
            throw new RecordingException("the header " + e.getMessage());
        }
    }

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
}
