package io.github.freestep.physics;

/**
 * Takes events, one at a time, in the order in which they were written. Called by one thread: the one that polls an {@link
 * EventReader}, or that of an {@link EventSubscription}; never by the physics thread, which it can't hold up.
 */
@FunctionalInterface
public interface EventHandler {
    /**
     * Takes an event. What it throws goes to the caller of {@link EventReader#poll}, or is reported by the {@link
     * EventSubscription}; the event counts as handed out either way.
     *
     * @param event valid during this call only, since its place is used again; copy what is to be kept
     */
    void onEvent(PhysicsEvent event);

    /**
     * Takes note of a gap: called before the next event, or last of all. The handles count what was missed as well, so
     * this does nothing unless overridden.
     *
     * @param count the number of events that this consumer has missed here because it was too slow
     * @param sinceTick the number of the first missed event's tick
     */
    default void onMissed(long count, long sinceTick) {}
}
