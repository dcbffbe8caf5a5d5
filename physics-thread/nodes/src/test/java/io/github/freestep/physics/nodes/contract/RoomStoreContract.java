package io.github.freestep.physics.nodes.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.nodes.NodeBeat;
import io.github.freestep.physics.nodes.OldOwnerException;
import io.github.freestep.physics.nodes.RoomStore;
import io.github.freestep.physics.nodes.StoredRoom;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What each store must do. Extend it, and return stores of yours, one for each node. */
public abstract class RoomStoreContract {
    /** A room that each test creates first. */
    protected static final int ROOM = 7;

    /** Its key and its first save. */
    protected static final byte[] KEY = {1, 2, 3};

    private static final byte[] FIRST = {4};
    private static final int NODES = 4;
    private static final Duration LONG = Duration.ofHours(1);
    private static final Executor THREADS = work -> new Thread(work).start();

    private RoomStore store;

    /**
     * Opens the store as another node would. Within one test, all calls open the same store, which was empty before the
     * test.
     *
     * @return a store
     * @throws IOException if it cannot be opened
     */
    protected abstract RoomStore open() throws IOException;

    /**
     * How many owners each node has where several call at once. What is rare needs hundreds.
     *
     * @return a number of owners
     */
    protected int owners() {
        return 20;
    }

    @BeforeEach
    final void createRoom() throws IOException {
        store = open();
        store.create(ROOM, KEY, FIRST);
    }

    @Test
    void aNewRoomHasNoOwner() throws IOException {
        StoredRoom room = open().read(ROOM);
        assertArrayEquals(KEY, room.key());
        assertArrayEquals(FIRST, room.save());
        assertEquals(0, room.savedBy());
        assertEquals(0, room.owner());
        assertEquals("", room.node(0));
    }

    @Test
    void aRoomIsCreatedOnce() throws IOException {
        store.save(ROOM, store.claim(ROOM, "a"), save(5));
        refuses(() -> store.create(ROOM, KEY, FIRST), "room 7 must not exist yet, ");
        assertSaved(1, 5);
    }

    /** The others must not change it, not even before it has run. */
    @Test
    void oneOfManyCreatesARoom() throws IOException {
        for (int room = 8; room < 8 + NODES; room++) {
            int created = room;
            Set<Integer> creators = ConcurrentHashMap.newKeySet();
            onAllNodes(node -> {
                RoomStore own = open();
                try {
                    own.create(created, new byte[] {(byte) node}, save(node));
                    creators.add(node);
                } catch (IOException refused) {
                    String words = "room " + created + " must not exist yet, ";
                    assertTrue(refused.getMessage().startsWith(words), refused::toString);
                }
            });
            assertEquals(1, creators.size(), creators::toString);
            int creator = creators.iterator().next();
            assertArrayEquals(new byte[] {(byte) creator}, store.read(room).key());
            assertArrayEquals(save(creator), store.read(room).save());
        }
    }

    @Test
    void aRoomThatWasNotCreatedIsRefused() {
        refuses(() -> store.claim(8, "a"), "room 8 must have ");
        refuses(() -> store.requireOwner(8, 1), "room 8 must have ");
        refuses(() -> store.read(8), "room 8 must have ");
        refuses(() -> store.saves(8), "room 8 must have ");
        refuses(() -> store.save(8, 1, save(5)), "room 8 must have ");
    }

    @Test
    void aReadNamesTheNodesSinceTheSave() throws IOException {
        store.claim(ROOM, "a");
        store.save(ROOM, store.claim(ROOM, "b.1"), save(5));
        store.claim(ROOM, "c-2");
        assertEquals(4, store.claim(ROOM, "d_3"));
        StoredRoom room = open().read(ROOM);
        assertEquals(2, room.savedBy());
        assertEquals(4, room.owner());
        assertEquals(List.of("b.1", "c-2", "d_3"), List.of(room.node(2), room.node(3), room.node(4)));
        store.save(ROOM, 4, save(6));
        assertEquals(4, store.read(ROOM).savedBy());
        assertEquals("d_3", store.read(ROOM).node(4));
    }

    @Test
    void onlyTheNewestOwnerSaves() throws IOException {
        long old = store.claim(ROOM, "a");
        store.save(ROOM, old, save(5));
        long next = open().claim(ROOM, "b");
        assertSaved(old, 5);
        assertThrows(OldOwnerException.class, () -> store.save(ROOM, old, save(6)));
        assertSaved(old, 5);
        store.save(ROOM, next, save(7));
        assertThrows(OldOwnerException.class, () -> store.save(ROOM, old, save(8)));
        assertThrows(OldOwnerException.class, () -> store.save(ROOM, next + 1, save(9)));
        assertSaved(next, 7);
    }

