package io.github.freestep.physics;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Events for a host that polls: a game thread once a frame, say. One thread at a time polls; any may ask and close. Polling
 * is wait-free but for the handler, and allocates nothing; leaving takes a lock that the physics thread never takes.
 *
 * <p>A reader that nobody polls fills up, and then misses events or ends, by its policy. It costs memory and a copy an event
 * until it is closed.
 */
public final class EventReader implements AutoCloseable {
    private final EventStream stream;

    /** Also passes on, from one polling thread to the next, what was handed out. */
    private final AtomicBoolean polling = new AtomicBoolean();

    EventReader(EventStream stream) {
        this.stream = stream;
    }

    /**
     * Hands out the events that wait now, and none that come meanwhile. What the handler throws goes to the caller; the
     * event counts as handed out, and the next poll continues after it.
     *
     * @param handler called by this thread
     * @return how many events were handed out; zero if there were none, or if this is closed
     * @throws IllegalStateException if another thread polls just now, or the handler does
     */
    public int poll(EventHandler handler) {
        Objects.requireNonNull(handler, "handler must not be null");
        if (!polling.compareAndSet(false, true)) {
            throw new IllegalStateException("this reader is being polled, by its own handler or by a thread other than "
                    + Thread.currentThread() + "; let every thread have a reader of its own");
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
     * @return a count since it joined
     */
    public long missed() {
        return stream.missed();
    }

    /**
     * Whether there can be anything more to hand out. The end of the service leaves a reader open until it has been polled
     * to the end.
     *
     * @return false once closed, and once the stream has ended and all of it was handed out
     */
    public boolean isOpen() {
        return stream.isOpen();
    }

    /**
     * Leaves; what is there is not handed out any more. From inside the handler, its current call is the last. A second
     * call does nothing.
     */
    @Override
    public void close() {
        stream.finish();
    }
}
