package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
import io.github.freestep.physics.saves.WrappingSimulation;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.time.VirtualClock;
import java.io.DataInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Address;
import org.apache.pekko.remote.RemoteTransportException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a node needs, and the settings of Pekko. Nodes as processes are tested with the demo. */
class RoomNodesTest {
    @TempDir
    Path folder;

    @Test
    void pekkoTakesNoRoomThatIsBeingSavedAndAwaitsNoDeadNodeOrLease() {
        Config settings = RoomNodes.config("127.0.0.1", 20_121, null);
        Config all = settings.getConfig("pekko");
        assertTrue(all.getDuration("cluster.sharding.handoff-timeout")
                        .compareTo(
                                all.getDuration("coordinated-shutdown.phases.cluster-sharding-shutdown-region.timeout"))
                > 0);
        assertTrue(all.getDuration("cluster.retry-unsuccessful-join-after").toSeconds() < Joining.ATTEMPT_SECONDS);
        assertFalse(all.getBoolean("cluster.split-brain-resolver.down-all-when-unstable"));
        // Otherwise a hand-over would fail although the other node is only held up. Pekko tries 3 times less to take
        // over.
        Config singleton = all.getConfig("cluster.singleton");
        int tries = singleton.getInt("min-number-of-hand-over-retries") - 3;
        Duration tried = singleton.getDuration("hand-over-retry-interval").multipliedBy(tries);
        assertTrue(tried.toNanos() > Lease.NANOS);
        Config sharding = all.getConfig("cluster.sharding");
        int nodes = 3;
        int majority = Math.max(nodes / 2 + 1, sharding.getInt("distributed-data.majority-min-cap"));
        assertTrue(majority + sharding.getInt("coordinator-state.read-majority-plus") < nodes);
        // Otherwise nodes that leave at once may take the places of rooms with them.
        assertEquals("all", sharding.getString("coordinator-state.write-majority-plus"));
        assertTrue(sharding.getDuration("updating-state-timeout").toSeconds() <= 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10.0.0.7", ":20121", "10.0.0.7:", "10.0.0.7:0", "10.0.0.7:65536", "10.0.0.7:x"})
    void anAddressIsAHostAndAPort(String address) {
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> RoomNodes.builder((room, owner) -> new KeptWorld(owner))
                                .address(address))
                .getMessage();
        assertTrue(message.startsWith("address must be a host, a colon and a port from 1 to 65535"), message);
        assertTrue(message.endsWith("was \"" + address + "\""), message);
    }

    /** Or a split would be the first to tell. */
    @Test
    void anAddressFitsIntoTheNameOfALeasesHolder() throws IOException {
        RoomNodes.Builder builder = RoomNodes.builder((room, owner) -> new KeptWorld(owner));
        String longest = "h".repeat(88) + ":20121";
        builder.address(longest);
        assertTrue(FileRoomStore.in(folder).lease("chief", Arguments.nameOf("rooms@" + longest), Duration.ofHours(1)));
        assertEquals(
                "address must have at most 94 characters, had 95; pass the IP address of the host",
                assertThrows(IllegalArgumentException.class, () -> builder.address("h" + longest))
                        .getMessage());
    }

    @Test
    void theNameOfANodeIsOneThatStoresTake() throws IOException {
        String name = PlacementStrategy.node(new Address("pekko", "rooms", "Fe80::1", 25_521));
        assertEquals("fe80__1-25521", name);
        FileRoomStore.in(folder).beat(name, new NodeBeat(1, ""));
    }

    /** A node that continues after it was removed gets this line for each message that it sends. */
    @Test
    void sixHundredEqualWarningsOfPekkoAreOneLine() {
        assertEquals(
                List.of(NodeLogger.class.getName()),
                RoomNodes.config("127.0.0.1", 20_121, null).getStringList("pekko.loggers"));
        NodeLogger.Lines lines = new NodeLogger.Lines();
        int written = 0;
        for (int i = 0; i < 600; i++) {
            written += lines.isNew(1_000_000 + i, "Other node [" + i % 2 + "] quarantined this node.") ? 1 : 0;
        }
        assertEquals(2, written, "one for each other node");
        assertTrue(lines.isNew(1_060_000, "Other node [0] quarantined this node."));
    }

    @Test
    void aNodeNeedsAStoreAndAnAddress() {
        RoomNodes.Builder builder = RoomNodes.builder((room, owner) -> new KeptWorld(owner));
        assertEquals(
                "a node must have a store and an address, but had no store; call store(...)",
                assertThrows(IllegalStateException.class, builder::start).getMessage());
        builder.store(FileRoomStore.in(Path.of("none")));
        assertEquals(
                "a node must have a store and an address, but had no address; call address(...)",
                assertThrows(IllegalStateException.class, builder::start).getMessage());
    }

    @Test
    void aStartThatFailsCanBeTriedAgain() throws IOException {
        try (ServerSocket tcp = new ServerSocket(FreePorts.inARow(1), 1, InetAddress.getByName("127.0.0.1"))) {
            String address = "127.0.0.1:" + tcp.getLocalPort();
            RoomNodes.Builder builder = RoomNodes.builder((room, owner) -> new KeptWorld(owner))
                    .store(FileRoomStore.in(folder))
                    .address(address);
            try (DatagramSocket udp = new DatagramSocket(tcp.getLocalSocketAddress())) {
                assertThrows(UncheckedIOException.class, builder::start, udp::toString);
                assertThrows(UncheckedIOException.class, builder::start, "nothing of the first is left");
            }
            // Pekko finds that the port is taken after all else has been opened.
            assertThrows(RemoteTransportException.class, builder::start);
            new DatagramSocket(tcp.getLocalSocketAddress()).close();
        }
    }

    /** Such as a pool of connections that is closed. */
    @Test
    void aNodeThatCannotJoinEndsAndSaysWhyButItsProcessContinues() throws IOException {
        RoomStore broken = KeptStore.watched(FileRoomStore.in(folder), (name, arguments) -> {
            if (name.equals("lease")) {
                throw new IllegalStateException("the pool is closed");
            }
        });
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        RoomNodes node = start(broken, FreePorts.inARow(1), new RoomEvents() {
            @Override
            public void ended(Throwable why) {
                ended.complete(why);
            }
        });
        assertEquals("the pool is closed", ended.join().getMessage());
        assertTrue(node.hasEnded());
        assertFalse(node.isReady());
    }

    @Test
    void aProcessMayHaveTwoNodesAndOneTakesTheRoomsOfTheOtherThatEnds() throws IOException {
        RoomStore store = FileRoomStore.in(folder);
        RoomNodes.create(store, 3);
        int port = FreePorts.inARow(2);
        RoomNodes first = start(store, port, new RoomEvents() {});
        RoomNodes second = start(store, port + 1, new RoomEvents() {});
        try {
            Await.until(() -> first.isReady() && second.isReady());
            first.open(3);
            second.open(3);
            Await.until(() -> first.metrics().rooms() + second.metrics().rooms() == 1);
            RoomNodes runs = first.metrics().rooms() == 1 ? first : second;
            runs.end().join();
            assertTrue(runs.hasEnded());
            RoomNodes other = runs == first ? second : first;
            Await.until(() -> other.metrics().rooms() == 1);
            assertTrue(other.isReady());
        } finally {
            first.end().join();
            second.end().join();
        }
    }

    /** As while nodes get a new program one after the other, and one with the new program ends again. */
    @Test
    void aRoomThatOneNodeCannotRestoreStartsOnAnotherOne() throws IOException {
        RoomStore store = FileRoomStore.in(folder);
        RoomNodes.create(store, 3);
        int port = FreePorts.inARow(3);
        CompletableFuture<Throwable> refused = new CompletableFuture<>();
        RoomNodes newer = start(store, port, new RoomEvents() {});
        newer.open(3);
        Await.until(() -> isSaved(store));
        RoomNodes older = start(
                store,
                port + 1,
                new RoomEvents() {
                    @Override
                    public void problem(int room, Throwable problem) {
                        refused.complete(problem);
                    }
                },
                (room, owner) -> new WrappingSimulation(new KeptWorld(owner)) {
                    @Override
                    public void restore(DataInput in) throws IOException {
                        throw new IOException("the save has version 2, this program knows 1");
                    }
                });
        older.open(3);
        Await.until(older::isReady);
        newer.end().join();
        refused.join();
        CompletableFuture<Integer> began = new CompletableFuture<>();
        RoomNodes again = start(store, port + 2, new RoomEvents() {
            @Override
            public void began(int room, long owner, Kind from, long tick) {
                began.complete(room);
            }
        });
        again.open(3);
        try {
            Await.until(began::isDone);
        } finally {
            again.end().join();
            older.end().join();
        }
    }

    private static boolean isSaved(RoomStore store) {
        try {
            return store.read(3).savedBy() > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RoomNodes start(RoomStore store, int port, RoomEvents events) throws IOException {
        return start(store, port, events, (room, owner) -> new KeptWorld(owner));
    }

    private static RoomNodes start(RoomStore store, int port, RoomEvents events, RoomWorlds worlds) throws IOException {
        return RoomNodes.builder(worlds)
                .store(store)
                .address("127.0.0.1:" + port)
                .events(events)
                .start();
    }

    @Test
    void aNodeIsReadyWhileItTakesRoomsAndTheStoreReturnsItsBeats() {
        VirtualClock clock = new VirtualClock(Long.MAX_VALUE - 1_000_000_000L);
        RoomStore store = FileRoomStore.in(folder);
        NodeBeats beats = new NodeBeats(store, "own", clock);
        RoomHost host = new RoomHost(
                room -> {
                    throw new AssertionError(room);
                },
                new RoomEvents() {},
                clock);
        RoomNodes node = new RoomNodes(ActorRef.noSender(), new RoomPlacement(clock, 1), host, beats, null);
        node.hasJoined = true;
        assertFalse(node.isReady(), "no beat was read back");
        KeptRooms.look(beats);
        assertTrue(node.isReady());
        node.hasJoined = false;
        assertFalse(node.isReady());
        node.hasJoined = true;
        clock.advance(Lease.NANOS - 1);
        assertTrue(node.isReady());
        clock.advance(1);
        assertFalse(node.isReady());
    }

    @Test
    void aNodeThatStartsHasNoAddressForClients() {
        StoredRoom room = new StoredRoom(new byte[16], new byte[0], 1, List.of("a"));
        assertNull(room.address(Map.of("a", new NodeBeat(1, ""))));
        assertNull(room.address(Map.of()));
    }
}
