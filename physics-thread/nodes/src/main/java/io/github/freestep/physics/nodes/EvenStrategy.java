package io.github.freestep.physics.nodes;

import io.github.freestep.time.NanoClock;
import java.util.HashSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.sharding.ShardCoordinator;
import org.apache.pekko.dispatch.Futures;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Set;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Chooses the nodes of rooms: the wanted one for a minute if it is there, otherwise the one that Pekko chooses,
 * which makes nodes even. Each room is a shard of its own. Any thread may call {@link #want}. Nothing blocks.
 */
@SuppressWarnings("serial") // Pekko never sends it to another node.
final class EvenStrategy extends ShardCoordinator.LeastShardAllocationStrategy {
    /** By how many rooms nodes may differ. */
    private static final int MOST_DIFFERENCE = 3;

    /** Rooms that may move at a time to make nodes even. */
    private static final int MOST_MOVES = 5;

    /** How long a room is wanted on a node. Then it counts like all others again, also if the node never came. */
    private static final long WANTED_NANOS = 60_000_000_000L;

    private record Wanted(String node, long sinceNanos) {}

    private final String own;
    private final NanoClock clock;
    private final Map<String, Wanted> wanted = new ConcurrentHashMap<>();

    /** @param own the host and port of this node, which its own region does not have in its address */
    EvenStrategy(String own, NanoClock clock) {
        super(MOST_DIFFERENCE, MOST_MOVES);
        this.own = own;
        this.clock = clock;
    }

    /** Asks for a room to move to the node with this host and port, within a minute. */
    void want(String room, String node) {
        forget();
        wanted.put(room, new Wanted(node, clock.nanoTime()));
    }

    private void forget() {
        long now = clock.nanoTime();
        wanted.values().removeIf(each -> now - each.sinceNanos() >= WANTED_NANOS);
    }

    @Override
    public Future<ActorRef> allocateShard(
            ActorRef requester,
            String shard,
            scala.collection.immutable.Map<ActorRef, IndexedSeq<String>> allocations) {
        forget();
        ActorRef there = wanted(shard, allocations);
        return there == null ? super.allocateShard(requester, shard, allocations) : Futures.successful(there);
    }

    /** Returns the region that a room is wanted in; null if it may run anywhere. */
    private @Nullable ActorRef wanted(
            String room, scala.collection.immutable.Map<ActorRef, IndexedSeq<String>> allocations) {
        Wanted there = wanted.get(room);
        if (there != null) {
            for (ActorRef region : CollectionConverters.asJava(allocations).keySet()) {
                Address address = region.path().address();
                String node = address.getHost().isEmpty()
                        ? own
                        : address.getHost().get() + ":" + address.getPort().orElseThrow();
                if (node.equals(there.node())) {
                    return region;
                }
            }
        }
        return null;
    }

    @Override
    public Future<Set<String>> rebalance(
            scala.collection.immutable.Map<ActorRef, IndexedSeq<String>> allocations, Set<String> inProgress) {
        forget();
        java.util.Set<String> leaving = new HashSet<>();
        CollectionConverters.asJava(allocations)
                .forEach((region, rooms) -> CollectionConverters.asJava(rooms).forEach(room -> {
                    ActorRef there = wanted(room, allocations);
                    if (there != null && !there.equals(region) && !inProgress.contains(room)) {
                        leaving.add(room);
                    }
                }));
        if (!leaving.isEmpty()) {
            return Futures.successful(CollectionConverters.asScala(leaving).<String>toSet());
        }
        // A wanted room stays where it is. While as many are wanted as may move, nodes are not made even.
        Set<String> staying = inProgress;
        for (String room : wanted.keySet()) {
            staying = staying.incl(room);
        }
        return super.rebalance(allocations, staying);
    }
}
