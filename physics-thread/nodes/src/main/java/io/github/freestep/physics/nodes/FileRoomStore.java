package io.github.freestep.physics.nodes;

import io.github.freestep.physics.recording.AtomicFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Keeps rooms as files in a folder that all nodes share: on a local disk, or on NFS that is mounted with {@code
 * noac,lookupcache=none}, because new files must show on all nodes at once. The file system must have hard links. Safe
 * for use by any number of threads and processes.
 *
 * <pre>{@code
 * RoomStore store = FileRoomStore.in(Path.of("/srv/game"));
 * }</pre>
 *
 * <p>A room has a folder. An owner's number is a file in it, {@code 3.owner}, which only one process can create, so
 * numbers are unique and grow. Each owner writes a save of its own, {@code 3.save}, so an old owner can never overwrite
 * what a new one has written. A save replaces the one before as a whole, also if the machine loses its power meanwhile.
 *
 * <p>A save is confirmed if, after it was written, there is no newer owner. A new owner first creates its number, then
 * reads. So whatever was confirmed is read: an owner that comes after the check finds the file, and one that came
 * before makes the check fail. Then it may or may not be read.
 *
 * <p>Once a minute, the owner links its save to a second name, by the time at which it was written, {@code
 * 1767225600000.older}. It does so after the save was confirmed, and only while its file is there, which the next owner
 * deletes with its first save. So each older save was confirmed, and a former owner adds none after the next owner has
 * skipped some. A
 * save that was skipped is called {@code 1767225600000.skipped}. To let a room begin with one, rename it to that of the
 * file {@code *.save} while no node runs.
 *
 * <p>The holder of a lease has a number, too, {@code 5.NAME.lease}. It renews its lease by writing this file, and then
 * looks for newer numbers. A node that takes the lease creates the next number after all leases before have ended,
 * and then looks again whether one was renewed meanwhile. So one of the two sees the other. The age of a lease is the
 * difference of two times that the file system has set. A holder that stood still until another node had taken its
 * lease may renew the old file when it continues. It does not hold the lease then, but no other node does either,
 * until that time has ended, too.
 *
 * <p>The holder deletes the files of leases before its own, once these have ended. The newest file is never deleted,
 * because it says who holds the lease. A crash may leave files and folders {@code *.part}, which no node reads.
 */
public final class FileRoomStore implements RoomStore {
    private static final String OWNER = ".owner";
    private static final String SAVE = ".save";
    private static final String OLDER = ".older";
    private static final String SKIPPED = ".skipped";
    private static final String BEAT = ".beat";
    private static final String LEASE = ".lease";
    private static final String KEY = "key";

    /** File systems note the time of a write only so often. */
    private static final long COARSE_MILLIS = 20;

    /** How often files are looked for again that owners who save may have replaced meanwhile. */
    private static final int ATTEMPTS = 10;

    private static final OpenOption[] FORCED = {StandardOpenOption.WRITE, StandardOpenOption.SYNC};

    private final Path folder;

    private FileRoomStore(Path folder) {
        this.folder = Objects.requireNonNull(folder, "folder must not be null");
    }

    /**
     * Opens the store of a folder.
     *
     * @param folder is created with the first room or beat
     * @return the store
     */
    public static FileRoomStore in(Path folder) {
        return new FileRoomStore(folder);
    }

    @Override
    public void create(int room, byte[] key, byte[] save) throws IOException {
        Path target = folder(room);
        Files.createDirectories(folder);
        Path part = Files.createDirectory(part());
        List<Path> files = List.of(part.resolve(0 + OWNER), part.resolve(KEY), part.resolve(0 + SAVE), part);
        try {
            createFile(files.get(0));
            AtomicFiles.write(files.get(1), key);
            AtomicFiles.write(files.get(2), save);
            // As a whole, so that of several nodes only one creates the room. Replaces an empty folder at most.
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException problem) {
            if (Files.notExists(target)) {
                throw problem;
            }
            throw new IOException(
                    "room " + room + " must not exist yet, but " + target
                            + " does; delete the folder to begin it again",
                    problem);
        } finally {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
        force(folder);
    }

    private Path part() {
        return folder.resolve(UUID.randomUUID() + ".part");
    }

    /** Forces the names in a folder to the disk. */
    private static void force(Path folder) throws IOException {
        if (Files.getFileAttributeView(folder, PosixFileAttributeView.class) != null) { // not on Windows
            try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
                names.force(true);
            }
        }
    }

