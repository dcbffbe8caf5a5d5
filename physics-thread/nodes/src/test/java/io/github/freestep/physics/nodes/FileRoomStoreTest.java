package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.freestep.testing.Logs;
import io.github.freestep.testing.Thorough;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files keep the contract, and what a disk does to them is reported. */
// JUnit warns when it clears a folder with a link that leads out of it.
@Logs(perhaps = "Deleting symbolic link from location inside of temp dir")
class FileRoomStoreTest extends AgingStoreTest {
    @TempDir
    Path folder;

    @Override
    protected RoomStore open() {
        return FileRoomStore.in(folder);
    }

    @Override
    protected int owners() {
        return Thorough.of(20, 500);
    }

    @Override
    void age(long millis) throws IOException {
        age(folder.resolve("7"), millis);
    }

    /** Makes the saves and claims in the folder of a room older. */
    static void age(Path room, long millis) throws IOException {
        try (Stream<Path> all = Files.list(room)) {
            Map<Path, Long> times = new TreeMap<>();
            for (Path each : all.toList()) {
                times.put(each, Files.getLastModifiedTime(each).toMillis() - millis);
            }
            for (Map.Entry<Path, Long> each : times.entrySet()) { // set twice if there are two links
                Files.setLastModifiedTime(each.getKey(), FileTime.fromMillis(each.getValue()));
                String[] name = each.getKey().getFileName().toString().split("\\.");
                if (name[0].length() >= 13) {
                    Files.move(each.getKey(), room.resolve(Long.parseLong(name[0]) - millis + "." + name[1]));
                }
            }
        }
    }

