package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.ConfigFactory;
import io.github.freestep.testing.Await;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose beats are missing is removed by the leader, although it still answers Pekko. */
class DeathActorTest {
    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock(Long.MAX_VALUE - 5_000_000_000L);
    private final List<ActorSystem> systems = new ArrayList<>();

    /** What happens when a node asks for the lease. */
    private Runnable asking = () -> {};

    /** A node, with its calls of the store for leases. */
    private final class Node {
        private final AtomicInteger asked = new AtomicInteger();
        private final AtomicInteger released = new AtomicInteger();
        private final AtomicInteger looks = new AtomicInteger();
        private final ActorSystem system;
        private final Cluster cluster;
        private final NodeBeats beats;

        Node() {
            RoomStore store = KeptStore.watched(FileRoomStore.in(folder), (name, arguments) -> {
                if (name.equals("lease") && arguments[2].equals(Duration.ZERO)) {
                    released.incrementAndGet();
                } else if (name.equals("lease") && asked.incrementAndGet() == 1) {
                    asking.run();
                }
            });
            // A node that is removed ends its process, which is that of the tests. Pekko warns of the removal.
            system = ActorSystem.create(
                    "rooms",
                    ActorSystemSetup.create(
                            BootstrapSetup.create(
                                    ConfigFactory.parseString("pekko { loglevel = OFF, stdout-loglevel = OFF,"
                                                    + " coordinated-shutdown.exit-jvm = off },"
                                                    + " freestep-lease.lease-operation-timeout = 10 ms")
                                            .withFallback(RoomNodes.config("127.0.0.1", 0, null))),
                            new StoreSetup(store)));
            systems.add(system);
            cluster = Cluster.get(system);
            beats = new NodeBeats(FileRoomStore.in(folder), null, Arguments.node(cluster.selfAddress()), clock);
        }

        int port() {
            return cluster.selfAddress().getPort().orElseThrow();
        }

        int members() {
            return cluster.state().members().size();
        }

        boolean hasJoined(int nodes, Node leader) {
            boolean joined = members() == nodes
                    && leader.cluster.selfAddress().equals(cluster.state().getLeader());
            for (Member each : cluster.state().getMembers()) {
                joined &= each.status().equals(MemberStatus.up());
            }
            return joined;
        }

        /** Each look reads the clock. */
        void findDeaths() {
            system.actorOf(Props.create(
                    DeathActor.class,
                    () -> new DeathActor(beats, () -> {
                        looks.incrementAndGet();
                        return clock.nanoTime();
                    })));
        }

        void lookAgain() {
            int before = looks.get();
            Await.until(() -> looks.get() >= before + 5);
        }
    }

    @AfterEach
    void end() {
        systems.forEach(ActorSystem::terminate);
        systems.forEach(
                system -> system.getWhenTerminated().toCompletableFuture().join());
    }

    /** Otherwise the leader's resolver would be refused at the next death, and end all nodes that it reaches. */
    @Test
    void onlyTheLeaderRemovesASilentNodeAndKeepsTheLeaseFor40Seconds() {
        List<Node> nodes = nodes(3);
        Node leader = nodes.get(0);
        Node other = nodes.get(1);
        run(3_000, nodes);
        run(2_200, List.of(leader, other));
        other.findDeaths();
        other.lookAgain();
        assertEquals(0, other.asked.get());
        assertEquals(3, other.members());
        leader.findDeaths();
        Await.until(() -> leader.members() == 2
                && other.members() == 2
                && nodes.get(2).cluster.isTerminated()
                && leader.cluster.state().unreachable().isEmpty());
        assertTrue(leader.asked.get() > 0);
        leader.lookAgain();
        clock.advance(DeathActor.RELEASE_NANOS - 1);
        leader.lookAgain();
        assertEquals(0, leader.released.get());
        clock.advance(1);
        Await.until(() -> leader.released.get() == 1);
        assertEquals(0, other.asked.get());
    }

    @Test
    void aNodeThatIsRefusedTheLeaseAsksAgain() throws IOException {
        List<Node> nodes = nodes(2);
        Node leader = nodes.get(0);
        RoomStore store = FileRoomStore.in(folder);
        assertTrue(store.lease(DeathActor.LEASE, "another", Duration.ofHours(1)));
        run(3_000, nodes);
        run(2_200, List.of(leader));
        leader.findDeaths();
        Await.until(() -> leader.asked.get() >= 6);
        assertEquals(2, leader.members());
        store.lease(DeathActor.LEASE, "another", Duration.ZERO);
        Await.until(() -> leader.members() == 1);
    }

    @Test
    void aNodeThatWritesAgainBeforeTheLeaseIsThereIsNotRemoved() {
        List<Node> nodes = nodes(2);
        Node leader = nodes.get(0);
        run(3_000, nodes);
        run(2_200, List.of(leader));
        asking = () -> run(300, nodes);
        leader.findDeaths();
        Await.until(() -> leader.asked.get() > 0);
        leader.lookAgain();
        clock.advance(DeathActor.RELEASE_NANOS);
        Await.until(() -> leader.released.get() == 1);
        assertEquals(2, leader.members());
    }

    /** Returns nodes that have joined; the first is the leader, which has the lowest address. */
    private List<Node> nodes(int count) {
        List<Node> nodes = new ArrayList<>();
        for (int node = 0; node < count; node++) {
            nodes.add(new Node());
        }
        nodes.sort(Comparator.comparing(Node::port));
        Node leader = nodes.get(0);
        nodes.forEach(each -> each.cluster.joinSeedNodes(List.of(leader.cluster.selfAddress())));
        Await.until(() -> nodes.stream().allMatch(each -> each.hasJoined(count, leader)));
        return nodes;
    }

    private void run(long millis, List<Node> living) {
        for (long passed = 0; passed < millis; passed += 100) {
            living.forEach(each -> each.beats.look());
            clock.advance(100_000_000);
        }
    }
}
