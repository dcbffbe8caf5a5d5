package io.github.freestep.rooms;

import io.github.freestep.physics.recording.AtomicFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the saves and the owners of rooms as files in a folder that all nodes share. Safe for use by any number of
 * threads and processes. All methods block on the file system.
 *
 * <p>A room has a folder. An owner's number is a file in it, {@code 3.owner}, which only one process can create, so
 * numbers are unique and grow. Each owner writes files of its own, such as {@code 3.save} and {@code 3.address}, so an
 * old owner can never overwrite what a new one has written.
 *
 * <p>A save replaces the one before as a whole, also if the machine loses its power meanwhile.
 *
 * <p>A save is confirmed if, after it was written, there is no newer owner. A new owner first creates its number, then
 * reads. So whatever was confirmed is read: an owner that comes after the check finds the file, and one that came
 * before makes the check fail.
 */
class RoomStore {
    /** Where a room sends its states from. */
    record Address(long owner, String host, int port) {}

    /** The newest save, and the owner that has made it. */
    record Newest(long owner, Save save) {}

    private static final String OWNER = ".owner";
    private static final String SAVE = ".save";
    private static final String ADDRESS = ".address";
    private static final String BEAT = ".beat";
    private static final String LIFE = ".life";
    private static final String MEMBER = ".member";
    private static final String KEY = "key";
    private static final int KEY_BYTES = 16;

    private final Path folder;

    RoomStore(Path folder) {
        this.folder = folder;
    }

    /**
     * Creates a room that has not run yet. Only this makes a room new: a room without a save is refused.
     *
     * @throws IOException if the room exists, even if its saves were lost
     */
    void create(int room) throws IOException {
        Files.createDirectories(folder(room));
        if (!numbers(room, OWNER).isEmpty()) {
            throw new IOException("room " + room + " must not exist yet, but " + folder(room)
                    + " has owners; delete the folder to begin it anew");
        }
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        AtomicFiles.write(folder(room).resolve(KEY), key);
        AtomicFiles.write(file(room, 0, SAVE), Save.created().toBytes());
        Files.createFile(file(room, 0, OWNER));
    }

    /**
     * Makes the caller the owner of a room. From then on, no older owner's save is confirmed.
     *
     * @param node who the caller is, for {@link #node}
     * @return the owner's number, which no other call returns; 1 for the first owner
     */
    long claim(int room, String node) throws IOException {
        while (true) {
            long next = owner(room) + 1;
            try {
                Files.createFile(file(room, next, OWNER));
            } catch (FileAlreadyExistsException another) {
                continue; // another node was faster, so the next number is free
            }
            try {
                Files.writeString(file(room, next, OWNER), node);
            } catch (IOException full) {
                // The file is the claim. Without a name in it, the next owner waits for the lease.
            }
            return next;
        }
    }

    /** Returns the number of the newest owner; 0 if the room has had none. */
    long owner(int room) throws IOException {
        return some(room, OWNER).lastKey();
    }

    /**
     * Writes a save, and returns once it is confirmed.
     *
     * @throws OldOwnerException if there is a newer owner, which may or may not have read this save
     */
    void save(int room, long owner, Save save) throws IOException {
        requireNewest(room, owner); // even if the disk refuses the save
        AtomicFiles.write(file(room, owner, SAVE), save.toBytes());
        requireNewest(room, owner);
        for (Path older : numbers(room, SAVE).headMap(owner).values()) {
            Files.deleteIfExists(older);
        }
    }

    /**
     * Checks that no other owner has come. Owners' numbers have no gaps, so this needs no list of all.
     *
     * @throws OldOwnerException if there is a newer owner
     */
    void requireNewest(int room, long owner) throws IOException {
        if (hasOwner(room, owner + 1) || !hasOwner(room, owner)) {
            throw new OldOwnerException(room, owner, owner(room));
        }
    }

    /** Fails if the store gives no answer, because that must not mean that there is no newer owner. */
    private boolean hasOwner(int room, long number) throws IOException {
        try {
            Files.readAttributes(file(room, number, OWNER), BasicFileAttributes.class);
            return true;
        } catch (NoSuchFileException none) {
            return false;
        }
    }

