package io.github.freestep.physics.nodes;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.setup.Setup;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.ClusterEvent.CurrentClusterState;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.coordination.lease.LeaseSettings;
import org.apache.pekko.coordination.lease.javadsl.Lease;

/**
 * A lease of the store for Pekko's Split Brain Resolver, which asks for one before it removes nodes: only the side that
 * gets it continues. The settings name this class, and Pekko makes it. Safe for use by any number of threads. Only a
 * thread of its own blocks on the store.
 *
 * <p>If all nodes that this one does not reach are lost, so that no other side can ask, it asks the store at once. In a
 * split, rooms continue on both sides, because the store decides who owns them. So there is time until the sides are
 * certain: nodes notice a split seconds apart on a busy machine, and a node that has missed only some of the others yet
 * believes that it is on the larger side. Therefore each side first gives back what it has from an earlier decision,
 * the larger one asks after {@link #SPLIT_NANOS}, and the smaller one as much later.
 */
final class StoreLease extends Lease {
    /** Longer than sides, and the nodes of one side, may differ in when they notice the same split. */
    static final long SPLIT_NANOS = 5_000_000_000L;

    /** How long the larger side waits at most for a side that does not give the lease back. */
    static final long PATIENCE_NANOS = 4 * SPLIT_NANOS;

    static final long LOOK_NANOS = 100_000_000;

    /** Longer than the smaller side needs to ask, to be refused, and to end. */
    private static final Duration KEPT_AFTER_SPLIT = Duration.ofSeconds(20);

    /** Longer than a frozen node that continues needs to learn that it was removed. */
    private static final Duration KEPT_AFTER_DEATH = Duration.ofSeconds(5);

    /** One thread, which may block. */
    interface Worker {
        void later(long nanos, Runnable work);
    }

    /** What a node knows of the others while it does not reach some of them. */
    record Sides(boolean areOthersLost, boolean isLarger) {
        /**
         * Counts as Pekko's resolver does, but only nodes that live: whether this node reaches most of them, or half of
         * them with the lowest address.
         */
        static Sides of(CurrentClusterState state, Predicate<String> isLost) {
            boolean areLost = true;
            int living = 0;
            int reached = 0;
            boolean reachesFirst = false;
            for (Member each : state.getMembers()) { // in the order of addresses
                boolean isReached = !state.getUnreachable().contains(each);
                boolean lives = !isLost.test(PlacementStrategy.node(each.address()));
                areLost &= isReached || !lives;
                MemberStatus status = each.status();
                if (lives && (status.equals(MemberStatus.up()) || status.equals(MemberStatus.leaving()))) {
                    reachesFirst |= living == 0 && isReached;
                    living++;
                    reached += isReached ? 1 : 0;
                }
            }
            return new Sides(areLost, reached * 2 > living || reached * 2 == living && reachesFirst);
        }
    }

    /** Passes the beats to the lease that Pekko makes by itself. */
    static final class With extends Setup {
        private final NodeBeats beats;

        With(NodeBeats beats) {
            this.beats = beats;
        }

        private static NodeBeats of(ActorSystem system) {
            return system.settings().setup().get(With.class).orElseThrow().beats;
        }
    }

    private final LeaseSettings settings;
    private final RoomStore store;
    private final Supplier<Sides> sides;
    private final Worker worker;
    private final String name;
    private final String owner;

    /** Called by Pekko. */
    StoreLease(LeaseSettings settings, ExtendedActorSystem system) {
        this(settings, With.of(system).store, sides(system), worker(system));
    }

    StoreLease(LeaseSettings settings, RoomStore store, Supplier<Sides> sides, Worker worker) {
        this.settings = settings;
        this.store = store;
        this.sides = sides;
        this.worker = worker;
        name = Arguments.nameOf(settings.leaseName());
        owner = Arguments.nameOf(settings.ownerName());
    }

    /** Returns null if all nodes are reached, such as after a split has healed. */
    private static Supplier<Sides> sides(ExtendedActorSystem system) {
        NodeBeats beats = With.of(system);
        return () -> {
            CurrentClusterState state = Cluster.get(system).state();
            return state.getUnreachable().isEmpty() ? null : Sides.of(state, beats::isLost);
        };
    }

    private static Worker worker(ExtendedActorSystem system) {
        ScheduledExecutorService thread =
                Executors.newSingleThreadScheduledExecutor(RoomNodes.daemons("freestep-lease"));
        system.registerOnTermination(thread::shutdownNow);
        return (nanos, work) -> thread.schedule(work, nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public LeaseSettings getSettings() {
        return settings;
    }

    /** Always false, or Pekko would decide at once with the lease of an earlier decision, also on the smaller side. */
    @Override
    public boolean checkLease() {
        return false;
    }

    @Override
    public CompletionStage<Boolean> acquire() {
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        worker.later(0, () -> decide(0, new Sides(false, false), result));
        return result;
    }

    /** The resolver need not hear when the lease is lost, because it has decided by then. */
    @Override
    public CompletionStage<Boolean> acquire(Consumer<Optional<Throwable>> leaseLost) {
        return acquire();
    }

    private void decide(long waitedNanos, Sides before, CompletableFuture<Boolean> result) {
        Throwable problem = null;
        Sides now = sides.get();
        Sides known = now == null ? before : now;
        boolean isDeath = known.areOthersLost();
        try {
            // The larger side keeps a lease that it has, or the smaller one could get it while a member stands still.
            if (waitedNanos == 0 && !isDeath && !known.isLarger()) {
                store.lease(name, owner, Duration.ZERO);
            }
            if (isDeath || waitedNanos >= (known.isLarger() ? SPLIT_NANOS : 2 * SPLIT_NANOS)) {
                boolean isGranted = store.lease(name, owner, isDeath ? KEPT_AFTER_DEATH : KEPT_AFTER_SPLIT);
                if (isGranted || !isDeath && !known.isLarger()) {
                    result.complete(isGranted);
                    return;
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            problem = e;
        }
        if (waitedNanos < PATIENCE_NANOS) {
            worker.later(LOOK_NANOS, () -> decide(waitedNanos + LOOK_NANOS, known, result));
        } else if (problem == null) {
            result.complete(false);
        } else {
            result.completeExceptionally(problem);
        }
    }

    /** Does nothing, because the lease ends by itself, or is given back at the next split. */
    @Override
    public CompletionStage<Boolean> release() {
        return CompletableFuture.completedFuture(true);
    }
}
