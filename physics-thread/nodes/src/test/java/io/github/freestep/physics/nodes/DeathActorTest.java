package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
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
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.event.EventStream;
import org.apache.pekko.remote.RemoteActorRefProvider;
import org.apache.pekko.remote.transport.ThrottlerTransportAdapter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose beats are missing is removed by the leader, although it still answers Pekko. */
class DeathActorTest {
    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock(Long.MAX_VALUE - 5_000_000_000L);
    private final List<ActorSystem> systems = new ArrayList<>();

    /** How long a resolver waits for the lease. */
    private String patience = "10 ms";

    /** What happens when a node asks for the lease. */
    private Runnable asking = () -> {};

    /**
     * Misses no node while nodes join, because a node that a busy machine holds up would be removed before it has
     * joined.
     */
    static final class PatientDetector extends NodeFailureDetector {
        static volatile boolean isPatient;

        PatientDetector(Config settings, EventStream events) {
            super(settings, events);
        }

        @Override
        public boolean isAvailable() {
            return isPatient || super.isAvailable();
        }
    }

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
                                                    + " pekko.remote.artery.advanced.test-mode = on,"
                                                    + " pekko.cluster.split-brain-resolver.lease-majority"
                                                    + ".acquire-lease-delay-for-minority = 5 s,"
                                                    + " pekko.cluster.failure-detector.implementation-class = \""
                                                    + PatientDetector.class.getName() + "\","
                                                    + " freestep-lease.lease-operation-timeout = " + patience)
                                            .withFallback(RoomNodes.config("127.0.0.1", 0, null))),
                            new StoreSetup(store)));
            systems.add(system);
            cluster = Cluster.get(system);
            // The clock is read to tell whether a silent node is lost.
            beats = new NodeBeats(FileRoomStore.in(folder), null, Arguments.node(cluster.selfAddress()), () -> {
                looks.incrementAndGet();
                return clock.nanoTime();
            });
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

        /** Loses what the two send each other from now on. */
        void cutOff(Node other) {
            lose(other);
            other.lose(this);
        }

        @SuppressWarnings("deprecation") // Only its commands are still used.
        private void lose(Node other) {
            try {
                // Java has no name for a Scala object in a Scala object.
                Class<?> send = Class.forName(ThrottlerTransportAdapter.class.getName() + "$Direction$Send$");
                ((RemoteActorRefProvider) ((ExtendedActorSystem) system).provider())
                        .transport()
                        .managementCommand(new ThrottlerTransportAdapter.SetThrottle(
                                other.cluster.selfAddress(),
                                (ThrottlerTransportAdapter.Direction)
                                        send.getField("MODULE$").get(null),
                                ThrottlerTransportAdapter.Blackhole$.MODULE$));
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }

        void findDeaths() {
            system.actorOf(Props.create(DeathActor.class, () -> new DeathActor(beats)));
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
    void onlyTheLeaderRemovesASilentNodeAndKeepsTheLease() {
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
        int before = leader.asked.get();
        Await.until(() -> leader.asked.get() >= before + 3);
        assertEquals(0, leader.released.get());
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
        Await.until(() -> leader.asked.get() >= 3);
        assertEquals(2, leader.members());
    }

    /** Otherwise the lease that the leader has from the removal would let it win the split. */
    @Test
    void theLargerSideOfASplitContinuesAlthoughTheOtherHasJustRemovedANode() {
        patience = "5 s";
        List<Node> nodes = nodes(4);
        Node leader = nodes.get(0);
        List<Node> others = nodes.subList(1, 3);
        run(3_000, nodes);
        run(2_200, nodes.subList(0, 3));
        nodes.subList(0, 3).forEach(Node::findDeaths);
        Await.until(() -> nodes.subList(0, 3).stream().allMatch(each -> each.members() == 3));
        others.forEach(other -> leader.cutOff(other));
        Await.until(leader.cluster::isTerminated);
        Await.until(() -> others.stream().allMatch(each -> each.members() == 2));
    }

    /** Otherwise no node could remove another one, and the new leader's resolver would end all that it reaches. */
    @Test
    void aNewLeaderGetsTheLeaseOfTheOneBefore() {
        List<Node> nodes = nodes(4, 1);
        Node before = nodes.get(1);
        run(3_000, nodes);
        run(2_200, List.of(nodes.get(0), before, nodes.get(2)));
        nodes.subList(0, 3).forEach(Node::findDeaths);
        Await.until(() -> before.members() == 2);
        Node leader = nodes.get(0);
        join(nodes.subList(0, 3), before);
        run(2_200, List.of(leader, before));
        Await.until(() -> leader.members() == 2 && before.members() == 2);
    }

    /** Its thread for rooms may be held up by the store, while the thread for the lease is not. */
    @Test
    void aLeaderWhoseBeatsAreMissingGivesTheLeaseBackAndIsRemoved() {
        List<Node> nodes = nodes(3);
        Node leader = nodes.get(0);
        List<Node> others = nodes.subList(1, 3);
        run(3_000, nodes);
        nodes.forEach(Node::findDeaths);
        Await.until(() -> leader.asked.get() >= 3);
        NodeFailureDetector.use(others.get(0).beats);
        run(2_200, others);
        Await.until(leader.cluster::isTerminated);
        Await.until(() -> others.stream().allMatch(each -> each.members() == 2));
        clock.advance(1_000_000_000); // so that the beats, which all nodes of this process share, show no death
    }

    /** Returns nodes that have joined; the first is the leader, which has the lowest address. */
    private List<Node> nodes(int count) {
        return nodes(count, 0);
    }

    /** Returns nodes in the order of their addresses, of which the first ones have not joined. */
    private List<Node> nodes(int count, int absent) {
        List<Node> nodes = new ArrayList<>();
        for (int node = 0; node < count; node++) {
            nodes.add(new Node());
        }
        nodes.sort(Comparator.comparing(Node::port));
        join(nodes.subList(absent, count), nodes.get(absent));
        return nodes;
    }

    /** Lets all join that have not, and waits until they are one cluster. */
    private static void join(List<Node> nodes, Node member) {
        PatientDetector.isPatient = true;
        try {
            nodes.stream()
                    .filter(each -> each.members() == 0)
                    .forEach(each -> each.cluster.joinSeedNodes(List.of(member.cluster.selfAddress())));
            Await.until(() -> nodes.stream().allMatch(each -> each.hasJoined(nodes.size(), nodes.get(0))));
        } finally {
            PatientDetector.isPatient = false;
        }
    }

    private void run(long millis, List<Node> living) {
        for (long passed = 0; passed < millis; passed += 100) {
            living.forEach(each -> each.beats.look());
            clock.advance(100_000_000);
        }
    }
}
