package io.github.freestep.physics;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Reads events when the caller polls, such as a game thread once per frame. One thread at a time may poll. Any thread
 * may call the other methods. Polling is wait-free except for the handler, and allocates nothing. Closing takes a lock
 * that the physics thread never takes.
 *
 * <p>A reader that is not polled fills up. Then it misses events or ends, depending on its {@link SlowConsumerPolicy}.
 * Until it is closed, it costs memory and one copy per event.
 */
public final class EventReader implements AutoCloseable {
    private final EventStream stream;

    /** Guards against concurrent polls, and makes what one polling thread has read visible to the next. */
    private final AtomicBoolean polling = new AtomicBoolean();

    EventReader(EventStream stream) {
        this.stream = stream;
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
        Objects.requireNonNull(handler, "handler must not be null");
        if (!polling.compareAndSet(false, true)) {
            throw new IllegalStateException("a reader must be polled by one thread at a time and not by its handler,"
                    + " was polled again by " + Thread.currentThread() + "; open a reader for each thread");
        }
        try {
            return stream.handOut(handler);
        } finally {
            polling.set(false);
        }
    }

    /**
     * The number of events that this reader has missed because it was polled too rarely.
     *
     * @return events since it joined
     */
    public long missed() {
        return stream.missedEvents();
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
     * Closes the reader. Waiting events are discarded. If the handler calls this, its current call is the last. A
     * second call does nothing.
     */
    @Override
    public void close() {
        stream.finish();
    }
}
