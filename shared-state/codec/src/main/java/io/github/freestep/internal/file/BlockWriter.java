package io.github.freestep.internal.file;

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
import java.util.function.Function;
import java.util.zip.CRC32C;

/**
 * Writes the header of a {@linkplain BlockFile file of blocks}, and then its blocks. Not thread-safe. Waits for the
 * disk. Allocates nothing per block.
 *
 * <p>If the disk takes only a part of a block, the writer removes that part, so that the file always ends with a whole
 * block. The disk then has room for as many bytes as it took before, and {@link #retry} writes a shorter block there.
 */
public class BlockWriter implements Closeable {
    /**
     * A value of {@link #fitted}. It means that the file does not end with a whole block of this writer, so
     * nothing may follow.
     */
    private static final int NOT_APPENDABLE = -1;

    private final Path path;
    private final String content;
    private final Function<String, ? extends IOException> failure;
    private final FileChannel file;
    private final Object fileKey;
    private final ByteBuffer block = ByteBuffer.allocateDirect(
                    BlockFile.FRAME + BlockFile.MAX_PAYLOAD + BlockFile.CHECKSUM_BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C crc = new CRC32C();
    private int number;
    private int sum;

    /** The length of the file, in bytes: the header and all whole blocks. */
    private long fileBytes;

    /** Payload of all ended blocks, in bytes. */
    private long endedBytes;

    private boolean failed;

    /**
     * The number of bytes of the failed block that the disk took before they were removed; or {@link #NOT_APPENDABLE}.
     */
    private int fitted;

    /** Creates the file. It must fail if the file exists, and must open it for appending. */
    @FunctionalInterface
    public interface Disk {
        FileChannel create(Path path) throws IOException;
    }

    /**
     * Creates the file and writes its header. If that fails, it leaves no file behind.
     *
     * @param disk opens the file: {@link BlockFile#newFile}, or in tests a failing disk
     * @param header the whole header, which ends with its checksum
     * @param content what the file holds, for messages: "recording"
     * @param failure makes the exception for a file that another program has changed
     */
    public BlockWriter(
            Path path, Disk disk, ByteBuffer header, String content, Function<String, ? extends IOException> failure)
            throws IOException {
        this.path = path;
        this.content = content;
        this.failure = failure;
        sum = header.getInt(header.limit() - BlockFile.CHECKSUM_BYTES);
        file = disk.create(path);
        try {
            fileBytes = header.remaining();
            write(header);
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

    /** The buffer for the next entry. Check {@link #hasRoom} first. */
    public final ByteBuffer block() {
        return block;
    }

    /** Whether an entry of {@code bytes} bytes fits into this block. */
    public final boolean hasRoom(int bytes) {
        return block.remaining() >= bytes;
    }

    /** Payload so far, in bytes: of this block and all before it. */
    public final long payloadBytes() {
        return endedBytes + block.position() - BlockFile.FRAME;
    }

    /**
     * Whether the disk has failed. After that, only {@link #retry} may write. A block's checksum covers the checksum of
     * the block before it, so no block after a missing one could be read.
     */
    public final boolean failed() {
        return failed;
    }

    /** Ends the block and writes it, unless it is empty or the disk has failed. */
    public final void flush() throws IOException {
        int payload = block.position() - BlockFile.FRAME;
        if (failed || payload == 0) {
            return;
        }
        failed = true;
        fitted = NOT_APPENDABLE;
        requireLength();
        put(payload);
        failed = false;
    }

    /**
     * Prepares to write something other than a block after the newest block, which must have been flushed. Returns the
     * checksum before it.
     */
    protected final int beginInsert() throws IOException {
        failed = true;
        fitted = NOT_APPENDABLE;
        requireLength();
        failed = false;
        return sum;
    }

    /** Ends an insert. Its checksum is the preceding checksum of the next block. */
    protected final void endInsert(int insertSum, long bytes) {
        sum = insertSum;
        fileBytes += bytes;
        begin();
    }

    /** Removes an insert that the disk did not take. Further blocks can then follow, unless {@link #failed}. */
    protected final void undoInsert(Throwable cause) {
        fitted = 0;
        truncate(cause);
        failed = fitted == NOT_APPENDABLE;
        begin();
    }

    /** Whether the disk has failed, and the file still ends with a whole block, so that {@link #retry} can append. */
    public final boolean canRetry() {
        return failed && fitted != NOT_APPENDABLE;
    }

    /** How many bytes of the failed block's payload fit into the file with {@code spareBytes} left over; at least 0. */
    public final int fitting(int spareBytes) {
        return Math.max(0, fitted - BlockFile.FRAME - BlockFile.CHECKSUM_BYTES - spareBytes);
    }

    /** The first bytes of the failed block's payload, for reading. */
    public final ByteBuffer failedPayload(int bytes) {
        return block.slice(BlockFile.FRAME, bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Writes the first {@code payload} bytes of the failed block as a block. Further blocks can follow it. */
    public final void retry(int payload) throws IOException {
        if (payload > 0) {
            put(payload);
        } else {
            begin();
        }
        failed = false;
    }

    private void put(int payload) throws IOException {
        int end = BlockFile.FRAME + payload;
        block.clear().limit(end);
        block.putInt(0, number + 1).putInt(Integer.BYTES, payload);
        BlockFile.startChecksum(sum, crc).update(block);
        int blockSum = (int) crc.getValue();
        block.limit(end + BlockFile.CHECKSUM_BYTES).putInt(end, blockSum).rewind();
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
            // Nothing may follow now. A reader will find a block that is cut off.
            fitted = NOT_APPENDABLE;
            cause.addSuppressed(e);
        }
    }

    /**
     * Checks that no other program has deleted, replaced, truncated or changed the file. No write would notice that.
     *
     * @throws IOException if one has; nothing can follow then
     */
    public final void verify() throws IOException {
        if (failed) {
            return;
        }
        failed = true;
        fitted = NOT_APPENDABLE;
        requireLength();
        BasicFileAttributes now;
        try {
            now = attributes();
        } catch (NoSuchFileException e) {
            throw failure.apply(path + " was deleted during the " + content + "; its content is lost");
        }
        if (!Objects.equals(fileKey, now.fileKey())) {
            throw failure.apply(path + " was replaced by another file during the " + content);
        }
        failed = false;
    }

    private void requireLength() throws IOException {
        long size = file.size();
        if (size != fileBytes) {
            throw failure.apply(path + " was changed by another program: expected " + fileBytes + " bytes, but was "
                    + size + " bytes");
        }
    }

    private BasicFileAttributes attributes() throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class);
    }

    private void begin() {
        block.clear().limit(BlockFile.FRAME + BlockFile.MAX_PAYLOAD).position(BlockFile.FRAME);
    }

    protected final void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }

    @Override
    public final void close() throws IOException {
        file.close();
    }
}
