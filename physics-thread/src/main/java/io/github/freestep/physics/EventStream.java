package io.github.freestep.physics;

import io.github.freestep.physics.ring.ConsumerRing;
import io.github.freestep.physics.workers.UserCode;
import io.github.freestep.physics.workers.UserCode.Call;
import java.util.EnumSet;
import java.util.Set;

/** The events of one consumer, of the kinds that it wants. */
final class EventStream extends ConsumerRing<PhysicsEvent, EventHandler> {
    private final Set<PhysicsEvent.Kind> kinds;

    /** The kind of the event that was handed out last; null if that was the notice of a gap. For the consumer. */
    private PhysicsEvent.Kind lastKind;

    /** Marks the calls of the handler. */
    final UserCode code = new UserCode();

    private final UrgentEvents urgent = new UrgentEvents();

    EventStream(EnumSet<PhysicsEvent.Kind> kinds, SlowConsumerPolicy policy, int capacity) {
        super(PhysicsEvent::new, capacity, policy.ends);
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
        code.enter(Call.HANDLER, event.tick, event.simulationNanos);
        try {
            handler.onEvent(event);
        } finally {
            code.leave();
        }
    }

    @Override
    protected long tick(PhysicsEvent event) {
        return event.tick;
    }

    @Override
    protected void handMissed(long count, long sinceTick, EventHandler handler) {
        lastKind = null;
        code.enter(Call.HANDLER, sinceTick, 0);
        try {
            handler.onMissed(count, sinceTick);
        } finally {
            code.leave();
        }
    }

    /**
     * Writes an event past the ring, because the physics thread may hang in the middle of writing to it. Wakes the
     * consumer. For one thread at a time, and not for the physics thread.
     */
    void writeUrgent(PhysicsEvent event) {
        if (hasEnded()) {
            return;
        }
        if (!urgent.offer(event) && endsWhenFull()) {
            end();
        }
        wake();
    }

    @Override
    protected int handOutUrgent(EventHandler handler) {
        int count = 0;
        // Counted first, so that events written during the call wait for the next one.
        for (int waiting = urgent.size(); waiting > 0 && isOpen(); waiting--) {
            count++;
            hand(urgent.poll(), handler);
        }
        long missed = urgent.takeMissed();
        if (missed > 0 && isOpen()) {
            handMissed(missed, urgent.missedSinceTick(), handler);
        }
        return count;
    }

    /** Returns the number of events that did not fit. */
    long missedEvents() {
        return missed() + urgent.missed();
    }

    PhysicsEvent.Kind lastKind() {
        return lastKind;
    }
}
