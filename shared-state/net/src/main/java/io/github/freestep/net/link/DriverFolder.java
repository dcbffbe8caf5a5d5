package io.github.freestep.net.link;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;
import org.agrona.IoUtil;
import org.jspecify.annotations.Nullable;

/**
 * A folder for the files of one media driver, locked against other drivers. Its name depends only on the user, the role
 * and the port, so a process that was killed leaves a folder that the next one empties and uses. If a live process has
 * the folder, the next index is taken. A folder is deleted at the end, and those of killed processes at the next start
 * of any link.
 *
 * <p>The lock is a file lock, because the system releases it even if the process is killed. Aeron's own check of the
 * driver's last sign of life would make a restart wait for 10 seconds. Where the system's locks belong to processes, a
 * process that closes any channel to a file loses its lock on it. So no lock file is opened that this process holds.
 *
 * <p>While a process claims or deletes a folder, it has the lock of their parent. Otherwise, it could lock a file that
 * another process deletes.
 */
public final class DriverFolder implements AutoCloseable {
    /** More processes with one role and port than a machine can run. Bounds the search if no folder can be locked. */
    private static final int MAX_INDEX = 1_000;

    /**
     * The least free space that a file system must have. A link fills 13 MB at the start, up to 45 MB once all lanes
     * are in use, and 0.2 MB more for each client that sends input. If the space runs out later, the JVM throws an
     * InternalError. So where little is left, as in a container with Docker's default of 64 MB, the disk is better.
     */
    static final long FREE_BYTES = 128 << 20;

    private static final String DRIVER = "aeron";

    /** Far longer than a claim takes. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /** The lock files that are locked here. Guarded by itself. */
    private static final Map<Path, FileChannel> OPEN = new HashMap<>();

    /**
     * The lock files that another class loader of this process has locked. They stay open, because closing them would
     * release its locks. Guarded by {@link #OPEN}.
     */
    private static final Map<Path, FileChannel> KEPT = new HashMap<>();

    private final Path path;
    private final Path lockFile;

    private DriverFolder(Path path, Path lockFile) {
        this.path = path;
        this.lockFile = lockFile;
    }

    /**
     * Locks the first free folder.
     *
     * @throws UncheckedIOException if the folder cannot be written
     * @throws IllegalStateException if other users could replace its files, no folder is free, or there is too little
     *     space
     */
    public static DriverFolder claim(String role, int port) {
        return claim(parent(bases(), path -> Files.getFileStore(path).getUsableSpace()), role, port);
    }

    /** Returns the number of bytes that may be written in a folder. */
    interface Space {
        long free(Path folder) throws IOException;
    }

    /** The memory file system first, where there is one: Aeron's logs should not be written to a disk. */
    private static List<Path> bases() {
        Path memory = Path.of("/dev/shm");
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        return Files.isDirectory(memory) && Files.isWritable(memory) ? List.of(memory, temporary) : List.of(temporary);
    }

    /** Chooses the first file system with enough space, after the files of killed drivers are deleted there. */
    static Path parent(List<Path> bases, Space space) {
        StringBuilder found = new StringBuilder();
        for (Path base : bases) {
            Path parent = base.resolve("freestep-" + System.getProperty("user.name", "user"));
            try {
                createPrivate(parent);
                alone(parent, () -> deleteLeftovers(parent));
                long free = space.free(parent);
                if (free >= FREE_BYTES) {
                    return parent;
                }
                found.append(found.isEmpty() ? "" : " and ")
                        .append(free >> 20)
                        .append(" MB in ")
                        .append(base);
            } catch (IOException e) {
                throw unwritable(parent, e);
            }
        }
        throw new IllegalStateException("Aeron's files need a file system with " + (FREE_BYTES >> 20)
                + " MB of free space, there were " + found + "; make room, set java.io.tmpdir to a folder with more, or"
                + " start the container with more memory for /dev/shm (docker run --shm-size=256m)");
    }

    private static UncheckedIOException unwritable(Path parent, IOException e) {
        return new UncheckedIOException("the folder for Aeron's files must be writable, was " + parent, e);
    }

    static DriverFolder claim(Path parent, String role, int port) {
        try {
            createPrivate(parent);
            return alone(parent, () -> firstFree(parent, role, port));
        } catch (IOException e) {
            throw unwritable(parent, e);
        }
    }

    private static DriverFolder firstFree(Path parent, String role, int port) throws IOException {
        for (int index = 0; index < MAX_INDEX; index++) {
            Path folder = parent.resolve(role + "-" + port + "-" + index);
            createPrivate(folder);
            // Aeron would empty what it links to.
            refuseLink(folder.resolve(DRIVER));
            Path lockFile = lockFile(folder);
            if (lock(lockFile)) {
                return new DriverFolder(folder, lockFile);
            }
        }
        throw new IllegalStateException("all " + MAX_INDEX + " folders for " + role + " and port " + port + " in "
                + parent + " are in use; close senders and receivers that are no longer needed");
    }

