package io.github.freestep.rooms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Owners' numbers are unique and grow, old owners are refused, and what is confirmed is read by the next owner. */
class RoomStoreTest {
    private static final int ROOM = 7;
    private static final int OWNERS = 40;

    @TempDir
    Path folder;

    private RoomStore store;

    @BeforeEach
    void create() throws IOException {
        store = new RoomStore(folder);
        store.create(ROOM);
    }

    @Test
    void aRoomIsCreatedOnce() throws IOException {
        store.save(ROOM, store.claim(ROOM, "a"), at(5));
        IOException refused = assertThrows(IOException.class, () -> store.create(ROOM));
        assertTrue(refused.getMessage().startsWith("room 7 must not exist yet, but "), refused::toString);
        assertEquals(5, store.newest(ROOM).save().tick());
        Files.write(folder.resolve("7/1.save"), new byte[40]);
        assertThrows(IOException.class, () -> store.newest(ROOM), "a damaged save must not bring back an older one");
        Files.delete(folder.resolve("7/1.save"));
        assertThrows(IOException.class, () -> store.create(ROOM));
        assertThrows(IOException.class, () -> store.newest(ROOM), "a lost save must not make the room a new one");
    }

    /** A link to itself can be found, but not looked at. */
    @Test
    void aLookThatFailsDoesNotMeanThatThereIsNoNewerOwner() throws IOException {
        long owner = store.claim(ROOM, "a");
        Path next = folder.resolve("7/2.owner");
        Files.createSymbolicLink(next, next);
        IOException problem = assertThrows(IOException.class, () -> store.requireNewest(ROOM, owner));
        assertFalse(problem instanceof OldOwnerException, problem::toString);
    }

    /** The system's own message has no name. */
    @Test
    void aFullDiskIsReportedWithTheFile() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "only Linux has a file for which there is never room");
        Path file = folder.resolve("a.beat");
        Files.createSymbolicLink(file, full);
        IOException problem = assertThrows(IOException.class, () -> store.beat("a", 1));
        assertEquals("could not write " + file + "; check the disk of the store", problem.getMessage());
    }

    @Test
    void onlyTheUserOfTheNodesReadsKeysAndAddresses() throws IOException {
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
        store.publish(ROOM, new RoomStore.Address(1, "localhost", 5));
        for (String name : List.of("7/key", "7/1.address")) {
            assertEquals(
                    "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))));
        }
    }

    @Test
    void anOldOwnerCannotSave() throws IOException {
        long old = store.claim(ROOM, "a");
        store.save(ROOM, old, at(5));
        long next = store.claim(ROOM, "b");
        assertEquals(5, store.newest(ROOM).save().tick());
        assertThrows(OldOwnerException.class, () -> store.save(ROOM, old, at(6)));
        store.save(ROOM, next, at(7));
        assertThrows(OldOwnerException.class, () -> store.save(ROOM, old, at(8)));
        assertEquals(next, store.newest(ROOM).owner());
        assertEquals(7, store.newest(ROOM).save().tick());
        assertFalse(Files.exists(folder.resolve("7/1.save")), "older saves are deleted");
    }

    /** Owners come and save at any time. Each reads at least what was confirmed for any owner before it. */
    @Test
    void whatIsConfirmedIsRead() {
        Map<Long, Long> read = new ConcurrentSkipListMap<>();
        Map<Long, Long> confirmed = new ConcurrentSkipListMap<>();
        List<CompletableFuture<Void>> nodes = new ArrayList<>();
        for (int node = 0; node < 4; node++) {
            String name = "node " + node;
            nodes.add(CompletableFuture.runAsync(() -> own(name, read, confirmed), work -> new Thread(work).start()));
        }
        nodes.forEach(CompletableFuture::join);
        assertEquals(4 * OWNERS, read.size());
        long atLeast = 0;
        for (long owner = 1; owner <= 4 * OWNERS; owner++) {
            assertTrue(read.get(owner) >= atLeast, owner + " has read " + read.get(owner) + ", not " + atLeast);
            atLeast = Math.max(atLeast, confirmed.getOrDefault(owner, 0L));
        }
    }

    /** Nodes that join a cluster register and withdraw while others look. */
    @Test
    void theAddressOfAMemberIsReadAsAWhole() throws IOException {
        CompletableFuture<Void> joining = CompletableFuture.runAsync(
                () -> {
                    try {
                        for (int i = 0; i < 200; i++) {
                            store.addMember("node", "address");
                            store.removeMember("node");
                        }
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                },
                work -> new Thread(work).start());
        while (!joining.isDone()) {
            assertEquals("address", store.members().getOrDefault("node", "address"));
        }
        joining.join();
    }

    private void own(String name, Map<Long, Long> read, Map<Long, Long> confirmed) {
        try {
            for (int i = 0; i < OWNERS; i++) {
                long owner = store.claim(ROOM, name);
                long tick = store.newest(ROOM).save().tick();
                assertNull(read.put(owner, tick), "two owners have the same number");
                try {
                    store.save(ROOM, owner, at(tick + 1));
                    confirmed.put(owner, tick + 1);
                } catch (OldOwnerException next) {
                    // Another node has claimed the room.
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Save at(long tick) {
        return new Save(Save.Kind.RUNNING, tick, new byte[] {1});
    }
}
