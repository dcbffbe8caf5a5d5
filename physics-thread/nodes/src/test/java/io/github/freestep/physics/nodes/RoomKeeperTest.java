package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.nodes.RoomEvents.End;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A room starts after its owner before has stopped, from what that one has saved, and leaves after its own save. */
class RoomKeeperTest {
    private static final int ROOM = 3;
    private static final long MILLI = 1_000_000;

    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock(-5);
    private final KeptRooms rooms = new KeptRooms();
    private RoomStore store;
    private RoomKeeper keeper;
    private NodeBeats own;

    @BeforeEach
    void create() throws IOException {
        store = FileRoomStore.in(folder);
        Save.create(store, ROOM);
        own = KeptRooms.beats(folder, "this-node", clock);
        KeptRooms.look(own);
        keeper = keeper();
    }

    @Test
    void aRoomThatHasNotLeftStartsAfterItsLease() throws IOException {
        store.save(ROOM, store.claim(ROOM, "killed"), new Save(RoomEvents.Kind.RUNNING, 9, new byte[0]).toBytes());
        assertStartsAfterItsLease();
        assertEquals(9, room().from.tick());
    }

    /** Each look reads the whole save, on the thread that renews the leases of the other rooms. */
    @Test
    void aRoomThatWaitsLooksTenTimesASecond() throws IOException {
        store.claim(ROOM, "killed");
        AtomicInteger looks = new AtomicInteger();
        RoomStore counted = KeptStore.watched(store, (name, arguments) -> looks.addAndGet(name.equals("read") ? 1 : 0));
        keeper = rooms.keeper(ROOM, counted, own, clock);
        poll(990);
        assertEquals(10, looks.get());
    }

    @Test
    void aRoomOfANodeThatHasBeenSilentForALeaseStartsAtOnce() throws IOException {
        NodeBeats dead = lost("dead");
        dead.beat();
        look(2_190);
        assertFalse(startsAtOnce(), "it may still run");
        look(10);
        poll(90); // until it looks again
        assertEquals(9, room().from.tick());
    }

    @Test
    void aBeatThatThisNodeHasNotNoticedYetCounts() throws IOException {
        NodeBeats slow = lost("slow");
        slow.beat();
        look(2_300);
        slow.beat(); // it comes back, and has not looked for newer owners yet
        keeper = rooms.keeper(ROOM, store, own, clock);
        assertStartsAfterItsLease();
    }

    @Test
    void anOwnerBehindASilentOneMayStillRun() throws IOException {
        NodeBeats alive = lost("alive");
        KeptRooms.beats(folder, "dead", clock).beat();
        store.claim(ROOM, "dead"); // and died before it began
        for (int i = 0; i < 30; i++) {
            alive.beat();
            look(100);
        }
        keeper = rooms.keeper(ROOM, store, own, clock);
        poll(100);
        assertEquals(0, rooms.started.size());
    }

    /** Others count from that beat, which was written for another room of this node. */
    @Test
    void aRenewedLeaseCountsFromTheBeatBefore() throws IOException {
        keeper = rooms.keeper(ROOM, store, own, clock);
        poll(410);
        own.beat();
        clock.advance(90 * MILLI);
        keeper.poll(true); // renews
        clock.advance(1_900 * MILLI);
        assertTrue(room().isOwned());
        clock.advance(10 * MILLI);
        assertFalse(room().isOwned());
    }

    /** Returns the beats of a node that has saved the room, and has not left it. */
    private NodeBeats lost(String node) throws IOException {
        store.save(ROOM, store.claim(ROOM, node), new Save(RoomEvents.Kind.RUNNING, 9, new byte[0]).toBytes());
        return KeptRooms.beats(folder, node, clock);
    }

    /** Lets this node look at the beats of others. */
    private void look(long millis) {
        KeptRooms.look(own);
        for (long passed = 0; passed < millis; passed += 10) {
            clock.advance(10 * MILLI);
            KeptRooms.look(own);
        }
    }

    @Test
    void anOwnerThatHasNeverSavedMayStillRun() throws IOException {
        store.save(ROOM, store.claim(ROOM, "a"), new Save(RoomEvents.Kind.MOVED, 9, new byte[0]).toBytes());
        store.claim(ROOM, "begun-at-tick-9");
        assertStartsAfterItsLease();
        assertEquals(9, room().from.tick());
    }

    @Test
    void aRoomWhoseSaveCannotBeReadDoesNotStart() throws IOException {
        store.save(ROOM, store.claim(ROOM, "a"), new Save(RoomEvents.Kind.MOVED, 9, new byte[0]).toBytes());
        Path save = folder.resolve("3/1.save");
        byte[] bytes = Files.readAllBytes(save);
        Files.delete(save);
        poll(10_000);
        assertEquals(0, rooms.started.size());
        assertTrue(rooms.problems.size() > 10, "it is tried again: " + rooms.problems);
        Files.write(save, bytes);
        poll(1_000);
        assertEquals(9, room().from.tick());
    }

    @Test
    void aRoomThatCannotBeStartedIsTriedAgain() throws IOException {
        rooms.starts = false;
        poll(5_000);
        assertEquals("no port is free", rooms.problems.get(0).getMessage());
        rooms.starts = true;
        poll(1_000);
        assertTrue(room().step());
        assertEquals(1, store.read(ROOM).owner(), "no further claim");
    }

    @Test
    void onAFullDiskARoomThatIsToLeaveGoesOn() throws IOException {
        poll(0);
        Path blocked = folder.resolve("3/1.save");
        Files.createDirectory(blocked); // so the store cannot write
        keeper.leave(RoomEvents.Kind.MOVED);
        poll(10_000);
        assertTrue(room().step());
        Files.delete(blocked);
        poll(1_000);
        assertEquals(End.LEFT, end());
    }

