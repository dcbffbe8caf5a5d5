package io.github.freestep.physics;

import io.github.freestep.internal.EventQueue;
import io.github.freestep.internal.EventTaker;
import io.github.freestep.internal.EventValues;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.event.ConsumerRing;
import io.github.freestep.physics.event.Consumers;
import io.github.freestep.physics.watch.UserCode;
import io.github.freestep.physics.watch.UserCode.Call;
import java.util.EnumSet;
import java.util.Set;

/**
 * The events of one consumer, of the kinds that it wants. An {@link EventReader} and a sender of states poll it, and an
 * {@link EventDelivery} polls itself.
 */
class EventStream extends ConsumerRing<PhysicsEvent, EventHandler> implements EventQueue {
    private final Set<Kind> kinds;

    /** Marks the calls of the handler for a watch. An {@link EventDelivery} leaves the last call after each poll. */
    final UserCode code = new UserCode();

    /** Creates a stream that has not joined yet, with the parameters of a ring. */
    EventStream(Consumers<EventStream> all, EnumSet<Kind> kinds, int capacity) {
        super(all, PhysicsEvent::new, capacity, false);
        // An EnumSet is a bit set in one long, so a look-up tests one bit.
        this.kinds = kinds.clone();
    }

    boolean wants(Kind kind) {
        return kinds.contains(kind) && !hasEnded();
    }

    @Override
    protected void copy(PhysicsEvent from, PhysicsEvent to) {
        to.copy(from);
    }

    @Override
    protected long tick(PhysicsEvent event) {
        return event.tick;
    }

    @Override
    protected void hand(PhysicsEvent event, EventHandler handler) {
        code.enter(Call.HANDLER, event.tick);
        handler.onEvent(event);
    }

    @Override
    protected void handMissed(long count, long sinceTick, EventHandler handler) {
        code.enter(Call.HANDLER, sinceTick);
        handler.onMissed(count, sinceTick);
    }

    @Override
    public Runnable drainTo(EventTaker taker) {
        EventHandler handler = new EventHandler() {
            @Override
            public void onEvent(PhysicsEvent event) {
                taker.event(event.sent());
            }

            @Override
            public void onMissed(long count, long sinceTick) {
                taker.missed(count);
            }
        };
        return () -> poll(handler);
    }

    @Override
    public void requireSendable() {
        for (Kind kind : kinds) {
            if (PhysicsEvent.sent(kind) == EventValues.NONE) {
                throw new IllegalArgumentException("events for receivers must be of the kinds of RemoteEvent, but the"
                        + " reader also has those of " + kind + "; name the kinds: events().with(...).open()");
            }
        }
    }
}