    private static Path lockFile(Path folder) throws IOException {
        return folder.toRealPath().resolve("lock");
    }

    /** What is done while no other process claims or deletes a folder. */
    private interface Work<T> {
        @Nullable T run() throws IOException;
    }

    private static <T> @Nullable T alone(Path parent, Work<T> work) throws IOException {
        Path file = lockFile(parent);
        long sinceNanos = System.nanoTime();
        while (!lock(file)) {
            if (System.nanoTime() - sinceNanos > PATIENCE_NANOS) {
                throw new IOException(file + " is locked by another process; end it");
            }
            LockSupport.parkNanos(RETRY_NANOS);
        }
        try {
            return work.run();
        } finally {
            release(file);
        }
    }

    /**
     * Deletes the folders of processes that were killed. Without this, the files of a killed process with a port of its
     * own would stay in memory until the machine restarts.
     */
    private static @Nullable Void deleteLeftovers(Path parent) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, "{sender,receiver,match}-*-*")) {
            for (Path folder : folders) {
                if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                    deleteUnlocked(folder);
                }
            }
        } catch (DirectoryIteratorException | NoSuchFileException e) {
            // A process of an earlier version does the same. What is left is deleted the next time.
        }
        return null;
    }

    private static void deleteUnlocked(Path folder) throws IOException {
        Path lockFile = lockFile(folder);
        if (lock(lockFile)) {
            delete(folder, lockFile);
        }
    }

    /** Deletes a folder that is locked by this process. */
    private static void delete(Path folder, Path lockFile) throws IOException {
        release(lockFile);
        IoUtil.delete(folder.resolve(DRIVER).toFile(), true);
        Files.deleteIfExists(lockFile);
        Files.deleteIfExists(folder);
    }

    /**
     * Creates a folder whose files other users can neither read nor replace.
     *
     * @throws IllegalStateException if others could replace files in a folder that is there already
     */
    private static void createPrivate(Path folder) throws IOException {
        refuseLink(folder);
        Files.createDirectories(folder, POSIX ? new FileAttribute<?>[] {OWNER_ONLY} : new FileAttribute<?>[0]);
        refuseLink(folder);
        if (POSIX) {
            Set<PosixFilePermission> granted = Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS);
            require(
                    !granted.contains(PosixFilePermission.GROUP_WRITE)
                            && !granted.contains(PosixFilePermission.OTHERS_WRITE),
                    folder,
                    "be writable by its owner only, has permissions " + PosixFilePermissions.toString(granted));
            UserPrincipal owner = Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS);
            require(owner.equals(ownerOfNewFile(folder)), folder, "belong to this user, belongs to " + owner.getName());
        }
    }

    private static void refuseLink(Path folder) {
        require(!Files.isSymbolicLink(folder), folder, "not be a symbolic link, is one");
    }

    private static void require(boolean met, Path folder, String must) {
        if (!met) {
            throw new IllegalStateException("the folder for Aeron's files, " + folder + ", must " + must
                    + "; delete it, or ask an administrator to");
        }
    }

    /** The user of this process by the rules of the file system, which may map users, such as in a container. */
    private static UserPrincipal ownerOfNewFile(Path folder) throws IOException {
        Path file = Files.createTempFile(folder, "owner", null);
        try {
            return Files.getOwner(file, LinkOption.NOFOLLOW_LINKS);
        } finally {
            Files.delete(file);
        }
    }

    /** Returns whether the file is locked now; if not, another driver of this or another process has it. */
    private static boolean lock(Path file) throws IOException {
        synchronized (OPEN) {
            return !OPEN.containsKey(file) && openAndLock(file);
        }
    }

    private static boolean openAndLock(Path file) throws IOException {
        FileChannel kept = KEPT.remove(file);
        FileChannel channel = kept != null ? kept : open(file);
        try {
            if (channel.tryLock() != null) {
                OPEN.put(file, channel);
                return true;
            }
        } catch (OverlappingFileLockException ofAnotherClassLoader) {
            KEPT.put(file, channel);
            return false;
        } catch (Throwable t) {
            CloseHelper.quietClose(channel);
            throw t;
        }
        channel.close();
        return false;
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    /** Where the driver's files go. The driver deletes this folder when it starts and when it ends. */
    public Path driver() {
        return path.resolve(DRIVER);
    }

    /** Deletes the folder. What cannot be deleted now is deleted at the next start of any link. */
    @Override
    public void close() {
        try {
            alone(path.getParent(), () -> {
                delete(path, lockFile);
                return null;
            });
        } catch (IOException e) {
            release(lockFile);
        }
    }

    private static void release(Path lockFile) {
        synchronized (OPEN) {
            FileChannel channel = OPEN.remove(lockFile);
            if (channel != null) {
                CloseHelper.close(channel);
            }
        }
    }
}
