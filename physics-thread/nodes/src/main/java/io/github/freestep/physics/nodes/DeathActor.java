package io.github.freestep.physics.nodes;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.apache.pekko.actor.AbstractActorWithTimers;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.UniqueAddress;
import org.apache.pekko.coordination.lease.javadsl.Lease;
import org.apache.pekko.coordination.lease.javadsl.LeaseProvider;

/**
 * Removes a node that can run no room: at once if its process has ended, because then there is nothing to agree about,
 * and with the lease of Pekko's resolver if it has written no beat for so long that its own leases have ended. The
 * resolver alone would wait until no node notices anything new, which takes one to two seconds more. With the lease,
 * the other node is refused if it continues and believes that this one is dead.
 */
final class DeathActor extends AbstractActorWithTimers {
    private static final String LOOK = "look";

    private static final String RELEASE = "release";

    private static final Duration LOOK_TIME = Duration.ofMillis(100);

    private static final Duration RELEASE_TIME = Duration.ofSeconds(40);

    /** The lease of Pekko's resolver: this one has the same name, and is kept for as long. */
    private static final String LEASE = "rooms-pekko-sbr";

    private final NodeBeats beats;
    private final Cluster cluster = Cluster.get(getContext().getSystem());
    private final Lease lease;

    /** The nodes that this actor has removed, or for which it has asked for the lease. */
    private final Set<UniqueAddress> noticed = new HashSet<>();

    DeathActor(NodeBeats beats) {
        this.beats = beats;
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
                .matchEquals(LOOK, look -> cluster.state().getMembers().forEach(this::look))
                .match(Address.class, this::down)
                .matchEquals(RELEASE, release -> lease.release())
                .build();
    }

    private void look(Member member) {
        String node = Arguments.node(member.address());
        if (!beats.isLost(node)) {
            noticed.remove(member.uniqueAddress());
        } else if (!member.address().equals(cluster.selfAddress()) && noticed.add(member.uniqueAddress())) {
            if (beats.hasEnded(node)) {
                cluster.down(member.address());
            } else {
                downWithLease(member.address());
            }
        }
    }

    /** Without the lease, another node removes it, or Pekko's resolver does later. */
    private void downWithLease(Address address) {
        ActorRef self = getSelf();
        lease.acquire().thenAccept(isHeld -> {
            if (isHeld) {
                self.tell(address, self);
            }
        });
    }

    private void down(Address address) {
        if (beats.isLost(Arguments.node(address))) { // the lease may have taken long
            cluster.down(address);
        }
        getTimers().startSingleTimer(RELEASE, RELEASE, RELEASE_TIME); // replaces the one before
    }
}
