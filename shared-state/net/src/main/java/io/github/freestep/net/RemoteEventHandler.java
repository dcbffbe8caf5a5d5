package io.github.freestep.net;

/**
 * Handles the events of a server, one at a time and in order, on the thread that polls {@link RemoteEvents}. See the
 * example of {@link RemoteEvents#poll}.
 */
@FunctionalInterface
public interface RemoteEventHandler {
    /**
     * Handles an event. If this method throws, {@link RemoteEvents#poll} throws the same exception, and the event
     * counts as handed out.
     *
     * @param event the event; reused, so it is valid only during this call; copy the values that you keep
     */
    void onEvent(RemoteEvent event);
}
