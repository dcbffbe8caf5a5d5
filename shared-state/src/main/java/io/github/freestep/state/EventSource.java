package io.github.freestep.state;

import io.github.freestep.internal.EventQueue;
import io.github.freestep.internal.HasInside;

/**
 * Events that a sender of states can send. The readers of a service are sources: {@code
 * physics.events().with(kinds).open()}. So are the events of a receiver, for a relay of its states. Only Freestep's own
 * types are sources, so this class has no methods for users.
 *
 * <pre>{@code
 * EventReader hits = physics.events().with(Kind.CONTACT_BEGIN).open();
 * StateSender sender = StateSender.builder(physics.states()).events(hits).start(); // polls them
 * }</pre>
 */
@SuppressWarnings("exports") // Of the superclass, which users need not see.
public abstract class EventSource extends HasInside<EventQueue> {
    /**
     * Creates a source.
     *
     * @param queue the events, for the sender
     */
    protected EventSource(EventQueue queue) {
        super(queue);
    }
}
