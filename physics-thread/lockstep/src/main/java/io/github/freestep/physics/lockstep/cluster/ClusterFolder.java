package io.github.freestep.physics.lockstep.cluster;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.CloseHelper;
import org.agrona.IoUtil;
import org.jspecify.annotations.Nullable;

/** The folder with the log of a node, locked against other nodes. A temporary one is deleted at the end. */
final class ClusterFolder implements AutoCloseable {
    /** The log, and the two segments that Aeron's archive wants to stay free. */
    private static final long LOG_MIB = 32;

    private final Path path;
    private final boolean temporary;
    private final FileChannel lock;

    private ClusterFolder(Path path, boolean temporary, FileChannel lock) {
        this.path = path;
        this.temporary = temporary;
        this.lock = lock;
    }

    /**
     * Locks a folder, and creates it if needed.
     *
     * @param wanted the folder, or null for a temporary one
     * @param history what the settings of the match allow for frames
     * @throws UncheckedIOException if it cannot be written
     * @throws IllegalStateException if another node uses it, or the disk has too little space
     */
    static ClusterFolder open(@Nullable Path wanted, long history) {
        try {
            Path path = wanted == null ? Files.createTempDirectory("freestep-match") : wanted;
            Files.createDirectories(path);
            ClusterFolder opened = new ClusterFolder(path, wanted == null, lock(path));
            try {
                opened.moveBack();
                requireSpace(path, size(path) + Files.getFileStore(path).getUsableSpace(), history);
                return opened;
            } catch (Throwable t) {
                opened.close();
                throw t;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the folder of a node must be writable, was " + wanted, e);
        }
    }

    /** Returns what the log and two snapshots of the frames need: the newest one, and the next while it is written. */
    static long leastMib(long history) {
        return LOG_MIB + (2 * history + (1 << 20) - 1 >> 20);
    }

    /** Checks the free space, together with what the folder has already. */
    static void requireSpace(Path folder, long bytes, long history) {
        long mib = bytes >> 20;
        if (mib < leastMib(history)) {
            throw new IllegalStateException("the disk of a node's folder must have at least " + leastMib(history)
                    + " MiB for log and snapshots, had " + mib
                    + " MiB; free some, lower the history of the match settings, or set another folder(...) than "
                    + folder);
        }
    }

    private static long size(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.mapToLong(
                            file -> file.toFile().isFile() ? file.toFile().length() : 0)
                    .sum();
        }
    }

    private static FileChannel lock(Path path) throws IOException {
        FileChannel channel =
                FileChannel.open(path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException ofThisProcess) {
            // Reported below.
        }
        channel.close();
        throw new IllegalStateException("each node needs a folder of its own, but another node uses " + path);
    }

    Path path() {
        return path;
    }

    File archive() {
        return path.resolve("archive").toFile();
    }

    File cluster() {
        return path.resolve("cluster").toFile();
    }

    private List<File> parts() {
        return List.of(archive(), cluster());
    }

    /** Where a part is while another one is copied to its place. */
    private File old(File part) {
        return path.resolve("old").resolve(part.getName()).toFile();
    }

    private File garbage() {
        return path.resolve("garbage").toFile();
    }

    /**
     * Moves the log and the snapshots away, so that others can be copied. Without {@link #keepCopy}, {@link #close}
     * moves them back, or the next {@link #open} after the process was killed.
     */
    void moveAway() {
        try {
            Files.createDirectories(path.resolve("old"));
            for (File part : parts()) {
                if (part.exists()) {
                    Files.move(part.toPath(), old(part).toPath());
                }
            }
        } catch (IOException e) {
            throw notMovable(e);
        }
    }

    /** Deletes what was moved away. */
    void keepCopy() {
        try {
            // A process that is killed while it deletes must not leave a half of the old log to be moved back.
            Files.move(path.resolve("old"), garbage().toPath());
        } catch (IOException e) {
            throw notMovable(e);
        }
        IoUtil.delete(garbage(), true);
    }

    private UncheckedIOException notMovable(IOException cause) {
        return new UncheckedIOException("the log must be movable within the folder of a node, " + path, cause);
    }

    private void moveBack() throws IOException {
        IoUtil.delete(garbage(), true);
        for (File part : parts()) {
            File old = old(part);
            if (old.exists()) {
                IoUtil.delete(part, true);
                Files.move(old.toPath(), part.toPath());
            }
        }
        Files.deleteIfExists(path.resolve("old"));
    }

    @Override
    public void close() {
        try {
            moveBack();
        } catch (IOException e) {
            throw notMovable(e);
        } finally {
            CloseHelper.quietClose(lock);
            if (temporary) {
                IoUtil.delete(path.toFile(), true);
            }
        }
    }
}
