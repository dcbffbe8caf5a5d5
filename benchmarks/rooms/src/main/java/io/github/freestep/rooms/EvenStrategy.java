package io.github.freestep.rooms;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.cluster.sharding.ShardCoordinator.AbstractShardAllocationStrategy;
import org.apache.pekko.dispatch.Futures;
import scala.collection.immutable.IndexedSeq;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;

/** Lets {@link Placement} choose where the engine runs shards. Each room is a shard of its own. */
final class EvenStrategy extends AbstractShardAllocationStrategy {
    private final Placement placement;
    private final int own;

    /** The last argument is the port of this node, which its own region does not have in its address. */
    EvenStrategy(Placement placement, int own) {
        this.placement = placement;
        this.own = own;
    }

    @Override
    public Future<ActorRef> allocateShard(
            ActorRef requester, String shard, Map<ActorRef, IndexedSeq<String>> allocations) {
        int chosen = placement.allocate(shard, byNode(allocations));
        for (ActorRef region : allocations.keySet()) {
            if (node(region) == chosen) {
                return Futures.successful(region);
            }
        }
        return Futures.successful(requester);
    }

    @Override
    public Future<Set<String>> rebalance(Map<ActorRef, IndexedSeq<String>> allocations, Set<String> inProgress) {
        return Futures.successful(placement.leaving(byNode(allocations), inProgress));
    }

    private Map<Integer, Collection<String>> byNode(Map<ActorRef, IndexedSeq<String>> allocations) {
        Map<Integer, Collection<String>> rooms = new HashMap<>();
        allocations.forEach((region, shards) -> rooms.put(node(region), CollectionConverters.asJava(shards)));
        return rooms;
    }

    private int node(ActorRef region) {
        return region.path().address().getPort().orElse(own);
    }
}
