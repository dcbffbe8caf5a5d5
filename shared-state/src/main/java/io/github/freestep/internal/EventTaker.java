package io.github.freestep.internal;

/** Takes the events of an {@link EventQueue}, in order, on the thread that drains it. Not for users. */
public interface EventTaker {
    /**
     * Takes an event.
     *
     * @param event valid during the call only
     */
    void event(EventValues event);

    /**
     * Takes the notice of a gap, before the event after it.
     *
     * @param count the number of events that were missed
     */
    void missed(long count);
}