    @Override
    public long claim(int room, String node) throws IOException {
        Arguments.name("node", node);
        while (true) {
            long next = owner(room) + 1;
            try {
                createFile(file(room, next, OWNER));
            } catch (FileAlreadyExistsException another) {
                continue; // another node was faster, so the next number is free
            }
            try {
                write(
                        file(room, next, OWNER),
                        ByteBuffer.wrap(node.getBytes(StandardCharsets.UTF_8)),
                        StandardOpenOption.WRITE);
            } catch (IOException full) {
                // The file is the claim. Without a name in it, such as after a power cut, the next owner waits for the
                // lease. So the name is not forced to the disk, which takes milliseconds for each room of a dead node.
            }
            force(folder(room)); // or the number would come again after a power cut
            return next;
        }
    }

    private static void createFile(Path file) throws IOException {
        try {
            Files.createFile(file);
        } catch (FileAlreadyExistsException another) {
            throw another;
        } catch (IOException problem) {
            throw unwritten(file, problem);
        }
    }

    /** The message of a full disk has no name. */
    private static IOException unwritten(Path file, IOException problem) {
        return new IOException("could not write " + file + "; check the disk of the store", problem);
    }

    private long owner(int room) throws IOException {
        return some(room, OWNER).lastKey();
    }

    @Override
    public void save(int room, long owner, byte[] save, long begun) throws IOException {
        requireOwner(room, owner); // even if the disk refuses the save
        AtomicFiles.write(file(room, owner, SAVE), save);
        requireOwner(room, owner);
        try {
            settle(room, owner, begun);
        } catch (NoSuchFileException gone) {
            // Only the next owner deletes files. It came after this save was confirmed, so it has read it.
            if (!hasOwner(room, owner + 1)) {
                throw gone;
            }
        }
    }

    /** Lets a confirmed save be the only one that is not older, and keeps it. */
    private void settle(int room, long owner, long begun) throws IOException {
        NavigableMap<Long, Path> before = numbers(folder(room), SAVE).headMap(owner, false);
        if (begun < NEWEST && !before.isEmpty()) {
            skip(room, before.lastEntry().getValue());
        }
        deleteAll(before); // from here on, no owner before can link its save
        if (begun < NEWEST) {
            for (Path each : numbers(folder(room), OLDER).tailMap(begun, false).values()) {
                skip(room, each);
            }
            TreeMap<Long, Path> skipped = numbers(folder(room), SKIPPED);
            while (skipped.size() > Generations.MOST_SKIPPED) {
                Files.delete(skipped.pollFirstEntry().getValue());
            }
        }
        keep(room, file(room, owner, SAVE));
    }

    private void skip(int room, Path file) throws IOException {
        Files.move(file, file(room, modified(file), SKIPPED), StandardCopyOption.ATOMIC_MOVE);
        Files.deleteIfExists(file); // it is still there if that name leads to the same file already
    }

    /** Keeps a confirmed save under a second name, if that is due. */
    private void keep(int room, Path own) throws IOException {
        long now = modified(own);
        TreeMap<Long, Path> older = numbers(folder(room), OLDER);
        if (Generations.isDue(now, older.navigableKeySet())) {
            older.put(now, Files.createLink(file(room, now, OLDER), own));
            older.keySet().removeAll(Generations.kept(now, older.navigableKeySet()));
            deleteAll(older);
        }
    }

    private static void deleteAll(Map<Long, Path> files) throws IOException {
        for (Path each : files.values()) {
            Files.deleteIfExists(each);
        }
    }

