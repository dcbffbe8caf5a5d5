package io.github.freestep.physics.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * Writes a recording's header, and then one block after the other. Not thread-safe; waits for the disk; allocates
 * nothing for a block.
 *
 * <p>A block that the disk does not take as a whole is truncated away, so that the file always ends with a whole one.
 * As many of its bytes as the disk took will fit again: {@link #retry}.
 */
final class BlockWriter implements Closeable {
    /** Whether the file does not end with a whole block of this writer, so that nothing may follow. */
    private static final int NOTHING = -1;

    private final Path path;
    private final FileChannel file;
    private final Object fileKey;
    private final ByteBuffer block = ByteBuffer.allocateDirect(Format.BLOCK_FRAME + Format.MAX_PAYLOAD + Format.SUM)
            .order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C crc = new CRC32C();
    private int number;
    private int sum;

    /** The length of the file, in bytes: the header and all whole blocks. */
    private long fileBytes;

    /** Payload in blocks that have ended. */
    private long endedBytes;

    private boolean failed;

    /**
     * The number of bytes of the failed block that the disk took before they were truncated away, or {@link #NOTHING}.
     */
    private int fitted;

    /** Creates the file to be written; it must not exist, and must be opened for appending. */
    @FunctionalInterface
    interface Disk {
        FileChannel create(Path path) throws IOException;
    }

    /** Creates the file with its header; where that fails, no file is left behind. */
    BlockWriter(Path path, Disk disk, RecordingHeader header) throws IOException {
        this.path = path;
        ByteBuffer bytes = HeaderFormat.write(header);
        sum = bytes.getInt(bytes.limit() - Format.SUM);
        file = disk.create(path);
        try {
            fileBytes = bytes.remaining();
            write(bytes);
            fileKey = attributes().fileKey();
        } catch (IOException e) {
            remove(e);
            throw (IOException) new FileSystemException(path.toString(), null, e.getMessage()).initCause(e);
        } catch (Throwable e) {
            remove(e);
            throw e;
        }
        begin();
    }

    private void remove(Throwable cause) {
        try {
            file.close();
            Files.deleteIfExists(path);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    /** The buffer to put an entry into, if {@link #hasRoom}. */
    ByteBuffer block() {
        return block;
    }

    /** Whether an entry of that many bytes fits into this block. */
    boolean hasRoom(int bytes) {
        return block.remaining() >= bytes;
    }

    /** The number of bytes of payload so far, in this block and all before. */
    long payloadBytes() {
        return endedBytes + block.position() - Format.BLOCK_FRAME;
    }

    /** Whether the disk has failed. A block after any other than the one that its checksum covers could not be read. */
    boolean failed() {
        return failed;
    }

    /** Ends the block, unless it is empty. */
    void flush() throws IOException {
        int payload = block.position() - Format.BLOCK_FRAME;
        if (failed || payload == 0) {
            return;
        }
        failed = true;
        fitted = NOTHING;
        requireLength();
        put(payload);
        failed = false;
    }

    /** Whether the file still ends with a whole block of this writer, so that {@link #retry} can add to it. */
    boolean canRetry() {
        return failed && fitted != NOTHING;
    }

    /** How many bytes of the failed block's payload fit into the file, with that many bytes to spare; 0 if none do. */
    int fitting(int spareBytes) {
        return Math.max(0, fitted - Format.BLOCK_FRAME - Format.SUM - spareBytes);
    }

    /** The payload of the failed block, to be read. */
    ByteBuffer failedPayload(int bytes) {
        return block.slice(Format.BLOCK_FRAME, bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Writes the first bytes of the failed block's payload as a block; from then on others can follow. */
    void retry(int payload) throws IOException {
        if (payload > 0) {
            put(payload);
        } else {
            begin();
        }
        failed = false;
    }

    private void put(int payload) throws IOException {
        int end = Format.BLOCK_FRAME + payload;
        block.clear().limit(end);
        block.putInt(0, number + 1).putInt(Integer.BYTES, payload);
        Format.behind(sum, crc).update(block);
        int blockSum = (int) crc.getValue();
        block.limit(end + Format.SUM).putInt(end, blockSum).rewind();
        try {
            write(block);
        } catch (Throwable e) {
            fitted = block.position();
            truncate(e);
            throw e;
        }
        number++;
        sum = blockSum;
        fileBytes += block.limit();
        endedBytes += payload;
        begin();
    }

    private void truncate(Throwable cause) {
        try {
            file.truncate(fileBytes);
        } catch (IOException e) {
            // Nothing may follow then; a reader finds a block that is cut off.
            fitted = NOTHING;
            cause.addSuppressed(e);
        }
    }

    /**
     * Checks for what no write notices: that the file was deleted, replaced, truncated or changed by another program.
     *
     * @throws IOException if the file is not what was written; nothing can follow then
     */
    void verify() throws IOException {
        if (failed) {
            return;
        }
        failed = true;
        fitted = NOTHING;
        requireLength();
        BasicFileAttributes now;
        try {
            now = attributes();
        } catch (NoSuchFileException e) {
            throw new RecordingException(path + " was deleted while it was recorded, and what it had is lost");
        }
        if (!Objects.equals(fileKey, now.fileKey())) {
            throw new RecordingException(path + " was replaced by another file while it was recorded");
        }
        failed = false;
    }

    private void requireLength() throws IOException {
        long size = file.size();
        if (size != fileBytes) {
            throw new RecordingException(path + " has " + size + " bytes where " + fileBytes
                    + " were written: another program has changed it");
        }
    }

    private BasicFileAttributes attributes() throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class);
    }

    private void begin() {
        block.clear().limit(Format.BLOCK_FRAME + Format.MAX_PAYLOAD).position(Format.BLOCK_FRAME);
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
