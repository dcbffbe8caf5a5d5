package io.github.freestep.physics;

/**
 * Decides what happens if an event is written and a consumer's ring is full. Other consumers are never
 * affected. Immutable.
 *
 * <pre>{@code
 * Events.Builder hits = physics.events().with(Kind.CONTACT_BEGIN).onSlow(SlowConsumerPolicy.end());
 * EventSubscription log = hits.subscribe("log", event -> save(event.slotA()));
 * }</pre>
 */
public final class SlowConsumerPolicy {
    private static final SlowConsumerPolicy DROP = new SlowConsumerPolicy(false, "drop");
    private static final SlowConsumerPolicy END = new SlowConsumerPolicy(true, "end");

    final boolean ends;
    private final String name;

    private SlowConsumerPolicy(boolean ends, String name) {
        this.ends = ends;
        this.name = name;
    }

    /**
     * Drops and counts the events that do not fit. The consumer is notified of the gap where it occurs, and continues
     * after it. The default.
     *
     * @return always the same object
     */
    public static SlowConsumerPolicy drop() {
        return DROP;
    }

    /**
     * Ends the stream at the first event that does not fit. For a consumer that must not miss an event. The consumer
     * gets all events before that one, then the notice of one missed event, then nothing more. To continue, join again.
     *
     * @return always the same object
     */
    public static SlowConsumerPolicy end() {
        return END;
    }

    @Override
    public String toString() {
        return name;
    }
}
