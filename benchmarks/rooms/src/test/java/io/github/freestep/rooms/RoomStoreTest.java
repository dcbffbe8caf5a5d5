package io.github.freestep.rooms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Owners' numbers are unique and grow, old owners are refused, and what is confirmed is read by the next owner. */
class RoomStoreTest {
    private static final int ROOM = 7;

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
        assertThrows(IOException.class, () -> store.create(ROOM));
        assertEquals(5, store.newest(ROOM).save().tick());
    }

    @Test
    void aRoomThatWasNotCreatedIsNotNew() {
        assertThrows(IOException.class, () -> store.newest(8));
        assertThrows(IOException.class, () -> store.claim(8, "a"));
    }

    @Test
    void aLostSaveIsNotANewRoom() throws IOException {
        store.save(ROOM, store.claim(ROOM, "a"), at(5));
        Files.delete(folder.resolve("7/1.save"));
        assertTrue(assertThrows(IOException.class, () -> store.newest(ROOM))
                .getMessage()
                .startsWith("room 7 must have a file *.save in "));
    }

    @Test
    void aDamagedSaveIsNotReplacedByAnOlderOne() throws IOException {
        store.save(ROOM, store.claim(ROOM, "a"), at(5));
        long second = store.claim(ROOM, "b");
        store.save(ROOM, second, at(6));
        Files.write(folder.resolve("7/2.save"), new byte[40]);
        assertThrows(IOException.class, () -> store.newest(ROOM));
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

    @Test
    void theNewestAddressIsFound() throws IOException {
        store.publish(ROOM, new RoomStore.Address(store.claim(ROOM, "b"), "127.0.0.1", 4001));
        store.publish(ROOM, new RoomStore.Address(store.claim(ROOM, "b"), "::1", 4002));
        assertEquals(new RoomStore.Address(2, "::1", 4002), store.address(ROOM));
    }

    /** Owners come and save at any time. What was confirmed before a claim is never older than what the claim reads. */
    @Test
    void whatIsConfirmedIsRead() {
        Set<Long> numbers = new HashSet<>();
        List<CompletableFuture<Void>> nodes = new ArrayList<>();
        for (int node = 0; node < 4; node++) {
            String name = "node " + node;
            nodes.add(CompletableFuture.runAsync(() -> own(name, numbers), work -> new Thread(work).start()));
        }
        nodes.forEach(CompletableFuture::join);
        assertEquals(4 * 40, numbers.size());
    }

    private long confirmed;

    private void own(String name, Set<Long> numbers) {
        try {
            for (int i = 0; i < 40; i++) {
                long owner = store.claim(ROOM, name);
                long atLeast;
                synchronized (numbers) {
                    assertTrue(numbers.add(owner), "number " + owner + " twice");
                    // Only saves of older owners were confirmed before this claim, or this owner is old already.
                    atLeast = store.owner(ROOM) == owner ? confirmed : 0;
                }
                long tick = store.newest(ROOM).save().tick();
                assertTrue(tick >= atLeast, tick + " was read, but " + atLeast + " was confirmed");
                try {
                    store.save(ROOM, owner, at(tick + 1));
                    synchronized (numbers) {
                        confirmed = Math.max(confirmed, tick + 1);
                    }
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
