package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.freestep.time.VirtualClock;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.cluster.ClusterEvent.CurrentClusterState;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.UniqueAddress;
import org.apache.pekko.util.Version;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.Option;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.TreeSet;
import scala.jdk.javaapi.CollectionConverters;

/** Rooms start only on nodes that will remain, and move only while no node joins, leaves or is missing. */
class PlacementStrategyTest {
    @TempDir
    Path folder;

    private final Map<String, MemberStatus> members =
            new HashMap<>(Map.of("own", MemberStatus.up(), "light", MemberStatus.up(), "heavy", MemberStatus.up()));
    private final Set<String> unreachable = new HashSet<>();
    private final Map<ActorRef, IndexedSeq<String>> rooms = new HashMap<>();
    private ActorSystem system;
    private ActorRef own;
    private ActorRef light;
    private ActorRef heavy;
    private PlacementStrategy strategy;

    @BeforeEach
    void create() {
        system = ActorSystem.create(
                "rooms",
                ActorSystemSetup.create(
                        BootstrapSetup.create(RoomNodes.config("127.0.0.1", 0, null)),
                        new StoreLease.With(KeptRooms.beats(folder, "own", new VirtualClock(0)))));
        own = system.deadLetters(); // Pekko's own region has no host, too
        light = region("light");
        heavy = region("heavy");
        rooms.put(own, names("1", "2"));
        rooms.put(light, names());
        rooms.put(heavy, names("3", "4", "5", "6", "7", "8"));
        strategy = new PlacementStrategy("own:1", this::state, new RoomPlacement(new VirtualClock(0), 10));
    }

    @AfterEach
    void end() {
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().join();
    }

    @Test
    void noRoomStartsOnANodeThatLeaves() {
        members.put("light", MemberStatus.leaving());
        assertEquals(own, start());
        members.put("own", MemberStatus.exiting());
        assertEquals(heavy, start());
    }

    @Test
    void noRoomStartsOnANodeThatIsMissing() {
        unreachable.add("light");
        assertEquals(own, start());
    }

    /** A room that waits for a node would stand still. */
    @Test
    void ifNoNodeRemainsARoomStartsAnywhere() {
        members.replaceAll((node, status) -> MemberStatus.leaving());
        assertEquals(light, start());
    }

    /** A move needs an answer of each node, and one that joins or leaves makes other moves necessary. */
    @Test
    void roomsMoveOnlyWhileAllNodesAreUpAndAnswer() {
        unreachable.add("own");
        assertEquals(Set.of(), leaving());
        unreachable.clear();
        for (MemberStatus status :
                List.of(MemberStatus.joining(), MemberStatus.leaving(), MemberStatus.exiting(), MemberStatus.down())) {
            members.put("own", status);
            assertEquals(Set.of(), leaving());
        }
        members.put("own", MemberStatus.up());
        assertFalse(leaving().isEmpty());
    }

    private ActorRef start() {
        return strategy.allocateShard(own, "9", rooms).value().get().get();
    }

    private Set<String> leaving() {
        return strategy.rebalance(rooms, Set.of()).value().get().get();
    }

    private ActorRef region(String node) {
        return ((ExtendedActorSystem) system).provider().resolveActorRef("pekko://rooms@" + node + ":1/region");
    }

    private CurrentClusterState state() {
        TreeSet<Member> all = new TreeSet<>(Member.ordering());
        Set<Member> missing = new HashSet<>();
        for (Map.Entry<String, MemberStatus> each : members.entrySet()) {
            Address address = new Address("pekko", "rooms", each.getKey(), 1);
            Member member = new Member(
                    new UniqueAddress(address, (long) each.getKey().hashCode()),
                    1,
                    each.getValue(),
                    CollectionConverters.asScala(Set.<String>of()).toSet(),
                    Version.Zero());
            all = all.incl(member);
            if (unreachable.contains(each.getKey())) {
                missing.add(member);
            }
        }
        return new CurrentClusterState(
                all,
                CollectionConverters.asScala(missing).toSet(),
                CollectionConverters.asScala(Set.<Address>of()).toSet(),
                Option.empty(),
                scala.collection.immutable.Map$.MODULE$.empty(),
                CollectionConverters.asScala(Set.<String>of()).toSet(),
                CollectionConverters.asScala(Set.<UniqueAddress>of()).toSet());
    }

    private static IndexedSeq<String> names(String... rooms) {
        return CollectionConverters.asScala(List.of(rooms)).toVector();
    }
}