    @Override
    public NavigableMap<Long, byte[]> saves(int room) throws IOException {
        Path newest = some(room, SAVE).lastEntry().getValue();
        long newestMillis = modified(newest);
        TreeMap<Long, byte[]> found = new TreeMap<>();
        for (Map.Entry<Long, Path> each : numbers(folder(room), OLDER).entrySet()) {
            found.put(Math.min(each.getKey(), newestMillis), Files.readAllBytes(each.getValue()));
        }
        found.put(newestMillis, Files.readAllBytes(newest));
        return found;
    }

    /** Owners' numbers have no gaps, so this needs no list of all. */
    @Override
    public void requireOwner(int room, long owner) throws IOException {
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

    @Override
    public StoredRoom read(int room) throws IOException {
        for (int attempt = 0; ; attempt++) {
            long last = owner(room);
            Map.Entry<Long, Path> newest = some(room, SAVE).lastEntry();
            try {
                byte[] save = Files.readAllBytes(newest.getValue());
                List<String> nodes = new ArrayList<>();
                for (long owner = newest.getKey(); owner <= last; owner++) {
                    nodes.add(node(room, owner));
                }
                byte[] key = Files.readAllBytes(folder(room).resolve(KEY));
                if (!hasOwner(room, last + 1)) {
                    return new StoredRoom(key, save, newest.getKey(), nodes);
                }
                // A newer owner may have saved meanwhile.
            } catch (NoSuchFileException gone) {
                // A newer owner has saved and then deleted this file, between the two reads.
                if (attempt >= ATTEMPTS) {
                    throw new IOException("room " + room + " must have the file " + gone.getFile()
                            + ", but it is missing; restore it from a backup");
                }
            }
        }
    }

    /** Returns the name of the node that an owner has given; empty or anything else if it could not write it. */
    private String node(int room, long owner) throws IOException {
        return new String(Files.readAllBytes(file(room, owner, OWNER)), StandardCharsets.UTF_8);
    }

    @Override
    public void beat(String node, NodeBeat beat) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve(Arguments.name("node", node) + BEAT);
        // Lines, because the end of a longer address may follow that was there before.
        String text = Long.toHexString(beat.number()) + "\n" + beat.address() + "\n";
        write(file, StandardCharsets.UTF_8.encode(text), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    @Override
    public Map<String, NodeBeat> beats() throws IOException {
        Map<String, NodeBeat> found = new HashMap<>();
        for (Map.Entry<String, Path> each : files(folder, BEAT).entrySet()) {
            String[] lines = new String(Files.readAllBytes(each.getValue()), StandardCharsets.UTF_8).split("\n", 3);
            // One that is not whole is being written for the first time, or is damaged.
            boolean isWhole = lines.length == 3 && lines[0].matches("[0-9a-f]{1,16}");
            if (isWhole && lines[1].length() <= NodeBeat.MOST_CHARACTERS) {
                found.put(each.getKey(), new NodeBeat(Long.parseUnsignedLong(lines[0], 16), lines[1]));
            }
        }
        return found;
    }

    @Override
    public boolean lease(String name, String node, Duration time) throws IOException {
        String kind = "." + Arguments.name("name", name) + LEASE;
        long millis = Arguments.millis(time);
        byte[] holder = Arguments.name("node", node).getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES + holder.length).putLong(millis);
        bytes.put(holder).flip();
        Files.createDirectories(folder);
        while (true) {
            TreeMap<Long, Path> all = numbers(folder, kind);
            long newest = newest(all);
            try {
                if (newest > 0 && holder(all.get(newest)).equals(node)) {
                    write(all.get(newest), bytes.duplicate(), StandardOpenOption.WRITE);
                    all = numbers(folder, kind);
                    if (newest(all) == newest) { // no other node has taken it meanwhile
                        return isAlone(all.headMap(newest), modified(all.get(newest)));
                    }
                } else if (!take(newest, kind, bytes.duplicate(), all)) {
                    return false;
                }
            } catch (NoSuchFileException gone) {
                // A newer holder has deleted it.
            }
        }
    }

    private static long newest(TreeMap<Long, Path> leases) {
        return leases.isEmpty() ? 0 : leases.lastKey();
    }

    /** Whether all leases before have ended. Then no node needs their files any more. */
    private static boolean isAlone(Map<Long, Path> before, long nowMillis) throws IOException {
        if (!haveEnded(before, nowMillis)) {
            return false;
        }
        deleteAll(before);
        return true;
    }

    /** Creates the next number if all leases before have ended. Another process may be faster. */
    private boolean take(long newest, String kind, ByteBuffer bytes, Map<Long, Path> before) throws IOException {
        Path part = part();
        try {
            createFile(part); // without content, because those who wait look often: only its time matters yet
            if (!haveEnded(before, modified(part))) {
                return false;
            }
            write(part, bytes, FORCED); // or the lease could be empty after a power cut
            // If this node stood still, the next number may be one whose holder is gone already.
            if (newest(numbers(folder, kind)) == newest) {
                Files.createLink(folder.resolve(newest + 1 + kind), part); // so no node finds it without its holder
            }
        } catch (FileAlreadyExistsException another) {
            // It is looked at again.
        } finally {
            Files.deleteIfExists(part);
        }
        return true;
    }

    private static boolean haveEnded(Map<Long, Path> leases, long nowMillis) throws IOException {
        for (Path lease : leases.values()) {
            try {
                long millis = lease(lease).getLong();
                // What was given back has ended at once.
                if (millis > 0 && modified(lease) + millis + COARSE_MILLIS > nowMillis) {
                    return false;
                }
            } catch (NoSuchFileException deleted) {
                // It had ended.
            }
        }
        return true;
    }

    private static String holder(Path lease) throws IOException {
        return StandardCharsets.UTF_8.decode(lease(lease).position(Long.BYTES)).toString();
    }

    private static ByteBuffer lease(Path file) throws IOException {
        byte[] all = Files.readAllBytes(file);
        if (all.length < Long.BYTES) {
            throw new IOException(file + " must have at least " + Long.BYTES + " bytes, but has " + all.length
                    + "; check the disk of the store, and delete the file while no node runs");
        }
        ByteBuffer bytes = ByteBuffer.wrap(all);
        if (bytes.getLong(0) < 0 || bytes.getLong(0) > Arguments.LONGEST.toMillis()) {
            throw new IOException(file + " must last from 0 to " + Arguments.LONGEST.toMillis() + " ms, but lasts "
                    + bytes.getLong(0) + "; delete the file while no node runs");
        }
        return bytes;
    }

    private static long modified(Path file) throws IOException {
        return Files.getLastModifiedTime(file).toMillis();
    }

    /**
     * Overwrites a file in its place, so that it needs no free space if it was there before. Without CREATE, a file
     * that another node has deleted does not come back.
     */
    private static void write(Path file, ByteBuffer bytes, OpenOption... how) throws IOException {
        try (FileChannel out = FileChannel.open(file, how)) {
            out.write(bytes);
        } catch (NoSuchFileException gone) {
            throw gone; // it has the name, and may mean that there is something newer
        } catch (IOException problem) {
            throw unwritten(file, problem);
        }
    }

    /** Returns the files of one kind, by their numbers. */
    private static TreeMap<Long, Path> numbers(Path folder, String kind) throws IOException {
        TreeMap<Long, Path> found = new TreeMap<>();
        files(folder, kind).forEach((number, file) -> {
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
        } catch (NoSuchFileException none) {
            return found; // nothing was created yet, or all of it was lost
        }
        return found;
    }

    /** Same, but a room without any is refused: it was not created, or its files were lost. */
    private TreeMap<Long, Path> some(int room, String kind) throws IOException {
        TreeMap<Long, Path> found = numbers(folder(room), kind);
        // A list may lack both a file that was deleted meanwhile and the one that took its place.
        for (int attempt = 0; attempt < ATTEMPTS && found.isEmpty(); attempt++) {
            found = numbers(folder(room), kind);
        }
        if (found.isEmpty()) {
            throw new IOException("room " + room + " must have a file *" + kind + " in " + folder(room)
                    + ", but has none; create the room, or restore its files from a backup");
        }
        return found;
    }

    private Path folder(int room) {
        return folder.resolve(Integer.toString(Arguments.room(room)));
    }

    private Path file(int room, long owner, String kind) {
        return folder(room).resolve(owner + kind);
    }
}
