package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Await;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node runs each room once, does not fight for a room that it has lost, and saves all rooms before it ends. */
class RoomHostTest {
    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock(0);
    private final KeptRooms rooms = new KeptRooms();
    private RoomStore store;
    private NodeBeats beats;
    private RoomHost host;
    private int polls;

    @BeforeEach
    void create() throws IOException {
        store = FileRoomStore.in(folder);
        Save.create(store, 0);
        Save.create(store, 1);
        beats = KeptRooms.beats(folder, "this-node", clock);
        beats.beat();
        host = new RoomHost(room -> rooms.keeper(room, store, beats, clock), rooms, clock);
    }

    @Test
    void aRoomThatWasLostIsLeftToTheOtherNode() throws IOException {
        start(0, 50);
        store.claim(0, "another");
        poll(600);
        for (int i = 0; i < 90; i++) {
            start(0, 100);
        }
        assertEquals(2, store.read(0).owner());
        assertEquals(1, host.notBefore.size());
        poll(1_000);
        assertEquals(0, host.notBefore.size(), "nothing is kept of rooms of long ago");
        start(0, 3_000);
        assertEquals(3, store.read(0).owner());
        assertEquals(2, rooms.started.size());
    }

    @Test
    void aNodeThatStoodStillClaimsNothingAtFirst() throws IOException {
        start(0, 50);
        host.start(1); // such as a message from before
        clock.advance(5_000_000_000L);
        store.claim(0, "another");
        poll(9_000);
        host.start(0);
        start(1, 500);
        assertEquals(2, store.read(0).owner());
        assertEquals(0, store.read(1).owner());
        assertEquals(0, host.size());
        poll(1_000);
        start(1, 50);
        assertEquals(1, store.read(1).owner());
    }

    /** Otherwise a room has no picture for 14 s, if both happens at about the same time. */
    @Test
    void aNodeThatStoodStillTakesTheRoomsOfADeadOne() throws IOException {
        NodeBeats dead = KeptRooms.beats(folder, "dead", clock);
        store.claim(0, dead.node);
        dead.beat();
        poll(500);
        clock.advance(2_500_000_000L); // meanwhile, the other node has died
        wake(2_500);
        assertEquals(2, store.read(0).owner());
        assertEquals(1, rooms.started.size());
    }

    /** One thread claims and starts rooms, one after the other, while others write beats and renew leases. */
    @Test
    void aRoomKeepsItsLeaseWhileASlowStoreHoldsUpOthers() throws IOException {
        NodeBeats other = new NodeBeats(FileRoomStore.in(folder), "other", clock);
        boolean[] isOwned = {true};
        beats.show("here:1");
        RoomStore slow = KeptStore.watched(store, (name, arguments) -> {
            if (name.equals("claim") && !rooms.started.isEmpty()) {
                for (long passed = 0; passed < 400; passed += 100) {
                    KeptRooms.look(beats);
                    KeptRooms.look(other);
                    host.look();
                    clock.advance(100_000_000);
                }
                isOwned[0] &= rooms.started.get(0).isOwned() && !other.isLost("this-node");
            }
        });
        host = new RoomHost(room -> rooms.keeper(room, slow, beats, clock), rooms, clock);
        start(0, 50);
        for (int room = 2; room < 62; room++) {
            Save.create(store, room);
            host.start(room);
        }
        host.poll();
        assertEquals(61, host.size());
        assertTrue(isOwned[0]);
        assertEquals(List.of(), rooms.standStills, "the node itself did not stand still");
        host.leave(0, RoomEvents.Kind.MOVED);
    }

    /**
     * The next beat begins 0.1 s after the one before has ended, and the answer for a lease takes as long as a beat.
     */
    @Test
    void aRoomKeepsItsLeaseAlthoughEachCallTakesLong() {
        Queue<Runnable> answers = new ArrayDeque<>();
        rooms.asker = ask -> {
            for (int i = 0; i < 40; i++) {
                answers.add(() -> {});
            }
            answers.add(ask);
        };
        RoomStore slow = KeptStore.watched(store, (name, arguments) -> pass(name.equals("beat") ? 40 : 0, answers));
        beats = new NodeBeats(slow, "this-node", clock);
        start(0, 50);
        assertEquals(1, rooms.started.size());
        for (int beat = 0; beat < 20; beat++) {
            beats.write();
            pass(10, answers);
        }
    }

    /** Lets hundredths of a second pass, while nothing polls. */
    private void pass(int times, Queue<Runnable> answers) {
        for (int i = 0; i < times; i++) {
            clock.advance(10_000_000);
            host.look();
            if (!answers.isEmpty()) {
                answers.remove().run();
            }
            assertTrue(rooms.started.isEmpty() || rooms.newest().isOwned());
        }
    }

