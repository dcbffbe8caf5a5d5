package io.github.freestep.physics.nodes;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Locks in the folder of the store, by which nodes notice at once that a process has ended. Safe for use by any number
 * of threads and processes. All methods block on the file system.
 */
final class NodeFiles {
    private static final String LIFE = ".life";

    private final Path folder;

    NodeFiles(Path folder) {
        this.folder = folder;
    }

    /**
     * Shows the others that the process of a node runs: locks a file, which the system unlocks when the process ends,
     * however it does. Waits until no other process has the name.
     *
     * @return the open file, to be kept until the process ends
     */
    FileChannel holdLife(String node) throws IOException {
        Files.createDirectories(folder);
        FileChannel file = FileChannel.open(
                folder.resolve(node + LIFE),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        file.lock();
        return file;
    }

    /**
     * Whether the process of a node is seen to run. If not, it may still run on a machine whose locks are not seen
     * here. Never ask for the node of this process: on some systems, that ends its lock.
     */
    boolean lives(String node) throws IOException {
        try (FileChannel file = life(node)) {
            return file != null && isLocked(file);
        }
    }

    /** Opens the file that the process of a node locks; null if there is none. Not for the node of this process. */
    @Nullable FileChannel life(String node) throws IOException {
        try {
            return FileChannel.open(folder.resolve(node + LIFE), StandardOpenOption.READ);
        } catch (NoSuchFileException none) {
            return null;
        }
    }

    /** Whether a process has locked the file, which may have lost its name since it was opened. */
    static boolean isLocked(FileChannel life) throws IOException {
        try (FileLock lock = life.tryLock(0, Long.MAX_VALUE, true)) {
            return lock == null;
        } catch (OverlappingFileLockException another) {
            return true; // a node of the same process
        }
    }
}