    /** Reads the newest save. A room that exists always has one, so a missing or damaged one is an error. */
    Newest newest(int room) throws IOException {
        for (int attempt = 0; ; attempt++) {
            Map.Entry<Long, Path> newest = some(room, SAVE).lastEntry();
            try {
                return new Newest(newest.getKey(), Save.of(Files.readAllBytes(newest.getValue())));
            } catch (NoSuchFileException gone) {
                // A newer owner has saved and then deleted this file, between the two reads.
                if (attempt == 10) {
                    throw gone;
                }
            }
        }
    }

    /**
     * Shows the others that a node runs. Overwrites a file in its place, so it needs no free space. Not for files of
     * rooms: this one may be lost in a power cut.
     *
     * @param number differs from that of the beat before
     */
    void beat(String node, long number) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve(node + BEAT);
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            out.write(ByteBuffer.allocate(Long.BYTES).putLong(0, number));
        } catch (IOException problem) {
            // The message of a full disk has no name.
            throw new IOException("could not write " + file + "; check the disk of the store", problem);
        }
    }

    /** Returns the newest beats of all nodes, also of those that have ended. */
    Map<String, Long> beats() throws IOException {
        Map<String, Long> found = new HashMap<>();
        for (Map.Entry<String, Path> each : files(folder, BEAT).entrySet()) {
            byte[] number = Files.readAllBytes(each.getValue());
            if (number.length == Long.BYTES) {
                found.put(each.getKey(), ByteBuffer.wrap(number).getLong());
            }
        }
        return found;
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

    /** Returns the addresses of all nodes that have joined the cluster, also of those that have ended. */
    Map<String, String> members() throws IOException {
        Map<String, String> found = new TreeMap<>();
        for (Map.Entry<String, Path> each : files(folder, MEMBER).entrySet()) {
            try {
                found.put(each.getKey(), Files.readString(each.getValue()));
            } catch (NoSuchFileException gone) {
                // The node restarted, or did not join.
            }
        }
        return found;
    }

    /** Returns the name of the node that an owner has given; empty if it could not write it. */
    String node(int room, long owner) throws IOException {
        return Files.readString(file(room, owner, OWNER));
    }

    /** Says where the room of an owner sends from. */
    void publish(int room, Address address) throws IOException {
        byte[] text = (address.host() + ":" + address.port()).getBytes(StandardCharsets.UTF_8);
        AtomicFiles.write(file(room, address.owner(), ADDRESS), text);
    }

    /**
     * Returns the key of a room's senders, which never changes. So a client that looks where a sender was does not
     * mistake the sender of another room for it.
     */
    byte[] key(int room) throws IOException {
        return Files.readAllBytes(folder(room).resolve(KEY));
    }

    /** Returns where the newest owner that has published an address sends from; null if none has. */
    @Nullable Address address(int room) throws IOException {
        TreeMap<Long, Path> all = numbers(room, ADDRESS);
        if (all.isEmpty()) {
            return null;
        }
        String text = Files.readString(all.lastEntry().getValue());
        int colon = text.lastIndexOf(':');
        return new Address(all.lastKey(), text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    /** Returns the files of one kind, by the numbers of the owners that have written them. */
    private TreeMap<Long, Path> numbers(int room, String kind) throws IOException {
        TreeMap<Long, Path> found = new TreeMap<>();
        files(folder(room), kind).forEach((number, file) -> {
            // Others are not ours, such as those that editors and NFS leave.
            if (number.matches("[0-9]{1,18}")) {
                found.put(Long.valueOf(number), file);
            }
        });
        return found;
    }

    /** Returns the files of a folder whose names have an ending, by the rest of their names. */
    private static Map<String, Path> files(Path folder, String ending) throws IOException {
        Map<String, Path> found = new HashMap<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*" + ending)) {
            for (Path file : all) {
                String name = file.getFileName().toString();
                found.put(name.substring(0, name.length() - ending.length()), file);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return found;
    }

    /** Same, but a room without any is refused: it was not created, or its files were lost. */
    private TreeMap<Long, Path> some(int room, String kind) throws IOException {
        TreeMap<Long, Path> found = numbers(room, kind);
        if (found.isEmpty()) {
            throw new IOException("room " + room + " must have a file *" + kind + " in " + folder(room)
                    + ", but has none; create the room, or restore its files from a backup");
        }
        return found;
    }

    private Path folder(int room) {
        return folder.resolve(Integer.toString(room));
    }

    private Path file(int room, long owner, String kind) {
        return folder(room).resolve(owner + kind);
    }
}
