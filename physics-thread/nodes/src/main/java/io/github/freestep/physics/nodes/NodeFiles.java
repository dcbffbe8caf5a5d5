package io.github.freestep.physics.nodes;

import io.github.freestep.physics.recording.AtomicFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Locks in the folder of the store, by which nodes find each other, and notice at once that a process has ended. Safe
 * for use by any number of threads and processes. All methods block on the file system.
 */
final class NodeFiles {
    private static final String LIFE = ".life";
    private static final String MEMBER = ".member";

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
        FileChannel file = lock(node + LIFE, false);
        removeMember(node); // an earlier process was the member; the lock must not revive it
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

    /**
     * Waits until no other process holds the lock, or, if shared, only processes that share it.
     *
     * @param shared true to join, false to found a cluster
     * @return the lock, to be closed
     */
    FileChannel lockMembers(boolean shared) throws IOException {
        return lock("members", shared);
    }

    private FileChannel lock(String name, boolean shared) throws IOException {
        Files.createDirectories(folder);
        FileChannel file = FileChannel.open(
                folder.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        file.lock(0, Long.MAX_VALUE, shared);
        return file;
    }

    /** Says that a node is in the cluster, at an address. The caller has locked the members. */
    void addMember(String node, String address) throws IOException {
        AtomicFiles.write(folder.resolve(node + MEMBER), address.getBytes(StandardCharsets.UTF_8));
    }

    void removeMember(String node) throws IOException {
        Files.deleteIfExists(folder.resolve(node + MEMBER));
    }

    /** Returns the addresses of those of these nodes that have joined the cluster, also of those that have ended. */
    Map<String, String> members(Set<String> nodes) throws IOException {
        Map<String, String> found = new TreeMap<>();
        for (String node : nodes) {
            try {
                found.put(node, Files.readString(folder.resolve(node + MEMBER)));
            } catch (NoSuchFileException gone) {
                // The node restarted, or has not joined.
            }
        }
        return found;
    }
}