    @Test
    void aSaveFromBeforeItWasAskedToLeaveDoesNotCount() {
        Queue<Runnable> tasks = begunWithTasks();
        poll(1_100);
        tasks.remove().run(); // saves it
        keeper.leave(RoomEvents.Kind.MOVED);
        poll(1_000);
        assertTrue(room().step());
        tasks.remove().run();
        poll(10);
        assertTrue(room().stopped);
    }

    /** Begins the room, whose calls of the store from then on wait until the test runs them. */
    private Queue<Runnable> begunWithTasks() {
        Queue<Runnable> tasks = new ArrayDeque<>();
        rooms.worker = tasks::add;
        keeper = keeper();
        poll(0);
        tasks.remove().run(); // starts the room
        return tasks;
    }

    /** So that a death does not cost the time of two saves and all of the time between them. */
    @Test
    void theNextSaveIsDueSinceTheLastHasBegun() {
        Queue<Runnable> tasks = begunWithTasks();
        poll(760);
        assertEquals(1, tasks.size());
        poll(500); // the save takes so long
        tasks.remove().run();
        poll(230);
        assertEquals(0, tasks.size());
        poll(20);
        assertEquals(1, tasks.size());
    }

    /** Or saves would take all of its time. */
    @Test
    void aSlowStoreHasTimeBetweenSaves() {
        Queue<Runnable> tasks = begunWithTasks();
        poll(760);
        poll(2_000); // the save takes so long
        tasks.remove().run();
        poll(140);
        assertEquals(0, tasks.size());
        poll(20);
        assertEquals(1, tasks.size());
    }

    @Test
    void aRoomDoesNotLeaveBeforeItsSaveIsConfirmed() throws IOException {
        AtomicBoolean full = new AtomicBoolean(true);
        keeper = rooms.keeper(
                ROOM,
                KeptStore.watched(store, (name, arguments) -> {
                    boolean isLast = name.equals("save")
                            && Save.of((byte[]) arguments[2]).kind() == RoomEvents.Kind.MOVED;
                    if (full.get() && isLast) {
                        throw new IOException("no space left");
                    }
                }),
                own,
                clock);
        poll(0);
        room().tick = 42;
        keeper.leave(RoomEvents.Kind.MOVED);
        poll(10_000);
        assertFalse(keeper.ended.isDone());
        assertFalse(room().closed);
        assertTrue(room().stopped);
        full.set(false);
        poll(1_000);
        assertEquals(End.LEFT, end());
        assertEquals(42, KeptRooms.newest(store, ROOM).tick());
    }

    @Test
    void aRoomThatCannotBeStoppedNowGoesOnAndIsAskedAgain() {
        poll(0);
        room().leaves = false;
        keeper.leave(RoomEvents.Kind.MOVED);
        poll(5_000);
        assertFalse(keeper.ended.isDone());
        assertEquals("cannot be saved now", rooms.problems.get(0).getCause().getMessage());
        assertTrue(room().step(), "its lease is renewed");
        room().leaves = true;
        poll(1_000);
        assertEquals(End.LEFT, end());
    }

    @Test
    void aSaveThatHangsDelaysNoOtherRoomAndNoLease() {
        poll(0);
        room().saves = false;
        poll(10_000);
        assertTrue(room().step());
    }

    @Test
    void withoutTheStoreTheLeaseEnds() throws IOException {
        poll(0);
        Path away = folder.resolve("away");
        Files.move(folder.resolve("3"), away);
        poll(2_100);
        assertFalse(room().step());
        poll(300);
        assertEquals(End.EXPIRED, end());
    }

    @Test
    void aRoomHasLeftAfterItsLastStep() {
        poll(0);
        CompletableFuture<Void> last = new CompletableFuture<>();
        room().ended = last;
        keeper.leave(RoomEvents.Kind.MOVED);
        poll(5_000);
        assertTrue(room().closed);
        assertFalse(keeper.ended.isDone());
        last.complete(null);
        poll(10);
        assertEquals(End.LEFT, end());
    }

    @Test
    void aLeaseCountsFromBeforeASlowAnswerAndDoesNotComeBack() {
        RoomStore slow = KeptStore.watched(
                store, (name, arguments) -> clock.advance(name.equals("requireOwner") ? 1_500 * MILLI : 0));
        keeper = rooms.keeper(ROOM, slow, own, clock);
        keeper.poll(true);
        keeper.poll(true);
        clock.advance(490 * MILLI);
        assertTrue(room().isOwned());
        clock.advance(10 * MILLI);
        assertFalse(room().isOwned());
        keeper.poll(true); // would renew it
        assertFalse(room().isOwned());
    }

    private boolean startsAtOnce() {
        keeper = rooms.keeper(ROOM, store, own, clock);
        poll(0);
        return !rooms.started.isEmpty();
    }

    private void assertStartsAfterItsLease() {
        poll(2_190);
        assertEquals(0, rooms.started.size());
        poll(20);
        assertEquals(1, rooms.started.size());
    }

    private KeptRoom room() {
        return rooms.newest();
    }

    private End end() {
        return keeper.ended.getNow(null);
    }

    /** Polls every 10 ms, and more often at once, because one poll does one thing. */
    private void poll(long millis) {
        for (int i = 0; i < 5; i++) {
            keeper.poll(true);
        }
        for (long passed = 0; passed < millis; passed += 10) {
            clock.advance(10 * MILLI);
            if (passed % 100 == 0) {
                KeptRooms.look(own);
            }
            keeper.poll(true);
        }
    }

    private RoomKeeper keeper() {
        return rooms.keeper(ROOM, store, own, clock);
    }
}
