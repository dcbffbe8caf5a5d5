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
 * Writes a recording's header and then its blocks. Not thread-safe. Waits for the disk. Allocates nothing per block.
 *
 * <p>If the disk takes only a part of a block, the writer removes that part, so that the file always ends with a whole
 * block. The disk then has room for as many bytes as it took before, and {@link #retry} writes a shorter block there.
 */
final class BlockWriter implements Closeable {
    /**
     * A value of {@link #fitted}. It means that the file does not end with a whole block of this writer, so
     * nothing may follow.
     */
    private static final int NOT_APPENDABLE = -1;

    private final Path path;
    private final FileChannel file;
    private final Object fileKey;
    private final ByteBuffer block = ByteBuffer.allocateDirect(
                    Format.BLOCK_FRAME + Format.MAX_PAYLOAD + Format.CHECKSUM_BYTES)
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
    interface Disk {
        FileChannel create(Path path) throws IOException;
    }

    /** Creates the file and writes its header. If that fails, it leaves no file behind. */
    BlockWriter(Path path, Disk disk, RecordingHeader header, boolean hasKeyframes) throws IOException {
        this.path = path;
        ByteBuffer bytes = HeaderFormat.write(header, hasKeyframes);
        sum = bytes.getInt(bytes.limit() - Format.CHECKSUM_BYTES);
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

    /** The buffer for the next entry. Check {@link #hasRoom} first. */
    ByteBuffer block() {
        return block;
    }

    /** Whether an entry of {@code bytes} bytes fits into this block. */
    boolean hasRoom(int bytes) {
        return block.remaining() >= bytes;
    }

    /** Payload so far, in bytes: of this block and all before it. */
    long payloadBytes() {
        return endedBytes + block.position() - Format.BLOCK_FRAME;
    }

    /**
     * Whether the disk has failed. After that, only {@link #retry} may write. A block's checksum covers the checksum of
     * the block before it, so no block after a missing one could be read.
     */
    boolean failed() {
        return failed;
    }

    /** Ends the block and writes it, unless it is empty or the disk has failed. */
    void flush() throws IOException {
        int payload = block.position() - Format.BLOCK_FRAME;
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
     * Writes a keyframe after the newest block, which must have been flushed. If the disk does not take it, removes
     * what was written of it, and throws. Further blocks can then follow, unless {@link #failed} returns true.
     *
     * @param tick the tick after which the world was saved
     * @param prefix the beginning of the content
     * @param bytes an array with the rest of the content, which has {@code length} bytes
     */
    void keyframe(long tick, ByteBuffer prefix, byte[] bytes, int length) throws IOException {
        failed = true;
        fitted = NOT_APPENDABLE;
        requireLength();
        failed = false;
        crc.reset();
        crc.update(prefix.duplicate());
        crc.update(bytes, 0, length);
        int content = prefix.remaining() + length;
        block.clear();
        int frameSum = KeyframeBlock.write(block, content, tick, (int) crc.getValue(), sum, crc);
        try {
            write(block.flip());
            write(prefix);
            // In pieces, because a channel copies what is on the heap, and keeps the copy's memory.
            for (int from = 0; from < length; from += Format.MAX_PAYLOAD) {
                write(block.clear()
                        .put(bytes, from, Math.min(Format.MAX_PAYLOAD, length - from))
                        .flip());
            }
        } catch (Throwable e) {
            fitted = 0;
            truncate(e);
            failed = fitted == NOT_APPENDABLE;
            begin();
            throw e;
        }
        sum = frameSum;
        fileBytes += KeyframeBlock.FRAME + content;
        begin();
    }

    /** Whether the disk has failed, and the file still ends with a whole block, so that {@link #retry} can append. */
    boolean canRetry() {
        return failed && fitted != NOT_APPENDABLE;
    }

    /** How many bytes of the failed block's payload fit into the file with {@code spareBytes} left over; at least 0. */
    int fitting(int spareBytes) {
        return Math.max(0, fitted - Format.BLOCK_FRAME - Format.CHECKSUM_BYTES - spareBytes);
    }

    /** The first bytes of the failed block's payload, for reading. */
    ByteBuffer failedPayload(int bytes) {
        return block.slice(Format.BLOCK_FRAME, bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Writes the first {@code payload} bytes of the failed block as a block. Further blocks can follow it. */
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
        Format.startChecksum(sum, crc).update(block);
        int blockSum = (int) crc.getValue();
        block.limit(end + Format.CHECKSUM_BYTES).putInt(end, blockSum).rewind();
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
    void verify() throws IOException {
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
            throw new RecordingException(path + " was deleted during the recording; its content is lost");
        }
        if (!Objects.equals(fileKey, now.fileKey())) {
            throw new RecordingException(path + " was replaced by another file during the recording");
        }
        failed = false;
    }

    private void requireLength() throws IOException {
        long size = file.size();
        if (size != fileBytes) {
            throw new RecordingException(path + " was changed by another program: expected " + fileBytes
                    + " bytes, but was " + size + " bytes");
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
