package io.github.freestep.physics.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * Writes the header of a recording, its blocks, and keyframes between them. Not thread-safe. Waits for the disk.
 * Allocates nothing per block.
 *
 * <p>If the disk takes only a part of a block, the writer removes that part, so that the file always ends with a whole
 * block.
 */
final class RecordingBlockWriter implements Closeable {
    private final Path path;
    private final FileChannel file;
    private final Object fileKey;

    /** The buffer for the next entry. Check {@link #hasRoom} first. */
    final ByteBuffer block =
            ByteBuffer.allocateDirect(Block.FRAME + Format.MAX_PAYLOAD).order(ByteOrder.LITTLE_ENDIAN);

    private final CRC32C crc = new CRC32C();
    private int number;
    private int sum;

    /** The length of the file, in bytes: the header, and all whole blocks and keyframes. */
    private long fileBytes;

    /** Payload of all ended blocks, in bytes. */
    private long endedBytes;

    /**
     * Whether the disk has failed. After that, nothing may be written. A block's checksum covers the checksum of the
     * block before it, so no block after a missing one could be read.
     */
    boolean failed;

    /** Creates the file. It must fail if the file exists, and must open it for appending. */
    @FunctionalInterface
    interface Disk {
        FileChannel create(Path path) throws IOException;
    }

    /**
     * Creates the file and writes its header. If that fails, it leaves no file behind.
     *
     * @param disk opens the file: {@link #newFile}, or in tests a failing disk
     */
    RecordingBlockWriter(Path path, Disk disk, RecordingHeader header) throws IOException {
        this.path = path;
        ByteBuffer first = HeaderFormat.write(header);
        sum = first.getInt(first.limit() - Format.CHECKSUM_BYTES);
        file = disk.create(path);
        try {
            fileBytes = first.remaining();
            write(first);
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

    /**
     * Creates a file for appending, so that no write silently fills a gap with zeros if another program truncates it.
     */
    static FileChannel newFile(Path path) throws IOException {
        if (Objects.requireNonNull(path, "file must not be null").toString().isEmpty()) {
            throw new IllegalArgumentException("the path of the file must not be empty, was \"\"");
        }
        try {
            return FileChannel.open(
                    path, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, StandardOpenOption.APPEND);
        } catch (FileAlreadyExistsException e) {
            throw new FileAlreadyExistsException(
                    path.toString(), null, "the file must not exist yet; delete it, or choose another name");
        } catch (NoSuchFileException e) {
            throw new NoSuchFileException(path.toString(), null, "its folder does not exist; create it first");
        }
    }

    /** Closes and deletes the file. If that fails, the cause for it has the reason as a suppressed exception. */
    void remove(Throwable cause) {
        try {
            file.close();
            Files.deleteIfExists(path);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    /** Whether an entry of {@code bytes} bytes fits into this block. */
    boolean hasRoom(int bytes) {
        return block.remaining() >= bytes;
    }

    /** Payload so far, in bytes: of this block and all before it. */
    long payloadBytes() {
        return endedBytes + block.position() - Block.FRAME;
    }

    /** Ends the block and writes it, unless it is empty or the disk has failed. */
    void flush() throws IOException {
        int payload = block.position() - Block.FRAME;
        if (failed || payload == 0) {
            return;
        }
        failed = true;
        requireLength();
        crc.reset();
        crc.update(block.flip().position(Block.FRAME));
        int frameSum = Block.write(block, number + 1, payload, 0, (int) crc.getValue(), sum, crc);
        block.rewind().limit(Block.FRAME + payload);
        try {
            write(block);
        } catch (Throwable e) {
            truncate(e);
            throw e;
        }
        endedBytes += payload;
        beginAfter(payload, frameSum);
    }

    /** Begins the next block, after a block or a keyframe was written to the file. */
    private void beginAfter(int length, int frameSum) {
        failed = false;
        number++;
        sum = frameSum;
        fileBytes += Block.FRAME + length;
        begin();
    }

    /**
     * Writes a keyframe after the newest block, which must have been flushed. If the disk does not take it, removes
     * what was written of it, and throws. Further blocks can then follow, unless {@link #failed} is true.
     *
     * @param tick the tick after which the world was saved
     * @param bytes an array with the content, which has {@code length} bytes
     */
    void keyframe(long tick, byte[] bytes, int length) throws IOException {
        failed = true;
        requireLength();
        crc.reset();
        crc.update(bytes, 0, length);
        int frameSum = Block.write(block, number + 1, length, tick, (int) crc.getValue(), sum, crc);
        try {
            write(block.flip());
            // In pieces, because a channel copies what is on the heap, and keeps the copy's memory.
            for (int from = 0; from < length; from += Format.MAX_PAYLOAD) {
                write(block.clear()
                        .put(bytes, from, Math.min(Format.MAX_PAYLOAD, length - from))
                        .flip());
            }
        } catch (Throwable e) {
            failed = !truncate(e);
            begin();
            throw e;
        }
        beginAfter(length, frameSum);
    }

    /** Removes what the disk took of a block or keyframe. Returns false if it can't: the file then ends with a part. */
    private boolean truncate(Throwable cause) {
        try {
            file.truncate(fileBytes);
            return true;
        } catch (IOException e) {
            cause.addSuppressed(e);
            return false;
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
        block.clear().limit(Block.FRAME + Format.MAX_PAYLOAD).position(Block.FRAME);
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
