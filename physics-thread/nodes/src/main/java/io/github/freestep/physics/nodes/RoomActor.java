package io.github.freestep.physics.nodes;

import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.cluster.sharding.ShardRegion;

/**
 * Pekko's handle of a room: it asks the host of its node to start and stop it. The room itself runs in the node's
 * group, so the actor does nothing else, and never blocks.
 */
final class RoomActor extends AbstractActor {
    /** Makes the room run. Sent again and again, also to rooms that run. */
    static final String WAKE = "wake";

    /** Makes the room stop until it is woken. */
    static final String SLEEP = "sleep";

    /** Pekko's request to stop here, because the room continues elsewhere. */
    static final String MOVE = "move";

    private static final String STOP_ASLEEP = "stop asleep";
    private static final String LEFT = "left";

    private final RoomHost host;
    private final int room = Integer.parseInt(getSelf().path().name());

    RoomActor(RoomHost host) {
        this.host = host;
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder()
                .matchEquals(WAKE, wake -> host.start(room))
                .matchEquals(
                        SLEEP,
                        sleep -> getContext().getParent().tell(new ShardRegion.Passivate(STOP_ASLEEP), getSelf()))
                .matchEquals(STOP_ASLEEP, stop -> stop(RoomEvents.Kind.ASLEEP))
                .matchEquals(MOVE, move -> stop(RoomEvents.Kind.MOVED))
                .build();
    }

    /** Pekko ended the actor by itself if the room still runs. Then it may start the room elsewhere at once. */
    @Override
    public void postStop() {
        host.leave(room, RoomEvents.Kind.MOVED);
    }

    /** The actor ends when the room has left, and then Pekko lets another node start it. */
    private void stop(RoomEvents.Kind kind) {
        ActorRef self = getSelf();
        host.leave(room, kind).whenComplete((end, failure) -> self.tell(LEFT, ActorRef.noSender()));
        // A message must not wake the room here again.
        getContext()
                .become(receiveBuilder()
                        .matchEquals(LEFT, left -> getContext().stop(getSelf()))
                        .matchAny(other -> {})
                        .build());
    }
}
