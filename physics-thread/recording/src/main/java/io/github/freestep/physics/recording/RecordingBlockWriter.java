package io.github.freestep.physics.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
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
final class RecordingBlockWriter extends EntryBlocks {
    private final Path path;
    private final FileChannel file;
    private final Object fileKey;

    private final CRC32C crc = new CRC32C();
    private int number;
    private int sum;

    /** The length of the file, in bytes: the header, and all whole blocks and keyframes. */
    private long fileBytes;

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
        begin(0);
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
    @Override
    void remove(Throwable cause) {
        try {
            file.close();
            Files.deleteIfExists(path);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    @Override
    void flush() throws IOException {
        int payload = payload();
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
        beginAfter(payload, payload, frameSum);
    }

    /** Begins the next block, after a block or a keyframe was written to the file. */
    private void beginAfter(int length, int payload, int frameSum) {
        failed = false;
        number++;
        sum = frameSum;
        fileBytes += Block.FRAME + length;
        begin(payload);
    }

    @Override
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
            begin(0);
            throw e;
        }
        beginAfter(length, 0, frameSum);
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

    @Override
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
