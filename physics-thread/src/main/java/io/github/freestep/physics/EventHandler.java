package io.github.freestep.physics;

/**
 * Handles events, one at a time, in the order in which they were written. It is called by one thread at a time: the one
 * that polls an {@link EventReader}, or the thread of an {@link EventSubscription}. It is never called on the physics
 * thread, so it cannot delay a tick.
 *
 * <pre>{@code
 * EventHandler hits = new EventHandler() {
 *     public void onEvent(PhysicsEvent event) {
 *         play("hit", event.x(), event.z());
 *     }
 *
 *     public void onMissed(long count, long sinceTick) {
 *         alarm(count + " hits are silent");
 *     }
 * };
 * }</pre>
 */
@FunctionalInterface
public interface EventHandler {
    /**
     * Handles an event. If this method throws, {@link EventReader#poll} throws the same exception, or the
     * {@link EventSubscription} reports it. The event counts as handed out either way.
     *
     * @param event the event; reused, so it is valid only during this call; copy the values that you keep
     */
    void onEvent(PhysicsEvent event);

    /**
     * Handles a gap in the events. Called before the event after the gap, or as the last call if there is
     * none. Does nothing by default, since {@link EventReader#missed} and {@link EventSubscription#missed}
     * count missed events as well.
     *
     * @param count the number of events that this consumer has missed because it was too slow
     * @param sinceTick the tick of the first missed event
     */
    default void onMissed(long count, long sinceTick) {}
}
