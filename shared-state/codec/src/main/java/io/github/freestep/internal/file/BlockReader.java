package io.github.freestep.internal.file;

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
import java.util.function.Function;
import java.util.zip.CRC32C;

/**
 * Reads the header of a {@linkplain BlockFile file of blocks} and then its blocks, and checks each before it returns
 * it. Not thread-safe. It never allocates more than the file's size, even if a length in the file is larger.
 */
public class BlockReader implements Closeable {
    private final Path path;
    private final FileChannel file;
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer frame = buffer(BlockFile.FRAME);
    private final Function<String, ? extends IOException> failure;
    private final ByteBuffer fields;
    private final String content;
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
    public record Place(long position, int number, int sum) {}

    /**
     * What a kind of file has in its header.
     *
     * @param magic the first eight bytes
     * @param version the version that is written and read
     * @param mostBytes the maximum length of the fields
     * @param content what the file holds, for messages: "recording"
     */
    public record Kind(long magic, int version, int mostBytes, String content) {}

    /**
     * Opens a file and reads its header.
     *
     * @param failure makes the exception for a file that is damaged, or of another kind
     */
    public BlockReader(Path path, Kind kind, Function<String, ? extends IOException> failure) throws IOException {
        // Messages must name the file, and an empty path names none.
        this.path = path.toString().isEmpty() ? path.toAbsolutePath() : path;
        this.failure = failure;
        content = kind.content();
        requireRegular();
        file = FileChannel.open(path, StandardOpenOption.READ);
        try {
            fields = readHeader(kind);
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
            throw failure.apply(path + ": expected a regular file, which can be read at any position, but was "
                    + (found.isDirectory() ? "a directory" : "a pipe, a socket or a device"));
        }
    }

    /** The fields of the header, which begin at the buffer's position and end at its limit. */
    public final ByteBuffer fields() {
        return fields.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Makes the exception for a damaged header. */
    public final IOException badHeader(String what) {
        return failure.apply(path + ": " + what);
    }

    /** The place of the next block. */
    public final Place place() {
        return new Place(position, number, sum);
    }

    /** The place of the block that was read last. At least one must have been read. */
    public final Place newest() {
        return new Place(newestPosition, number - 1, newestPredecessor);
    }

    /** The place of the first block. */
    public final Place first() {
        return first;
    }

    public final void seek(Place place) {
        position = place.position();
        number = place.number();
        sum = place.sum();
    }

    /** The position in the file of the newest block's payload. */
    public final long payloadPosition() {
        return newestPosition + BlockFile.FRAME;
    }

    public final long fileBytes() throws IOException {
        return file.size();
    }

    /** The number of bytes in the file after the newest block. */
    public final long remainingBytes() throws IOException {
        return file.size() - position;
    }

    /**
     * Reads the next block and appends its payload to the remaining bytes of a buffer. Moves those bytes to the
     * beginning of the buffer, or copies them to a larger one if the payload does not fit.
     *
     * @return the buffer, positioned at the beginning of the payload
     * @throws IOException if there is no further block, or if it is cut off or damaged
     */
    public final ByteBuffer append(ByteBuffer kept) throws IOException {
        int length = readFrame();
        int start = kept.remaining();
        int needed = start + length + BlockFile.CHECKSUM_BYTES;
        ByteBuffer to = needed <= kept.capacity()
                ? kept.compact()
                : buffer(Math.max(needed, 2 * kept.capacity())).put(kept);
        if (!fill(to.limit(needed), position + BlockFile.FRAME)) {
            throw failure.apply(where() + " is cut off");
        }
        int found = to.getInt(start + length);
        to.limit(start + length);
        BlockFile.startChecksum(sum, crc).update(frame.rewind());
        crc.update(to);
        if ((int) crc.getValue() != found) {
            throw failure.apply(where() + " is damaged, or belongs to another place or " + content
                    + ": its checksum does not match");
        }
        newestPosition = position;
        newestPredecessor = sum;
        position += BlockFile.FRAME + length + BlockFile.CHECKSUM_BYTES;
        number++;
        sum = found;
        return to.position(start);
    }

    private int readFrame() throws IOException {
        long left = remainingBytes();
        if (left == 0) {
            throw failure.apply("the file ends at byte " + position + " without an end entry");
        }
        if (left < BlockFile.FRAME || !fill(frame.clear(), position)) {
            throw failure.apply(where() + " is cut off");
        }
        int found = frame.getInt(0);
        int length = frame.getInt(Integer.BYTES);
        if (found != number) {
            throw failure.apply(where() + " is damaged, or belongs to another place: its number is "
                    + Integer.toUnsignedString(found));
        }
        if (length < 1 || length > BlockFile.MAX_PAYLOAD) {
            throw failure.apply(where() + " is damaged: its length must be between 1 and " + BlockFile.MAX_PAYLOAD
                    + ", was " + Integer.toUnsignedString(length));
        }
        if (length + BlockFile.FRAME + BlockFile.CHECKSUM_BYTES > left) {
            throw failure.apply(where() + " is cut off, or its length is damaged: its payload should have " + length
                    + " bytes, but the file has only " + left + " bytes from there on");
        }
        return length;
    }

    /** Returns the number and the length of the block at a position; null if the file ends before it. */
    public final ByteBuffer frameAt(long at) throws IOException {
        return fill(frame.clear(), at) ? frame : null;
    }

    /** Where the next block begins. */
    protected final long position() {
        return position;
    }

    /** The checksum before the next block. */
    protected final int sum() {
        return sum;
    }

    /** Goes on after something other than a block, whose checksum precedes that of the next block. */
    protected final void skipTo(long end, int insertSum) {
        position = end;
        sum = insertSum;
    }

    private String where() {
        return "block " + number + " at byte " + position;
    }

    @Override
    public final void close() throws IOException {
        file.close();
    }

    private ByteBuffer readHeader(Kind kind) throws IOException {
        ByteBuffer start = buffer(BlockFile.HEADER_FRAME);
        if (!fill(start, 0) || start.getLong(0) != kind.magic()) {
            throw badHeader("this is not a " + kind.content() + ": it does not begin with the magic bytes");
        }
        int length = start.getInt(12);
        if (length < 0
                || length > kind.mostBytes()
                || length + start.capacity() + BlockFile.CHECKSUM_BYTES > file.size()) {
            throw badHeader("the header is cut off, or its length is damaged: " + length);
        }
        ByteBuffer all = buffer(BlockFile.HEADER_FRAME + length + BlockFile.CHECKSUM_BYTES);
        if (!fill(all, 0)) {
            throw badHeader("the header is cut off");
        }
        position = all.limit();
        sum = all.getInt(all.limit() - BlockFile.CHECKSUM_BYTES);
        all.limit(all.limit() - BlockFile.CHECKSUM_BYTES);
        if (BlockFile.checksum(all.duplicate()) != sum) {
            throw badHeader("the header is damaged: its checksum does not match");
        }
        // Checked only after the checksum, because a version with a flipped bit is damage and not a newer version.
        int found = all.getInt(8);
        if (found != kind.version()) {
            throw badHeader("the " + kind.content() + "'s format version must be " + kind.version() + ", was "
                    + Integer.toUnsignedString(found) + "; read it with the Freestep release that wrote it");
        }
        return all.position(BlockFile.HEADER_FRAME);
    }

    /** Makes a little-endian buffer. */
    protected static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Fills the buffer, and sets its position back to where it was. Returns false if the file ends before the
     * buffer is full.
     */
    protected final boolean fill(ByteBuffer bytes, long from) throws IOException {
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
