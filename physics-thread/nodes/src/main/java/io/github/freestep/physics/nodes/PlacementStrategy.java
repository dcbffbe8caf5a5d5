package io.github.freestep.physics.nodes;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.ClusterEvent.CurrentClusterState;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.sharding.ShardCoordinator;
import org.apache.pekko.dispatch.Futures;
import scala.collection.immutable.IndexedSeq;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;

/** Asks {@link RoomPlacement} on behalf of Pekko, in which each room is a shard of its own. Nothing blocks. */
final class PlacementStrategy extends ShardCoordinator.AbstractShardAllocationStrategy {
    private final String own;
    private final Supplier<CurrentClusterState> cluster;
    private final RoomPlacement placement;

    /**
     * Receives from all nodes which rooms they could not restore, because any node may be the one that places rooms.
     */
    static final class Refusals extends AbstractActor {
        private final RoomPlacement placement;

        Refusals(RoomPlacement placement) {
            this.placement = placement;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder()
                    .match(String.class, text -> placement.refuse(text.split(" ")[0], text.split(" ")[1]))
                    .build();
        }
    }

    /** @param own the host and port of this node, which its own region does not have in its address */
    PlacementStrategy(String own, Supplier<CurrentClusterState> cluster, RoomPlacement placement) {
        this.own = own;
        this.cluster = cluster;
        this.placement = placement;
    }

    @Override
    public Future<ActorRef> allocateShard(
            ActorRef requester, String shard, Map<ActorRef, IndexedSeq<String>> allocations) {
        CurrentClusterState state = cluster.get();
        Map<ActorRef, IndexedSeq<String>> usable = new HashMap<>(allocations);
        state.getMembers().forEach(each -> {
            if (!each.status().equals(MemberStatus.up())
                    || state.getUnreachable().contains(each)) {
                usable.keySet().removeIf(region -> node(region).equals(name(each.address())));
            }
        });
        String chosen = placement.choose(shard, rooms(usable.isEmpty() ? allocations : usable));
        return Futures.successful(allocations.keySet().stream()
                .filter(region -> node(region).equals(chosen))
                .findAny()
                .orElseThrow());
    }

    @Override
    public Future<Set<String>> rebalance(Map<ActorRef, IndexedSeq<String>> allocations, Set<String> inProgress) {
        // A move needs an answer of each member, and one that joins or leaves will make other moves necessary.
        CurrentClusterState state = cluster.get();
        boolean isQuiet = state.getUnreachable().isEmpty();
        for (Member each : state.getMembers()) {
            isQuiet &= each.status().equals(MemberStatus.up());
        }
        return Futures.successful(isQuiet ? placement.leaving(rooms(allocations), inProgress) : Set.of());
    }

    private Map<String, Collection<String>> rooms(Map<ActorRef, IndexedSeq<String>> allocations) {
        Map<String, Collection<String>> rooms = new HashMap<>();
        allocations.forEach((region, shards) -> rooms.put(node(region), CollectionConverters.asJava(shards)));
        return rooms;
    }

    /** Returns the name of a node in the store, by the host and port at which it is reached. */
    static String node(Address address) {
        return Arguments.nameOf(
                address.getHost().orElseThrow() + "-" + address.getPort().orElseThrow());
    }

    private String node(ActorRef region) {
        Address address = region.path().address();
        return address.getHost().isEmpty() ? own : name(address);
    }

    private static String name(Address address) {
        return address.getHost().orElseThrow() + ":" + address.getPort().orElseThrow();
    }
}