    @Test
    void anOwnerThatBeginsWithAnOlderSaveSkipsTheNewerOnes() throws IOException {
        long old = saveTwice();
        long next = open().claim(ROOM, "b");
        assertThrows(OldOwnerException.class, () -> store.save(ROOM, old, save(9), 0));
        assertSaves(5, 6);
        store.save(ROOM, next, save(7), open().saves(ROOM).firstKey());
        assertSaves(5, 7);
        store.save(ROOM, next, save(8));
        assertThrows(OldOwnerException.class, () -> store.save(ROOM, old, save(9), 0));
        assertSaves(5, 8);
    }

    /** Saves two ticks as one owner, at two times by the store's clock. */
    private long saveTwice() throws IOException {
        long owner = store.claim(ROOM, "a");
        store.save(ROOM, owner, save(5));
        do {
            store.save(ROOM, owner, save(6));
        } while (open().saves(ROOM).size() < 2);
        return owner;
    }

    /** Checks the ticks of all saves, of which the newest is the last one. */
    protected final void assertSaves(long... ticks) throws IOException {
        assertArrayEquals(
                ticks,
                open().saves(ROOM).values().stream()
                        .mapToLong(save -> ByteBuffer.wrap(save).getLong())
                        .toArray());
        assertArrayEquals(save(ticks[ticks.length - 1]), open().read(ROOM).save());
    }

    @Test
    void onlyTheNewestOwnerIsOne() throws IOException {
        long old = store.claim(ROOM, "a");
        store.requireOwner(ROOM, old);
        long next = open().claim(ROOM, "a"); // a node that has restarted has the same name
        assertThrows(OldOwnerException.class, () -> store.requireOwner(ROOM, old));
        assertThrows(OldOwnerException.class, () -> store.requireOwner(ROOM, next + 1));
        store.requireOwner(ROOM, next);
    }

    @Test
    void aSaveOfEachLengthComesBack() throws IOException {
        byte[] large = new byte[3 << 20];
        for (int i = 0; i < large.length; i++) {
            large[i] = (byte) (i * i >> 7);
        }
        long owner = store.claim(ROOM, "a");
        for (byte[] save : List.of(large, new byte[0], new byte[] {0, -1})) {
            store.save(ROOM, owner, save);
            assertArrayEquals(save, store.read(ROOM).save());
        }
    }

    @Test
    void roomsDoNotShareOwners() throws IOException {
        store.create(65_535, KEY, FIRST);
        store.claim(ROOM, "a");
        store.claim(ROOM, "a");
        assertEquals(1, store.claim(65_535, "b"));
        assertEquals(2, store.read(ROOM).owner());
    }

    /** Owners come and save at any time. Each reads at least what was confirmed for any owner before it. */
    @Test
    void whatIsConfirmedIsRead() {
        Map<Long, Long> read = new ConcurrentSkipListMap<>();
        Map<Long, Long> confirmed = new ConcurrentSkipListMap<>();
        onAllNodes(node -> {
            RoomStore own = open();
            for (int i = 0; i < owners(); i++) {
                long owner = own.claim(ROOM, "node-" + node);
                byte[] save = own.read(ROOM).save();
                long tick = save.length == 1 ? 0 : ByteBuffer.wrap(save).getLong();
                assertNull(read.put(owner, tick), "two owners have the same number");
                try {
                    own.save(ROOM, owner, save(tick + 1));
                    confirmed.put(owner, tick + 1);
                } catch (OldOwnerException next) {
                    // Another node has claimed the room.
                }
            }
        });
        assertEquals(NODES * owners(), read.size());
        long atLeast = 0;
        for (long owner = 1; owner <= NODES * owners(); owner++) {
            assertTrue(read.get(owner) >= atLeast, owner + " has read " + read.get(owner) + ", not " + atLeast);
            atLeast = Math.max(atLeast, confirmed.getOrDefault(owner, 0L));
        }
    }

    /** Each owner saves before the next one comes, so no more than one has not saved. */
    @Test
    void aReadWasTrueAtOneMoment() {
        AtomicInteger writers = new AtomicInteger(1);
        onAllNodes(node -> {
            RoomStore own = open();
            try {
                for (int i = 0; node == 0 && i < owners(); i++) {
                    own.save(ROOM, own.claim(ROOM, "a"), save(i));
                }
            } finally {
                writers.addAndGet(node == 0 ? -1 : 0);
            }
            while (writers.get() > 0) {
                StoredRoom room = own.read(ROOM);
                assertTrue(room.owner() - room.savedBy() <= 1, room.savedBy() + " had saved, not " + room.owner());
            }
        });
    }

    @Test
    void theNewestBeatOfEachNodeIsRead() throws IOException {
        assertEquals(Map.of(), store.beats());
        store.beat("a", new NodeBeat(Long.MIN_VALUE, "10.0.0.7:20121"));
        store.beat("b", new NodeBeat(5, ""));
        store.beat("a", new NodeBeat(Long.MAX_VALUE, "h\u00f6st:1"));
        assertEquals(
                Map.of("a", new NodeBeat(Long.MAX_VALUE, "h\u00f6st:1"), "b", new NodeBeat(5, "")), open().beats());
    }