    @Test
    void aWorkerThatRefusesStopsNoOtherRoom() {
        rooms.worker = work -> {
            throw new OutOfMemoryError("unable to create a thread");
        };
        host.start(0);
        host.poll();
        rooms.worker = Runnable::run;
        start(1, 50);
        assertEquals("unable to create a thread", rooms.problems.get(0).getMessage());
        assertEquals(1, rooms.started.size());
        assertEquals(1, host.size());
    }

    @Test
    void aRoomThatCannotBeRestoredIsRefusedAndNotTriedAgainForAMinute() {
        List<Integer> refused = new ArrayList<>();
        host.onRefused(refused::add);
        start(0, 50);
        rooms.newest().failure = new IOException("the save has version 2, this program knows 1");
        poll(50);
        assertEquals(List.of(0), refused);
        for (int i = 0; i < 59; i++) {
            start(0, 1_000);
        }
        assertEquals(1, rooms.started.size());
        start(0, 1_000);
        start(0, 3_000);
        assertEquals(2, rooms.started.size());
    }

    @Test
    void allRoomsAreSavedBeforeTheNodeEnds() throws IOException {
        host.start(0);
        start(1, 50);
        rooms.started.forEach(room -> room.tick = 42);
        CompletableFuture<Void> all = host.leaveAll();
        assertFalse(all.isDone());
        poll(50);
        assertTrue(all.isDone());
        assertEquals(42, KeptRooms.newest(store, 0).tick());
        assertEquals(42, KeptRooms.newest(store, 1).tick());
        host.start(0);
        assertEquals(0, host.size());
    }

    @Test
    void theMetricsSayHowRoomsHaveEndedAndWhatTheStoreAnswers() throws IOException {
        assertEquals(Long.MAX_VALUE, metrics().beatAgeNanos());
        start(0, 50);
        start(1, 100);
        assertEquals(2, metrics().rooms());
        assertTrue(metrics().beatAgeNanos() <= 250_000_000, metrics()::toString);
        store.claim(0, "another");
        poll(600);
        host.leave(1, RoomEvents.Kind.MOVED);
        poll(50);
        assertEquals(List.of(0L, 1L, 1L, 0L, 0L), counts());
        start(1, 50);
        rooms.newest().failure = new IllegalStateException("a broken world");
        poll(50);
        clock.advance(5_000_000_000L);
        assertTrue(metrics().beatAgeNanos() >= 5_000_000_000L, metrics()::toString);
        poll(6_000); // it may start again, but a node that stood still takes nothing from others for longer
        start(0, 10);
        assertEquals(List.of(0L, 1L, 1L, 1L, 1L), counts());
    }

    /** It was never here. */
    @Test
    void aRoomThatAnotherNodeClaimsBeforeItBeginsIsNotLost() throws IOException {
        store.claim(0, "dead");
        start(0, 50);
        store.claim(0, "another");
        poll(3_000);
        assertEquals(List.of(0L, 0L, 0L, 0L, 0L), counts());
    }

    private NodeMetrics metrics() {
        return new RoomNodes(ActorRef.noSender(), new RoomPlacement(clock, 1), host, beats, null).metrics();
    }

    /** Of rooms, and of those that have left, were lost and have failed; and of stand-stills. */
    private List<Long> counts() {
        NodeMetrics now = metrics();
        return List.of((long) now.rooms(), now.left(), now.lost(), now.failed(), now.standStills());
    }

    /** Otherwise it would go on here, while Pekko starts it elsewhere. */
    @Test
    void aRoomLeavesWhenPekkoEndsItsActor() throws IOException {
        ActorSystem system = ActorSystem.create("rooms");
        try {
            Props actor = Props.create(RoomActor.class, () -> new RoomActor(host));
            system.actorOf(actor, "0").tell(RoomActor.WAKE, ActorRef.noSender());
            Await.until(() -> host.size() == 1, () -> "the room must start");
            poll(50);
        } finally {
            system.terminate();
            system.getWhenTerminated().toCompletableFuture().join();
        }
        poll(50);
        assertEquals(0, host.size());
        assertEquals(RoomEvents.Kind.MOVED, KeptRooms.newest(store, 0).kind());
    }

    /** Polls, with a message for the first room before each one. */
    private void wake(long millis) {
        for (long passed = 0; passed < millis; passed += 10) {
            start(0, 10);
        }
    }

    private void start(int room, long millis) {
        host.start(room);
        poll(millis);
    }

    private void poll(long millis) {
        for (long passed = 0; passed < millis; passed += 10) {
            if (polls++ % 10 == 0) {
                KeptRooms.look(beats);
            }
            host.look();
            host.poll();
            clock.advance(10_000_000);
        }
    }
}
