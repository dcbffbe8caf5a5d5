package io.github.freestep.physics.nodes;

import java.time.Duration;
import org.apache.pekko.actor.AbstractActorWithTimers;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.ClusterEvent.CurrentClusterState;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.coordination.lease.javadsl.LeaseProvider;

/**
 * Removes a node that can run no room: at once if its process has ended, because then there is nothing to agree about,
 * and with the lease of Pekko's resolver if it has written no beat for so long that its own leases have ended. The
 * resolver alone would wait until no node notices anything new, which takes one to two seconds more. With the lease,
 * the other node is refused if it continues and believes that this one is dead.
 *
 * <p>Only the leader removes a silent node, and it holds the lease all the time. So it never waits for the lease, and a
 * node that was removed never gets it. If another node becomes the leader, it gets the lease at once, because its
 * resolver would otherwise be refused at the next death, and end all nodes that it reaches. If the network splits, the
 * leader's side gives the lease back unless it is the larger one. A leader that writes no beats gives it back, too, so
 * that another node can remove it.
 */
final class DeathActor extends AbstractActorWithTimers {
    private static final String LOOK = "look";

    private static final Duration LOOK_TIME = Duration.ofMillis(50);

    /** The lease of Pekko's resolver: this one has the same name. */
    static final String LEASE = "rooms-pekko-sbr";

    private final NodeBeats beats;
    private final Cluster cluster = Cluster.get(getContext().getSystem());
    private final StoreLease lease;

    DeathActor(NodeBeats beats) {
        this.beats = beats;
        lease = (StoreLease) LeaseProvider.get(getContext().getSystem())
                .getLease(LEASE, "freestep-lease", cluster.selfAddress().hostPort());
    }

    @Override
    public void preStart() {
        getTimers().startTimerWithFixedDelay(LOOK, LOOK, LOOK_TIME);
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder().matchEquals(LOOK, look -> look()).build();
    }

    private void look() {
        CurrentClusterState state = cluster.state();
        boolean isAlive = beats.ageNanos() < Lease.NANOS;
        boolean leads = isAlive && cluster.selfAddress().equals(state.getLeader()) && isOnTheLargerSide(state);
        lease.lead(leads);
        for (Member each : state.getMembers()) {
            boolean isOther = !each.address().equals(cluster.selfAddress());
            if (isOther && !each.status().equals(MemberStatus.down()) && mayRemove(each, leads)) {
                cluster.down(each.address());
            }
        }
    }

    private boolean mayRemove(Member member, boolean leads) {
        String node = Arguments.node(member.address());
        return beats.isLost(node) && (beats.hasEnded(node) || leads && lease.isHeld());
    }

    /**
     * Whether this node reaches most of the nodes that live, or half of them with the lowest address. Pekko's resolver
     * counts in the same way, but cannot know which of the other nodes live.
     */
    private boolean isOnTheLargerSide(CurrentClusterState state) {
        int living = 0;
        int reached = 0;
        boolean reachesFirst = false;
        for (Member each : state.getMembers()) { // in the order of addresses
            boolean counts =
                    each.status().equals(MemberStatus.up()) || each.status().equals(MemberStatus.leaving());
            if (counts && !beats.isLost(Arguments.node(each.address()))) {
                boolean isReached = !state.getUnreachable().contains(each);
                reachesFirst |= living == 0 && isReached;
                living++;
                reached += isReached ? 1 : 0;
            }
        }
        return reached * 2 > living || reached * 2 == living && reachesFirst;
    }
}
