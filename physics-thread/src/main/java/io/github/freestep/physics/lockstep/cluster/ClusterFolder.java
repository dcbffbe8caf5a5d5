package io.github.freestep.physics.lockstep.cluster;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.CloseHelper;
import org.agrona.IoUtil;
import org.jspecify.annotations.Nullable;

/** The folder with the log of a node, locked against other nodes. A temporary one is deleted at the end. */
final class ClusterFolder implements AutoCloseable {
    /** What a node needs when it starts: some segments of the log, and what Aeron's archive wants to stay free. */
    static final long LEAST_FREE_MIB = 64;

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
     * @throws UncheckedIOException if it cannot be written
     * @throws IllegalStateException if another node uses it, or the disk has too little free space
     */
    static ClusterFolder open(@Nullable Path wanted) {
        try {
            Path path = wanted == null ? Files.createTempDirectory("freestep-match") : wanted;
            Files.createDirectories(path);
            requireFree(path, Files.getFileStore(path).getUsableSpace());
            return new ClusterFolder(path, wanted == null, lock(path));
        } catch (IOException e) {
            throw new UncheckedIOException("the folder of a node must be writable, was " + wanted, e);
        }
    }

    static void requireFree(Path folder, long usableBytes) {
        long mib = usableBytes >> 20;
        if (mib < LEAST_FREE_MIB) {
            throw new IllegalStateException("the disk of a node's folder must have at least " + LEAST_FREE_MIB
                    + " MiB free, had " + mib + " MiB; free some, or set another folder(...) than " + folder);
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

    /** Deletes the log and the snapshots. */
    void clear() {
        IoUtil.delete(archive(), true);
        IoUtil.delete(cluster(), true);
    }

    @Override
    public void close() {
        CloseHelper.quietClose(lock);
        if (temporary) {
            IoUtil.delete(path.toFile(), true);
        }
    }
}
