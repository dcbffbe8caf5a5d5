package io.github.freestep.rooms;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
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
    void aNewRoomHasASaveThatSaysSo() throws IOException {
        assertEquals(Save.Kind.NEW, store.newest(ROOM).save().kind());
        assertEquals(0, store.owner(ROOM));
        assertNull(store.address(ROOM));
    }

    @Test
    void aRoomIsCreatedOnce() throws IOException {
        store.save(ROOM, store.claim(ROOM, "a"), at(5));
        IOException refused = assertThrows(IOException.class, () -> store.create(ROOM));
        assertTrue(refused.getMessage().startsWith("room 7 must not exist yet, but "), refused::toString);
        assertEquals(5, store.newest(ROOM).save().tick());
        Files.delete(folder.resolve("7/1.copy0"));
        assertThrows(IOException.class, () -> store.create(ROOM));
        assertThrows(IOException.class, () -> store.newest(ROOM), "a lost save must not make the room a new one");
    }

    @Test
    void beatsAreReadByTheNamesOfTheirNodes() throws IOException {
        store.beat("node-1", Long.MIN_VALUE);
        store.beat("node-1", 5);
        store.beat("node-2", 6);
        Files.write(folder.resolve("node-3.beat"), new byte[3]); // being created
        assertEquals(Map.of("node-1", 5L, "node-2", 6L), store.beats());
        assertEquals("node-2", store.node(ROOM, store.claim(ROOM, "node-2")));
    }

    @Test
    void aRoomHasAKeyOfItsOwnThatStays() throws IOException {
        byte[] key = store.key(ROOM);
        assertEquals(16, key.length);
        assertArrayEquals(key, new RoomStore(folder).key(ROOM));
        store.create(8);
        assertFalse(Arrays.equals(key, store.key(8)));
    }

    @Test
    void aNodeLivesAsLongAsItHasItsLock() throws IOException {
        assertFalse(store.lives("node-1"));
        FileChannel life = store.holdLife("node-1");
        assertTrue(store.lives("node-1"));
        life.close();
        assertFalse(store.lives("node-1"));
    }

    @Test
    void aClaimIsMadeEvenIfTheNodesNameCannotBeWritten() throws IOException {
        assertEquals(1, store.claim(ROOM, "\ud800")); // half a character
        assertEquals(2, store.claim(ROOM, "b"));
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

    @Test
    void filesOfOthersAreIgnored() throws IOException {
        store.claim(ROOM, "a");
        Files.createFile(folder.resolve("7/.owner"));
        Files.createFile(folder.resolve("7/copy of 2.owner"));
        Files.createFile(folder.resolve("7/99999999999999999999.owner"));
        assertEquals(1, store.owner(ROOM));
    }

    @Test
    void aListingThatFailsIsAProblemThatCanBeTriedAgain() {
        Stream<Path> fails = Stream.generate(() -> {
            throw new UncheckedIOException(new IOException("stale file handle"));
        });
        assertEquals(
                "stale file handle",
                assertThrows(IOException.class, () -> RoomStore.numbers(fails, ".owner"))
                        .getMessage());
    }

    @Test
    void aRoomThatWasNotCreatedIsNotNew() {
        assertThrows(IOException.class, () -> store.newest(8));
        assertThrows(IOException.class, () -> store.claim(8, "a"));
    }

    @Test
    void aLostSaveIsNotANewRoom() throws IOException {
        store.save(ROOM, store.claim(ROOM, "a"), at(5));
        Files.delete(folder.resolve("7/1.copy0"));
        assertTrue(assertThrows(IOException.class, () -> store.newest(ROOM))
                .getMessage()
                .startsWith("room 7 must have a file *.save in "));
    }

    @Test
    void aDamagedSaveIsNotReplacedByAnOlderOne() throws IOException {
        store.save(ROOM, store.claim(ROOM, "a"), at(5));
        long second = store.claim(ROOM, "b");
        store.save(ROOM, second, at(6));
        Files.write(folder.resolve("7/2.copy0"), new byte[40]);
        assertThrows(IOException.class, () -> store.newest(ROOM));
        store.save(ROOM, second, at(7));
        store.save(ROOM, second, new Save(Save.Kind.MOVED, 8, new byte[0]));
        assertEquals(8, store.newest(ROOM).save().tick());
        Files.write(folder.resolve("7/2.save"), new byte[40]);
        assertThrows(IOException.class, () -> store.newest(ROOM));
    }

    /** As if the machine had lost its power meanwhile. */
    @Test
    void aCopyThatIsBeingWrittenLeavesTheOneBefore() throws IOException {
        long owner = store.claim(ROOM, "a");
        for (int tick = 5; tick < 12; tick++) {
            store.save(ROOM, owner, at(tick));
            assertEquals(tick, store.newest(ROOM).save().tick());
            Path next = folder.resolve("7/1.copy" + tick % 2); // at first, the second one
            byte[] before = Files.exists(next) ? Files.readAllBytes(next) : new byte[0];
            Files.write(next, new byte[40]);
            assertEquals(tick, store.newest(ROOM).save().tick());
            Files.write(next, before);
        }
    }

    @Test
    void anOwnersFirstCopyThatIsBeingWrittenLeavesTheSaveOfTheOwnerBefore() throws IOException {
        store.save(ROOM, store.claim(ROOM, "a"), at(5));
        store.claim(ROOM, "b");
        Files.write(folder.resolve("7/2.copy0"), new byte[40]);
        assertEquals(1, store.newest(ROOM).owner());
        assertEquals(5, store.newest(ROOM).save().tick());
    }

    @Test
    void aCopyIsAsLongAsItsSave() throws IOException {
        long owner = store.claim(ROOM, "a");
        for (int bytes = 9; bytes >= 0; bytes--) {
            store.save(ROOM, owner, new Save(Save.Kind.RUNNING, 10 - bytes, new byte[bytes]));
            assertEquals(bytes, store.newest(ROOM).save().bytes().length);
        }
    }

    @Test
    void aSecondOwnersSaveDeletesAllOlderOnes() throws IOException {
        long first = store.claim(ROOM, "a");
        store.save(ROOM, first, at(5));
        store.save(ROOM, first, at(6));
        store.save(ROOM, store.claim(ROOM, "b"), at(7));
        try (Stream<Path> files = Files.list(folder.resolve("7"))) {
            assertEquals(
                    List.of("0.owner", "1.owner", "2.copy0", "2.owner", "key"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
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
    }

    /** A node gets a room anew while a save of its former owner, which was confirmed, is still being noted. */
    @Test
    void aSlowSaveOfAnOldOwnerLeavesTheConfirmedCopyOfANewOne() throws IOException {
        boolean[] isSlow = {true};
        RoomStore slow = new RoomStore(folder) {
            @Override
            void requireNewest(int room, long owner) throws IOException {
                super.requireNewest(room, owner);
                if (isSlow[0]) {
                    isSlow[0] = false;
                    save(room, claim(room, "a"), at(6));
                }
            }
        };
        slow.save(ROOM, slow.claim(ROOM, "a"), at(5));
        slow.save(ROOM, 2, at(7));
        assertTrue(Files.exists(folder.resolve("7/2.copy1")), "the copy with tick 6 was overwritten");
    }

    @Test
    void theNewestAddressIsFound() throws IOException {
        store.publish(ROOM, new RoomStore.Address(store.claim(ROOM, "b"), "127.0.0.1", 4001));
        store.publish(ROOM, new RoomStore.Address(store.claim(ROOM, "b"), "::1", 4002));
        assertEquals(new RoomStore.Address(2, "::1", 4002), store.address(ROOM));
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