    @Override
    int skipped() throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve("7"))) {
            return (int)
                    all.filter(each -> each.toString().endsWith(".skipped")).count();
        }
    }

    @Test
    void aLostSaveMakesNoRoomANewOne() throws IOException {
        open().save(ROOM, open().claim(ROOM, "a"), save(5));
        Files.delete(folder.resolve("7/1.save"));
        refuses(() -> open().read(ROOM), "room 7 must have a file *.save in ");
        refuses(() -> open().create(ROOM, KEY, save(0)), "room 7 must not exist yet, ");
    }

    /** Such as after a power cut. */
    @Test
    void anOwnerWhoseNameIsNoTextKeepsNoOtherAway() throws IOException {
        open().claim(ROOM, "a");
        Files.write(folder.resolve("7/1.owner"), new byte[] {(byte) 0xFF, (byte) 0xFE});
        long next = open().claim(ROOM, "b");
        assertEquals("b", open().read(ROOM).node(next));
    }

    @Test
    void aLostKeyIsNamed() throws IOException {
        Files.delete(folder.resolve("7/key"));
        refuses(() -> open().read(ROOM), "room 7 must have the file " + folder.resolve("7/key"));
    }

    /** A link to itself can be found, but not looked at. */
    @Test
    void aLookThatFailsDoesNotMeanThatThereIsNoNewerOwner() throws IOException {
        long owner = open().claim(ROOM, "a");
        Path next = folder.resolve("7/2.owner");
        Files.createSymbolicLink(next, next);
        refuses(() -> open().requireOwner(ROOM, owner), "");
    }

    /** The system's own message has no name. */
    @Test
    void aFullDiskIsReportedWithTheFile() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "only Linux has a file for which there is never room");
        Path file = folder.resolve("a.beat");
        Files.createSymbolicLink(file, full);
        refuses(
                () -> open().beat("a", new NodeBeat(1, "")),
                "could not write " + file + "; check the disk of the store");
    }

    /** Such as on a full disk: the next owner must not begin with a half. */
    @Test
    void aSaveThatCannotBeWrittenLeavesTheOneBefore() throws IOException {
        open().save(ROOM, open().claim(ROOM, "a"), save(5));
        long next = open().claim(ROOM, "b");
        Files.createDirectory(folder.resolve("7/2.save"));
        refuses(
                () -> open().save(ROOM, next, save(6)),
                folder.resolve("7/2.save").toString());
        Files.delete(folder.resolve("7/2.save"));
        assertSaved(1, 5);
    }

    @Test
    void olderSavesAreDeleted() throws IOException {
        open().save(ROOM, open().claim(ROOM, "a"), save(5));
        open().save(ROOM, open().claim(ROOM, "b"), save(6));
        assertFalse(Files.exists(folder.resolve("7/1.save")));
        Files.write(folder.resolve("7/1.save"), save(5)); // as if the node had ended just before
        assertSaved(2, 6);
    }

    /** As if it had stood still in the middle of its save, before it wrote its file, or the second name of that. */
    @Test
    void aFormerOwnerAddsNoOlderSave() throws IOException {
        open().save(ROOM, open().claim(ROOM, "a"), save(5));
        age(60_000);
        open().save(ROOM, open().claim(ROOM, "b"), save(6));
        Files.write(folder.resolve("7/1.save"), save(9));
        assertSaves(5, 6);
        age(60_000);
        long last = open().claim(ROOM, "c");
        Path second = folder.resolve("7/2.save");
        Files.createLink(
                folder.resolve("7/" + (Files.getLastModifiedTime(second).toMillis() + 1) + ".older"), second);
        open().save(ROOM, last, save(7), open().saves(ROOM).firstKey());
        assertSaves(5, 7);
        assertFalse(Files.exists(folder.resolve("7/1.save")));
    }

    @Test
    void onlyTheUserOfTheNodesReadsKeysAndSaves() throws IOException {
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
        for (String name : new String[] {"7/key", "7/0.save"}) {
            assertEquals(
                    "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))));
        }
    }

    /** Whoever was the holder may have renewed its lease after the others had looked. */
    @Test
    void aLeaseThatWasRenewedWhileItWasTakenHasOneHolder() throws IOException {
        open().lease("chief", "a", Duration.ofHours(1));
        // What another node creates if it has found the lease ended.
        byte[] hour = ByteBuffer.allocate(9).putLong(3_600_000).put((byte) 'b').array();
        Files.write(folder.resolve("2.chief.lease"), hour);
        assertFalse(open().lease("chief", "a", Duration.ofHours(1)), "it finds the next number");
        assertFalse(open().lease("chief", "b", Duration.ofHours(1)), "it finds that the first one was renewed");
    }

    /** Such as after a power cut: nobody knows whose it was, or when it ends. */
    @Test
    void aLeaseWithoutItsContentIsNamed() throws IOException {
        Path lease = Files.createFile(folder.resolve("1.chief.lease"));
        String words = lease + " must have at least 8 bytes, but has 0; ";
        refuses(() -> open().lease("chief", "a", Duration.ofHours(1)), words);
        byte[] hour = ByteBuffer.allocate(9).putLong(3_600_000).put((byte) 'a').array();
        Files.write(folder.resolve("2.chief.lease"), hour);
        refuses(() -> open().lease("chief", "a", Duration.ofHours(1)), words);
    }

    @Test
    void aLeaseThatWouldLastForEverIsNamed() throws IOException {
        Path lease = folder.resolve("1.chief.lease");
        byte[] damaged =
                ByteBuffer.allocate(9).putLong(86_400_001).put((byte) 'a').array();
        Files.write(lease, damaged);
        refuses(
                () -> open().lease("chief", "b", Duration.ofHours(1)),
                lease + " must last from 0 to 86400000 ms, but lasts 86400001; ");
    }

    /** Otherwise the silence of a node would not be noticed any more. */
    @Test
    void aDamagedBeatHidesNoOther() throws IOException {
        open().beat("a", new NodeBeat(1, "here:1"));
        ByteBuffer damaged = ByteBuffer.allocate(1_000);
        Files.write(
                folder.resolve("b.beat"),
                damaged.putLong(1).putShort((short) 300).array());
        assertEquals(Map.of("a", new NodeBeat(1, "here:1")), open().beats());
    }

    @Test
    void leasesThatHaveEndedLeaveNoFiles() throws IOException {
        for (int i = 0; i < 10; i++) {
            String node = "node-" + i % 2;
            assertTrue(open().lease("chief", node, Duration.ofHours(1)));
            open().lease("chief", node, Duration.ZERO);
        }
        assertTrue(open().lease("other", "a", Duration.ofHours(1)));
        try (Stream<Path> all = Files.list(folder)) {
            assertEquals(
                    List.of("1.other.lease", "10.chief.lease"),
                    all.map(each -> each.getFileName().toString())
                            .filter(name -> name.endsWith(".lease"))
                            .sorted()
                            .toList());
        }
    }

    @Test
    void theShortestLeaseIsNotGivenBack() throws IOException {
        open().lease("chief", "a", Duration.ofNanos(1));
        assertEquals(
                1,
                ByteBuffer.wrap(Files.readAllBytes(folder.resolve("1.chief.lease")))
                        .getLong());
    }

    @Test
    void noPartIsLeft() throws IOException {
        open().lease("chief", "a", Duration.ofHours(1));
        open().lease("chief", "b", Duration.ofHours(1));
        refuses(() -> open().create(ROOM, KEY, save(0)), "room 7 must not exist yet, ");
        try (Stream<Path> all = Files.list(folder)) {
            assertTrue(all.noneMatch(each -> each.toString().endsWith(".part")));
        }
    }
}
