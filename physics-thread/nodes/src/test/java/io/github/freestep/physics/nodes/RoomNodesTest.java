package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.pekko.actor.ActorRef;
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
        Config lease = settings.getConfig("freestep-lease");
        assertTrue(lease.getDuration("lease-operation-timeout").compareTo(lease.getDuration("heartbeat-timeout")) > 0);
        assertFalse(all.getBoolean("cluster.split-brain-resolver.down-all-when-unstable"));
        // Otherwise the heartbeats of a busy machine, which come late, would remove nodes that write their beats.
        Duration pause = all.getDuration("cluster.failure-detector.acceptable-heartbeat-pause");
        assertTrue(pause.toNanos() >= 3 * Lease.NANOS);
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
                assertThrows(UncheckedIOException.class, builder::start, "the process has no node");
            }
            // Pekko finds that the port is taken after all else has been opened.
            assertThrows(RemoteTransportException.class, builder::start);
            new DatagramSocket(tcp.getLocalSocketAddress()).close();
            assertFalse(new NodeFiles(folder).lives(Arguments.nameOf(address.replace(':', '-'))));
        }
    }

    @Test
    void aNodeIsReadyWhileItTakesRoomsAndTheStoreReturnsItsBeats() {
        VirtualClock clock = new VirtualClock(Long.MAX_VALUE - 1_000_000_000L);
        RoomStore store = FileRoomStore.in(folder);
        NodeBeats beats = new NodeBeats(store, null, "own", clock);
        RoomHost host = new RoomHost(
                room -> {
                    throw new AssertionError(room);
                },
                new RoomEvents() {},
                beats,
                clock);
        RoomNodes node = new RoomNodes(store, ActorRef.noSender(), new RoomPlacement(clock, room -> 1, 1), host, beats);
        node.hasJoined = true;
        assertFalse(node.isReady(), "no beat was read back");
        beats.look();
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
        for (String shown : List.of("", Joining.MARK)) {
            assertNull(room.address(Map.of("a", new NodeBeat(1, shown))));
        }
    }
}
