package io.github.freestep.physics.recording;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/**
 * Writes files as a whole, so that a crash in the middle of a save leaves the save before it. For example:
 *
 * <pre>{@code
 * AtomicFiles.write(Path.of("game.save"), saved);
 * }</pre>
 *
 * <p>Safe for use by any number of threads and processes: if several of them write the same file, it gets the content
 * of the last one. Blocks until the disk has the content, so call it on a thread that may wait, and not in a step or a
 * command.
 */
public final class AtomicFiles {
    /** The JDK first copies what it is given to native memory, and keeps that memory. */
    private static final int CHUNK = 1 << 16;

    private static final Set<PosixFilePermission> OWNERS_ONLY = PosixFilePermissions.fromString("rw-------");

    /** The content of a file that is made while it is written, so that it is never in memory as a whole. */
    @FunctionalInterface
    public interface Content {
        /**
         * Writes all of it. Called once, on the thread that writes the file.
         *
         * @param out where to, for this call only; need not be flushed or closed
         * @throws IOException if it cannot be made or written, so that the file keeps its old content
         */
        void writeTo(OutputStream out) throws IOException;
    }

    private AtomicFiles() {}

    /**
     * Replaces the content of a file, or creates the file. At every moment, even after a crash or a power cut, a reader
     * finds either the whole old content or the whole new one. Once the method has returned, a power cut does not bring
     * the old content back if the disk keeps what it confirms. On Windows it may, because Java cannot force a folder to
     * the disk there.
     *
     * <p>The content first goes to a file in the same folder with a unique name that ends with {@code .part}. That file
     * is deleted if writing fails, but a crash may leave it behind, and then you can delete it. If the file is a
     * symbolic link, the file to which it leads is replaced. On systems with POSIX permissions, the file keeps the
     * permissions that it had, and only its owner can read and write a new file.
     *
     * @param file the file; its folder must exist
     * @param content the whole new content
     * @throws IOException if the file could not be written, so that its old content is as before, or if it was written,
     *     but a power cut may bring the old content back; the message says which
     */
    public static void write(Path file, byte[] content) throws IOException {
        Objects.requireNonNull(content, "content must not be null");
        write(file, (Content) out -> out.write(content));
    }

    /**
     * Replaces the content of a file, or creates the file, as {@link #write(Path, byte[])} does, with content that is
     * made meanwhile.
     *
     * @param file the file; its folder must exist
     * @param content writes the whole new content; if it throws, the file keeps its old content
     * @throws IOException as the other method does, also if {@code content} throws one
     */
    public static void write(Path file, Content content) throws IOException {
        write(
                Objects.requireNonNull(file, "file must not be null"),
                Objects.requireNonNull(content, "content must not be null"),
                part -> FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    }

    /** Writes to a temporary file that {@code disk} creates, so that tests can pass one that is on a full disk. */
    static void write(Path file, Content content, RecordingBlockWriter.Disk disk) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException(file + " must be a file, but is a folder; name a file in it");
        }
        Path part = null;
        String outcome = "could not be written, so its old content is as before";
        String remedy = "check that its folder exists, that you may write to it, and that the disk has room";
        try {
            Path target = Files.isSymbolicLink(file) ? file.toRealPath() : file.toAbsolutePath();
            // Without the name of the target, with which it could be too long.
            part = target.resolveSibling(UUID.randomUUID() + ".part");
            boolean isPosix = Files.getFileAttributeView(target, PosixFileAttributeView.class) != null;
            try (FileChannel out = disk.create(part)) {
                if (isPosix) {
                    Files.setPosixFilePermissions(
                            part, Files.exists(target) ? Files.getPosixFilePermissions(target) : OWNERS_ONLY);
                }
                OutputStream all = new BufferedOutputStream(new Chunks(out), CHUNK);
                content.writeTo(all);
                all.flush();
                out.force(true);
            }
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
            outcome = "was written, but a power cut may bring its old content back";
            remedy = "check the disk, and write the file again";
            if (isPosix) { // Java cannot open a folder on Windows
                try (FileChannel folder = FileChannel.open(target.getParent(), StandardOpenOption.READ)) {
                    folder.force(true);
                }
            }
            part = null;
        } catch (IOException e) {
            // Its text may have the random name, which no reader of a message knows.
            String reason = e instanceof FileSystemException && part != null
                    ? e.toString().replace(part.toString(), "a temporary file beside it")
                    : e.toString();
            throw new IOException(file + " " + outcome + ": " + reason + "; " + remedy, e);
        } finally {
            if (part != null) {
                try {
                    Files.deleteIfExists(part);
                } catch (IOException e) {
                    // The exception that is on its way says more.
                }
            }
        }
    }

    /** Writes to a file in chunks. */
    private static final class Chunks extends OutputStream {
        private final FileChannel file;

        Chunks(FileChannel file) {
            this.file = file;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] from, int start, int length) throws IOException {
            for (int at = start; at < start + length; ) {
                at += file.write(ByteBuffer.wrap(from, at, Math.min(CHUNK, start + length - at)));
            }
        }
    }
}
