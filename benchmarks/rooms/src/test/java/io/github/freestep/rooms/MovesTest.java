package io.github.freestep.rooms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Senders send watchers to the next owner, and rooms wait for them, both for a limited time. */
class MovesTest {
    private static final int ROOM = 3;

    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock(-5);
    private final KeptRooms reports = new KeptRooms();
    private final KeptSender sender = new KeptSender();
    private final List<String> log = new ArrayList<>();
    private RoomStore store;
    private Moves moves;

    @BeforeEach
    void create() throws IOException {
        store = new RoomStore(folder);
        store.create(ROOM);
        moves = new Moves(store, reports, clock);
    }

    @Test
    void watchersAreSentToTheNextOwner() throws IOException {
        sender.watchers = 2;
        store.publish(ROOM, new RoomStore.Address(4, "127.0.0.1", 1_000));
        moves.leave(ROOM, 4, sender);
        poll(5_000);
        assertEquals(List.of(), log, "this is the address of the sender itself");
        assertFalse(moves.left().isDone());
        store.publish(ROOM, new RoomStore.Address(5, "127.0.0.1", 2_000));
        poll(10);
        assertEquals(List.of("to 127.0.0.1:2000", "close"), log);
        assertFalse(moves.left().isDone(), "not all watchers have left");
        sender.closed.complete(null);
        assertTrue(moves.left().isDone());
        poll(20_000);
        assertEquals(2, log.size());
    }

    @Test
    void aSenderWaitsForTheNextOwnerForALimitedTime() {
        sender.watchers = 1;
        sender.closed.complete(null);
        moves.leave(ROOM, 4, sender);
        poll(9_990);
        assertEquals(List.of(), log);
        poll(10);
        assertEquals(List.of("close"), log);
        assertTrue(moves.left().isDone());
    }

    @Test
    void aSenderWithoutWatchersWaitsForNothing() {
        sender.watchers = 1;
        moves.leave(ROOM, 4, sender);
        poll(50);
        sender.watchers = 0;
        poll(10);
        assertEquals(List.of("close"), log);
    }

    @Test
    void aSenderThatCannotSendItsWatchersAwayIsClosedAndReported() throws IOException {
        sender.watchers = 1;
        sender.refusal = new IllegalArgumentException("host must be known");
        moves.leave(ROOM, 4, sender);
        store.publish(ROOM, new RoomStore.Address(5, "nowhere", 2_000));
        poll(10);
        assertEquals(List.of("close"), log);
        assertEquals(List.of(sender.refusal), reports.problems);
    }

    @Test
    void aRoomGoesOnOnceAllWatchersShowIt() {
        moves.arrive(ROOM, 2, sender, () -> log.add("goes on"));
        sender.showing = 1;
        poll(1_000);
        assertEquals(List.of(), log);
        sender.showing = 2;
        poll(10);
        assertEquals(List.of("goes on"), log);
        poll(10_000);
        assertEquals(1, log.size());
    }

    @Test
    void aRoomWaitsForWatchersForALimitedTime() {
        moves.arrive(ROOM, 2, sender, () -> log.add("goes on"));
        poll(1_990);
        assertEquals(List.of(), log);
        poll(10);
        assertEquals(List.of("goes on"), log);
    }

    private void poll(long millis) {
        for (long passed = 0; passed < millis; passed += 10) {
            clock.advance(10_000_000);
            moves.poll();
        }
    }

    private final class KeptSender implements Moves.Sender {
        private final CompletableFuture<Void> closed = new CompletableFuture<>();
        private int watchers;
        private int showing;
        private RuntimeException refusal;

        @Override
        public int watchers() {
            return watchers;
        }

        @Override
        public int showing() {
            return showing;
        }

        @Override
        public void moveTo(String host, int port) {
            if (refusal != null) {
                throw refusal;
            }
            log.add("to " + host + ":" + port);
        }

        @Override
        public CompletableFuture<Void> close() {
            log.add("close");
            return closed;
        }
    }
}