    @Test
    void aRoomIsWhereItsNewestOwnerIs() throws IOException {
        assertNull(store.read(ROOM).address(store.beats()));
        store.beat("a", new NodeBeat(1, "10.0.0.7:20121"));
        store.beat("b", new NodeBeat(1, "10.0.0.8:20121"));
        store.claim(ROOM, "a");
        store.claim(ROOM, "b");
        assertEquals("10.0.0.8:20121", open().read(ROOM).address(store.beats()));
    }

    @Test
    void aLeaseHasOneHolder() throws IOException {
        assertTrue(store.lease("chief", "a", LONG));
        assertFalse(open().lease("chief", "b", LONG));
        assertTrue(open().lease("chief", "a", LONG), "the holder renews it");
        assertTrue(store.lease("other", "b", LONG), "another lease");
        assertFalse(store.lease("other", "a", LONG));
    }

    @Test
    void aLeaseThatWasGivenBackIsFree() throws IOException {
        store.lease("chief", "a", LONG);
        store.lease("chief", "a", Duration.ZERO);
        assertTrue(open().lease("chief", "b", LONG));
        assertFalse(store.lease("chief", "a", Duration.ZERO), "only the holder can give it back");
        assertFalse(store.lease("chief", "a", LONG));
    }

    /** How long it takes does not matter here: what holds must also hold if this thread stands still. */
    @Test
    void aLeaseThatEndsIsFree() throws IOException {
        store.lease("chief", "a", Duration.ofMillis(20));
        RoomStore other = open();
        while (!other.lease("chief", "b", LONG)) {
            Thread.onSpinWait();
        }
        assertFalse(store.lease("chief", "a", LONG));
    }

    @Test
    void oneOfManyGetsALease() {
        AtomicInteger holders = new AtomicInteger();
        onAllNodes(node -> {
            RoomStore own = open();
            boolean holds = false;
            for (int i = 0; i < 10; i++) {
                boolean held = own.lease("chief", "node-" + node, LONG);
                assertTrue(held || !holds, "the holder has lost it");
                holds = held;
            }
            holders.addAndGet(holds ? 1 : 0);
        });
        assertEquals(1, holders.get());
    }

    @Test
    void whatNoStoreCanKeepIsRefused() {
        for (int room : new int[] {-1, 65_536}) {
            illegal(() -> store.create(room, KEY, FIRST), "room must be from 0 to 65535, was " + room);
            illegal(() -> store.claim(room, "a"), "room must be from 0 to 65535, was " + room);
        }
        for (String name : List.of("", "a/b", "a b", "\u00e4", "A", "a".repeat(101))) {
            illegal(() -> store.claim(ROOM, name), "node must be 1 to 100 lower-case letters");
            illegal(() -> store.beat(name, new NodeBeat(1, "")), "node must be 1 to 100 lower-case letters");
            illegal(() -> store.lease(name, "a", LONG), "name must be 1 to 100 lower-case letters");
            illegal(() -> store.lease("a", name, LONG), "node must be 1 to 100 lower-case letters");
        }
        for (Duration time : List.of(Duration.ofMillis(-1), Duration.ofDays(1).plusMillis(1))) {
            illegal(() -> store.lease("a", "b", time), "time must be from 0 to 1 day");
        }
    }

    /** Checks the newest save, and who has made it. */
    protected final void assertSaved(long owner, long tick) throws IOException {
        StoredRoom room = open().read(ROOM);
        assertEquals(owner, room.savedBy());
        assertArrayEquals(save(tick), room.save());
    }

    /** Returns a save that differs for each tick. */
    protected static byte[] save(long tick) {
        return ByteBuffer.allocate(Long.BYTES).putLong(0, tick).array();
    }

    /** Checks that a call fails in these words, and not because another owner has come. */
    protected static void refuses(Executable call, String words) {
        IOException refused = assertThrows(IOException.class, call);
        assertFalse(refused instanceof OldOwnerException, refused::toString);
        assertTrue(refused.getMessage().startsWith(words), refused::toString);
    }

    private static void illegal(Executable call, String words) {
        String message = assertThrows(IllegalArgumentException.class, call).getMessage();
        assertTrue(message.startsWith(words), message);
    }

    private interface Node {
        void run(int number) throws IOException;
    }

    private static void onAllNodes(Node work) {
        List<CompletableFuture<Void>> nodes = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            int number = i;
            nodes.add(CompletableFuture.runAsync(
                    () -> {
                        try {
                            work.run(number);
                        } catch (IOException e) {
                            throw new AssertionError(e);
                        }
                    },
                    THREADS));
        }
        nodes.forEach(CompletableFuture::join);
    }
}
