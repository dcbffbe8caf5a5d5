package io.github.freestep.physics.nodes;

import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.ClusterEvent;

/** Removes a node at once if its process has ended, because then there is nothing to agree about. */
final class DeathActor extends AbstractActor {
    private final NodeBeats beats;

    DeathActor(NodeBeats beats) {
        this.beats = beats;
    }

    @Override
    public void preStart() {
        Cluster.get(getContext().getSystem())
                .subscribe(getSelf(), ClusterEvent.initialStateAsEvents(), ClusterEvent.UnreachableMember.class);
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder()
                .match(
                        ClusterEvent.UnreachableMember.class,
                        each -> noticed(each.member().address()))
                .build();
    }

    private void noticed(Address node) {
        if (beats.hasEnded(Arguments.node(node))) {
            Cluster.get(getContext().getSystem()).down(node);
        }
    }
}
