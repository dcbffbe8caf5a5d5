package io.github.freestep.physics;

import io.github.freestep.physics.event.UnshownTicks;
import io.github.freestep.state.EventSource;

/**
 * Reads events when the caller polls, such as a game thread once per frame. One thread at a time may poll. Any thread
 * may call the other methods. Polling is wait-free except for the handler, and allocates nothing. Closing takes a lock
 * that the physics thread never takes.
 *
 * <pre>{@code
 * EventReader contacts = physics.events().with(Kind.CONTACT_BEGIN).open(); // once
 * contacts.poll(frame.reachedTick(), hit -> play("crash", hit.x(), hit.y())); // in each frame
 * }</pre>
 *
 * <p>In place of a caller, a {@code StateSender} can poll it, which sends the events to other processes and machines.
 *
 * <p>A reader that is not polled fills up, and then misses events. Until it is closed, it costs memory and one copy per
 * event.
 */
public final class EventReader extends EventSource implements AutoCloseable {
    private final EventStream stream;
    private final UnshownTicks unshown;

    EventReader(EventStream stream, UnshownTicks unshown) {
        super(stream);
        this.stream = stream;
        this.unshown = unshown;
    }

    /**
     * Hands out the events that wait now, but none that are written during the call. If the handler throws, this method
     * throws the same exception. That event counts as handed out, and the next poll continues after it.
     *
     * @param handler the handler, called on this thread
     * @return the number of events that were handed out; 0 if there were none, or if the reader is closed
     * @throws IllegalStateException if another thread is polling, or if the handler itself polls
     */
    public int poll(EventHandler handler) {
        return stream.poll(handler);
    }

    /**
     * Hands out the events that a picture has reached, in order, each once, and leaves the others to later polls. So a
     * hit is heard when it is seen, and not earlier by the delay of the picture:
     *
     * <pre>{@code
     * Frame frame = frames.sample();
     * contacts.poll(frame.reachedTick(), event -> sparks.at(event.x(), event.y(), event.z()));
     * }</pre>
     *
     * <p>That also holds in a pause, in slow and fast motion, and in every mode of the sampler. A frame that shows
     * several new states gets the events of all of them, also those of ticks whose states no reader needed. After the
     * end of the run, the picture reaches the last state, and then the rest is handed out.
     *
     * <ul>
     *   <li>If a tick fails, no state of it is published. Its events, and the report of the fault, are due once the
     *       picture has reached the newest published state.
     *   <li>An event that a command reports between two ticks belongs to the tick before it. While time runs, the
     *       command's effect is seen with the next tick. In a pause, both are seen at once.
     *   <li>The events between the newest state and the picture wait in the ring, so its capacity must be enough for
     *       them: for the ticks by which the picture is behind, usually 2 to 8, and for the ticks of the longest time
     *       without a frame after which no event may be lost.
     * </ul>
     *
     * <p>If the handler throws, this method behaves as {@link #poll(EventHandler)}. Both methods may be used in turn.
     *
     * @param reachedTick the tick that the picture has reached: {@code reachedTick()} of a frame that shows the states
     *     of the same service
     * @param handler the handler, called on this thread
     * @return the number of events that were handed out; 0 if none is due, or if the reader is closed
     * @throws IllegalStateException if another thread is polling, or if the handler itself polls
     */
    public int poll(long reachedTick, EventHandler handler) {
        return stream.poll(handler, unshown.due(reachedTick));
    }

    /**
     * The number of events that this reader has missed because it was polled too rarely.
     *
     * @return events since it joined
     */
    public long missed() {
        return stream.missed();
    }

    /**
     * Whether a poll may still hand out events. After the end of the service, a reader stays open until all its
     * events were polled.
     *
     * @return false if the reader was closed, or if its stream has ended and all events were handed out
     */
    public boolean isOpen() {
        return stream.isOpen();
    }

    /**
     * Closes the reader, and discards the events that wait. If the handler calls this, its current call is the last. A
     * second call does nothing.
     */
    @Override
    public void close() {
        stream.close();
    }
}
