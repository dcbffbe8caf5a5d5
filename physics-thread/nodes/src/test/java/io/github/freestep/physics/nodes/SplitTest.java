package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.typesafe.config.ConfigFactory;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.time.NanoClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.remote.RemoteActorRefProvider;
import org.apache.pekko.remote.transport.ThrottlerTransportAdapter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nodes whose connections are cut, although all of them reach the store. */
class SplitTest {
    @TempDir
    Path folder;

    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(4);
    private final List<Node> nodes = new ArrayList<>();

    /** A node without rooms. */
    private final class Node {
        private final ActorSystem system;
        private final Cluster cluster;

        /** @param pause how long it does not hear others before it misses them */
        Node(int port, String pause) {
            NodeBeats beats = new NodeBeats(FileRoomStore.in(folder), "127.0.0.1-" + port, NanoClock.system());
            beats.show("127.0.0.1:" + port);
            timer.scheduleWithFixedDelay(() -> KeptRooms.look(beats), 0, 100, TimeUnit.MILLISECONDS);
            system = ActorSystem.create(
                    "rooms",
                    ActorSystemSetup.create(
                            BootstrapSetup.create(ConfigFactory.parseString("pekko { loglevel = OFF,"
                                            + " stdout-loglevel = OFF, remote.artery.advanced.test-mode = on,"
                                            + " cluster.failure-detector.acceptable-heartbeat-pause = " + pause + " }")
                                    .withFallback(RoomNodes.config("127.0.0.1", port, null))),
                            new StoreLease.With(beats)));
            cluster = Cluster.get(system);
        }

        int members() {
            return cluster.state().members().size();
        }

        boolean hasJoined() {
            boolean joined = members() == nodes.size();
            for (var each : cluster.state().getMembers()) {
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
                Class<?> both = Class.forName(ThrottlerTransportAdapter.class.getName() + "$Direction$Send$");
                ((RemoteActorRefProvider) ((ExtendedActorSystem) system).provider())
                        .transport()
                        .managementCommand(new ThrottlerTransportAdapter.SetThrottle(
                                other.cluster.selfAddress(),
                                (ThrottlerTransportAdapter.Direction)
                                        both.getField("MODULE$").get(null),
                                ThrottlerTransportAdapter.Blackhole$.MODULE$));
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
    }

    @AfterEach
    void end() {
        nodes.forEach(each -> each.system.terminate());
        nodes.forEach(
                each -> each.system.getWhenTerminated().toCompletableFuture().join());
        timer.shutdownNow();
    }

    /** On a busy machine, nodes notice a split seconds apart. The first node leads, and is alone. */
    @ParameterizedTest
    @CsvSource({"6 s, 6 s", "14 s, 6 s", "6 s, 9 s"})
    void theSideWithMostNodesContinues(String leaderMisses, String othersMiss) {
        start(leaderMisses, othersMiss, othersMiss);
        Node leader = nodes.get(0);
        nodes.subList(1, 3).forEach(leader::cutOff);
        Await.until(leader.cluster::isTerminated);
        nodes.subList(1, 3).forEach(each -> Await.until(() -> each.members() == 2));
        nodes.subList(1, 3).forEach(each -> assertFalse(each.cluster.isTerminated()));
    }

    @Test
    void ofTwoNodesExactlyOneContinues() {
        start("6 s", "6 s");
        nodes.get(0).cutOff(nodes.get(1));
        Await.until(() -> nodes.stream().anyMatch(each -> each.cluster.isTerminated()));
        Await.until(() -> nodes.stream().anyMatch(each -> each.members() == 1));
        assertEquals(
                1, nodes.stream().filter(each -> each.cluster.isTerminated()).count());
    }

    /** The leader has the lease from that decision, and gives it back. */
    @Test
    void soItDoesAlthoughTheOtherHasJustRemovedANode() {
        start("6 s", "6 s", "6 s", "6 s");
        List<Node> rest = nodes.subList(0, 3);
        rest.forEach(nodes.get(3)::cutOff);
        Await.until(() -> rest.stream().allMatch(each -> each.members() == 3));
        Node leader = nodes.get(0);
        nodes.subList(1, 3).forEach(leader::cutOff);
        Await.until(leader.cluster::isTerminated);
        nodes.subList(1, 3).forEach(each -> Await.until(() -> each.members() == 2));
    }

    private void start(String... pauses) {
        int port = FreePorts.inARow(pauses.length);
        for (int i = 0; i < pauses.length; i++) {
            nodes.add(new Node(port + i, pauses[i]));
        }
        Node first = nodes.get(0);
        first.cluster.join(first.cluster.selfAddress());
        nodes.subList(1, nodes.size())
                .forEach(each -> each.cluster.joinSeedNodes(List.of(first.cluster.selfAddress())));
        Await.until(() -> nodes.stream().allMatch(Node::hasJoined));
    }
}
