package io.github.freestep.physics;

import io.github.freestep.physics.ring.ConsumerRing;
import java.util.EnumSet;
import java.util.Set;

/** The events of one consumer, of the kinds that it wants. */
final class EventStream extends ConsumerRing<PhysicsEvent, EventHandler> {
    private final Set<PhysicsEvent.Kind> kinds;

    /** The kind of the event that was handed out last; null if that was the notice of a gap. For the consumer. */
    private PhysicsEvent.Kind lastKind;

    EventStream(EnumSet<PhysicsEvent.Kind> kinds, SlowConsumerPolicy policy, int capacity) {
        super(PhysicsEvent::new, capacity, policy.ends());
        // An EnumSet is a bit set in one long, so a look-up tests one bit.
        this.kinds = kinds.clone();
    }

    boolean wants(PhysicsEvent.Kind kind) {
        return kinds.contains(kind);
    }

    @Override
    protected void copy(PhysicsEvent from, PhysicsEvent to) {
        to.copy(from);
    }

    @Override
    protected void hand(PhysicsEvent event, EventHandler handler) {
        lastKind = event.kind;
        handler.onEvent(event);
    }

    @Override
    protected void handMissed(long count, long sinceTick, EventHandler handler) {
        lastKind = null;
        handler.onMissed(count, sinceTick);
    }

    PhysicsEvent.Kind lastKind() {
        return lastKind;
    }
}
