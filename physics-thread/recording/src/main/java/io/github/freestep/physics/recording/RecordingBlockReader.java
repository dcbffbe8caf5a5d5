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
import org.jspecify.annotations.Nullable;

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
    private final ByteBuffer frame = buffer(Block.FRAME);
    final RecordingHeader header;
    final Block.Place first;

    /** Where the next block begins. */
    Block.Place next;

    /** The place of the block that was read last; the first one before. */
    Block.Place newest;

    /** Opens a file and reads its header. */
    RecordingBlockReader(Path path) throws IOException {
        // Messages must name the file, and an empty path names none.
        this.path = path.toString().isEmpty() ? path.toAbsolutePath() : path;
        requireRegular();
        file = FileChannel.open(path, StandardOpenOption.READ);
        try {
            ByteBuffer bytes = headerBytes();
            first = new Block.Place(bytes.limit(), 1, bytes.getInt(bytes.limit() - Format.CHECKSUM_BYTES));
            next = first;
            newest = first;
            header = readHeader(bytes);
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

    private ByteBuffer headerBytes() throws IOException {
        ByteBuffer start = buffer(Format.HEADER_FRAME);
        if (!fill(start, 0) || start.getLong(0) != Format.MAGIC) {
            throw badHeader("this is not a recording: it does not begin as a file of a Recorder does; pass such a file,"
                    + " or record the run again");
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
        return all;
    }

    private RecordingHeader readHeader(ByteBuffer all) throws IOException {
        int sum = all.getInt(all.limit() - Format.CHECKSUM_BYTES);
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

    long fileBytes() throws IOException {
        return file.size();
    }

    /** The number of bytes in the file after the newest block. */
    long remainingBytes() throws IOException {
        return file.size() - next.position();
    }

    /** Reads the frame of the block at a place. Returns null at the end of the file. */
    @Nullable Block blockAt(Block.Place place) throws IOException {
        long left = file.size() - place.position();
        if (left == 0) {
            return null;
        }
        if (left < Block.FRAME || !fill(frame.clear(), place.position())) {
            throw new RecordingException(place + " is cut off");
        }
        return Block.read(frame, place, left, crc);
    }

    /**
     * Skips keyframes, reads the next block and appends its content to the remaining bytes of a buffer. Moves those
     * bytes to the beginning of the buffer, or copies them to a larger one if the content does not fit.
     *
     * @param tick the tick that has just ended, which must be that of a keyframe before the next block; or
     *     {@link #IN_GROUP}, where no keyframe may be
     * @return the buffer, positioned at the beginning of the content
     * @throws IOException if there is no further block, or if it is cut off or damaged
     */
    ByteBuffer append(ByteBuffer kept, long tick) throws IOException {
        Block block = nextEntries(tick);
        int start = kept.remaining();
        int needed = start + block.length();
        ByteBuffer to = needed <= kept.capacity()
                ? kept.compact()
                : buffer(Math.max(needed, 2 * kept.capacity())).put(kept);
        fillContent(to.limit(needed), block);
        newest = next;
        next = block.next();
        return to;
    }

    /** Goes to the next block that is not a keyframe. */
    private Block nextEntries(long tick) throws IOException {
        Block block = blockAt(next);
        while (block != null && block.isKeyframe()) {
            if (block.tick() != tick) {
                throw new RecordingException(
                        "the keyframe in " + next + " is in the wrong place: its tick is " + block.tick() + ", and "
                                + (tick == IN_GROUP ? "a tick is incomplete there" : "expected " + tick));
            }
            next = block.next();
            block = blockAt(next);
        }
        if (block == null) {
            throw new RecordingException("the file ends at byte " + next.position() + " without an end entry");
        }
        return block;
    }

    /** Returns the content of a keyframe. */
    ByteBuffer content(Block keyframe) throws IOException {
        ByteBuffer content = buffer(keyframe.length());
        fillContent(content, keyframe);
        return content;
    }

    /** Fills the rest of a buffer with the content of a block, whose length was compared with that of the file. */
    private void fillContent(ByteBuffer to, Block block) throws IOException {
        if (!fill(to, block.contentPosition())) {
            throw new RecordingException(block.place() + " is cut off");
        }
        int start = to.position();
        crc.reset();
        crc.update(to);
        to.position(start);
        if ((int) crc.getValue() != block.contentSum()) {
            throw new RecordingException(block.place() + " is damaged: the checksum of its content does not match");
        }
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
