package io.github.freestep.physics.nodes;

import io.github.freestep.time.NanoClock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.apache.pekko.actor.AbstractActorWithTimers;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.ClusterEvent.CurrentClusterState;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.UniqueAddress;
import org.apache.pekko.coordination.lease.javadsl.Lease;
import org.apache.pekko.coordination.lease.javadsl.LeaseProvider;

/**
 * Removes a node that can run no room: at once if its process has ended, because then there is nothing to agree about,
 * and with the lease of Pekko's resolver if it has written no beat for so long that its own leases have ended. The
 * resolver alone would wait until no node notices anything new, which takes one to two seconds more. With the lease,
 * the other node is refused if it continues and believes that this one is dead.
 *
 * <p>Only the leader asks for the lease, as with Pekko's resolver: that of another node would refuse the leader's
 * resolver, which would then end all nodes that it reaches. The resolver of this node has the same lease. If it finds
 * it held, it decides with it and does not say so, so the lease is kept for as long as after a decision of its own.
 */
final class DeathActor extends AbstractActorWithTimers {
    private static final String LOOK = "look";

    private static final Duration LOOK_TIME = Duration.ofMillis(100);

    /** How long the lease is kept after the last node was unreachable or removed, as by Pekko's resolver. */
    static final long RELEASE_NANOS = 40_000_000_000L;

    /** The lease of Pekko's resolver: this one has the same name, and is kept for as long. */
    static final String LEASE = "rooms-pekko-sbr";

    /**
     * The answer to a request for the lease, to remove a node.
     *
     * @param wasHeld whether this node had it before
     */
    private record Answer(UniqueAddress node, boolean wasHeld, boolean isHeld) {}

    private final NodeBeats beats;
    private final NanoClock clock;
    private final Cluster cluster = Cluster.get(getContext().getSystem());
    private final Lease lease;

    /** The nodes that this actor has removed, or for which it has asked for the lease. */
    private final Set<UniqueAddress> noticed = new HashSet<>();

    private boolean releases;

    /** When this node has last removed one, or seen one that is unreachable. */
    private long unquietNanos;

    DeathActor(NodeBeats beats, NanoClock clock) {
        this.beats = beats;
        this.clock = clock;
        lease = LeaseProvider.get(getContext().getSystem())
                .getLease(LEASE, "freestep-lease", cluster.selfAddress().hostPort());
    }

    @Override
    public void preStart() {
        getTimers().startTimerWithFixedDelay(LOOK, LOOK, LOOK_TIME);
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder()
                .matchEquals(LOOK, look -> look())
                .match(Answer.class, this::down)
                .build();
    }

    private void look() {
        long now = clock.nanoTime();
        CurrentClusterState state = cluster.state();
        if (!state.getUnreachable().isEmpty()) {
            unquietNanos = now; // the resolver may be deciding with the lease
        }
        if (releases && now - unquietNanos >= RELEASE_NANOS) {
            releases = false;
            lease.release();
        }
        state.getMembers().forEach(this::look);
    }

    private void look(Member member) {
        String node = Arguments.node(member.address());
        if (!beats.isLost(node)) {
            noticed.remove(member.uniqueAddress());
            return;
        }
        boolean isOther = !member.address().equals(cluster.selfAddress());
        boolean hasEnded = beats.hasEnded(node);
        if (isOther && (hasEnded || isLeader()) && noticed.add(member.uniqueAddress())) {
            if (hasEnded) {
                cluster.down(member.address());
            } else {
                askForLease(member.uniqueAddress());
            }
        }
    }

    private boolean isLeader() {
        return cluster.selfAddress().equals(cluster.state().getLeader());
    }

    private void askForLease(UniqueAddress node) {
        ActorRef self = getSelf();
        boolean wasHeld = lease.checkLease();
        lease.acquire()
                .whenComplete(
                        (isHeld, problem) -> self.tell(new Answer(node, wasHeld, problem == null && isHeld), self));
    }

    /** The answer may have taken long, so nothing may be as it was. */
    private void down(Answer answer) {
        if (!answer.isHeld()) {
            noticed.remove(answer.node()); // asked again, unless Pekko's resolver is faster
        } else if (isLeader()) {
            if (beats.isLost(Arguments.node(answer.node().address()))) {
                cluster.down(answer.node().address());
            }
            releases = true;
            unquietNanos = clock.nanoTime();
        } else {
            noticed.remove(answer.node());
            if (!answer.wasHeld()) {
                lease.release(); // the new leader needs it to remove the same node
            }
        }
    }
}
