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
 * A recording's header, and one block after the other, each checked before anybody sees it. Not thread-safe. Whatever a length
 * says, no more is allocated than there is in the file.
 */
final class BlockReader implements Closeable {
    private final Path path;
    private final FileChannel file;
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer frame = buffer(Format.BLOCK_FRAME);
    private final RecordingHeader header;

    /** The block that is the next to be read, and the sum of the one before, or of the header. */
    private long position;

    private int number = 1;
    private int sum;

    /** The block that was read last. */
    private long newestPosition;

    private int newestPredecessor;

    /** How a block can be read once more: where it begins, its number, and the sum of what comes before. */
    record Place(long position, int number, int sum) {}

    BlockReader(Path path) throws IOException {
        // A message must name the file, and an empty path names none.
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

    /** Before it is opened: opening a pipe waits for a writer, and some devices never end. */
    private void requireRegular() throws IOException {
        BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
        if (!found.isRegularFile()) {
            throw new RecordingException(
                    path + ": expected a regular file, which can be read at any place, but this is "
                            + (found.isDirectory() ? "a directory" : "a pipe, a socket or a device"));
        }
    }

    RecordingHeader header() {
        return header;
    }

    /** The block that is the next to be read. */
    Place place() {
        return new Place(position, number, sum);
    }

    /** The block that was read last, of which there must be one. */
    Place newest() {
        return new Place(newestPosition, number - 1, newestPredecessor);
    }

    void seek(Place place) {
        position = place.position();
        number = place.number();
        sum = place.sum();
    }

    /** Where in the file the payload of the newest block begins. */
    long payloadPosition() {
        return newestPosition + Format.BLOCK_FRAME;
    }

    long fileBytes() throws IOException {
        return file.size();
    }

    /** How many bytes of the file come behind the newest block. */
    long left() throws IOException {
        return file.size() - position;
    }

    /**
     * Puts the payload of the next block behind what remains in a buffer, which is moved to its beginning, or into a larger
     * one.
     *
     * @return the buffer, at the beginning of the payload
     * @throws RecordingException if there is no block, or no whole and right one
     */
    ByteBuffer append(ByteBuffer kept) throws IOException {
        int length = readFrame();
        int start = kept.remaining();
        int needed = start + length + Format.SUM;
        ByteBuffer to = needed <= kept.capacity()
                ? kept.compact()
                : buffer(Math.max(needed, 2 * kept.capacity())).put(kept);
        if (!fill(to.limit(needed), position + Format.BLOCK_FRAME)) {
            throw new RecordingException(where() + " is cut off");
        }
        int found = to.getInt(start + length);
        to.limit(start + length);
        Format.behind(sum, crc).update(frame.rewind());
        crc.update(to);
        if ((int) crc.getValue() != found) {
            throw new RecordingException(
                    where() + " is damaged, or not the one that belongs there: its sum does not match");
        }
        newestPosition = position;
        newestPredecessor = sum;
        position += Format.BLOCK_FRAME + length + Format.SUM;
        number++;
        sum = found;
        return to.position(start);
    }

    private int readFrame() throws IOException {
        long left = left();
        if (left == 0) {
            throw new RecordingException("the file ends at byte " + position + ", without an end of the recording");
        }
        if (left < Format.BLOCK_FRAME || !fill(frame.clear(), position)) {
            throw new RecordingException(where() + " is cut off");
        }
        int found = frame.getInt(0);
        int length = frame.getInt(Integer.BYTES);
        if (found != number) {
            throw new RecordingException(where() + " is damaged, or not the one that belongs there: its number is "
                    + Integer.toUnsignedString(found));
        }
        if (length < 1 || length > Format.MAX_PAYLOAD) {
            throw new RecordingException(where() + " is damaged: its length is " + Integer.toUnsignedString(length));
        }
        if (length + Format.BLOCK_FRAME + Format.SUM > left) {
            throw new RecordingException(where() + " is cut off, or its length is damaged: it is " + length
                    + ", and the file has " + left + " bytes from there");
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
            throw new RecordingException("this is no recording: it does not begin as one");
        }
        int length = start.getInt(12);
        if (length < 0 || length > Format.MAX_HEADER || length + start.capacity() + Format.SUM > file.size()) {
            throw new RecordingException("the header is cut off, or its length is damaged: " + length + " bytes");
        }
        ByteBuffer all = buffer(Format.HEADER_FRAME + length + Format.SUM);
        if (!fill(all, 0)) {
            throw new RecordingException("the header is cut off");
        }
        position = all.limit();
        sum = all.getInt(all.limit() - Format.SUM);
        all.limit(all.limit() - Format.SUM);
        if (HeaderFormat.sum(all.duplicate()) != sum) {
            throw new RecordingException("the header is damaged: its sum does not match");
        }
        // Only now: a version of which a bit is wrong is not a newer one.
        int version = all.getInt(8);
        if (version != Format.VERSION) {
            throw new RecordingException("this is a recording of version " + Integer.toUnsignedString(version)
                    + ", and version " + Format.VERSION
                    + " is the one that is understood here; read it with the Freestep that wrote it, or a newer one");
        }
        try {
            return HeaderFormat.read(all.position(Format.HEADER_FRAME));
        } catch (RecordingException e) {
            throw new RecordingException("the header " + e.getMessage());
        }
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** False if the file ends before the buffer is full. What is full is ready to be got from. */
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
