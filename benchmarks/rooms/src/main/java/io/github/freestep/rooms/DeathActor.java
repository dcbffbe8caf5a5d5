package io.github.freestep.rooms;

import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.ClusterEvent;
import org.apache.pekko.cluster.Member;

/**
 * Reports when the engine noticed that a node is dead, and when it agreed with the other nodes about it. If its process
 * has ended, there is nothing to agree about, so the node is removed at once.
 */
final class DeathActor extends AbstractActor {
    private final Report.Writer report;
    private final NodeBeats beats;

    DeathActor(Report.Writer report, NodeBeats beats) {
        this.report = report;
        this.beats = beats;
    }

    @Override
    public void preStart() {
        Cluster.get(getContext().getSystem())
                .subscribe(
                        getSelf(),
                        ClusterEvent.initialStateAsEvents(),
                        ClusterEvent.UnreachableMember.class,
                        ClusterEvent.MemberDowned.class,
                        ClusterEvent.MemberRemoved.class);
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder()
                .match(ClusterEvent.UnreachableMember.class, each -> noticed(each.member()))
                .match(ClusterEvent.MemberDowned.class, each -> report(each.member(), Report.Death.DECIDED))
                .match(ClusterEvent.MemberRemoved.class, each -> report(each.member(), Report.Death.REMOVED))
                .build();
    }

    private void noticed(Member member) {
        report(member, Report.Death.NOTICED);
        if (beats.hasEnded(Node.name(member.address()))) {
            Cluster.get(getContext().getSystem()).down(member.address());
        }
    }

    private void report(Member member, Report.Death part) {
        member.address().getPort().ifPresent(port -> report.death(port, part, System.nanoTime()));
    }
}
