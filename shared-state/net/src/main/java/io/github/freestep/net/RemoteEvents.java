package io.github.freestep.net;

import io.github.freestep.internal.EventTaker;
import io.github.freestep.internal.EventValues;
import io.github.freestep.net.wire.ReceivedEvents;
import io.github.freestep.state.EventSource;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The events of a server, for the thread that shows its states. One thread at a time may poll. Any thread may call
 * {@link #missed}. Polling allocates nothing, and never blocks, except for the handler.
 *
 * <pre>{@code
 * remote.events().poll(frame.reachedTick(), hit -> play("crash", hit.x(), hit.y())); // in each frame
 * }</pre>
 *
 * <p>The server decides which kinds it {@linkplain StateSender.Builder#events sends}. At most {@value
 * ReceivedEvents#CAPACITY} events wait here, and further ones are missed.
 *
 * <p>A {@link StateSender} that relays these states can poll in place of a caller, and sends the events on.
 */
public final class RemoteEvents extends EventSource {
    private final ReceivedEvents received;

    /** For the next poll; none while one runs. */
    private final AtomicReference<@Nullable Handing> handing = new AtomicReference<>(new Handing());

    RemoteEvents(ReceivedEvents received) {
        super(received);
        this.received = received;
    }

    private static final class Handing implements EventTaker {
        private final RemoteEvent event = new RemoteEvent();
        private RemoteEventHandler handler = event -> {};

        @Override
        public void event(EventValues values) {
            event.values = values;
            handler.onEvent(event);
        }

        @Override
        public void missed(long count) {
            // RemoteEvents.missed() counts them.
        }
    }

    /**
     * Hands out the events that a picture has reached, in order, each once, and leaves the others to later polls:
     *
     * <pre>{@code
     * Frame frame = frames.sample();
     * remote.events().poll(frame.reachedTick(), event -> sparks.at(event.x(), event.y(), event.z()));
     * }</pre>
     *
     * <p>Events from before the first state that this receiver has shown are not handed out. If the server restarts,
     * neither are events of the former run that no picture has reached. Events of a tick that failed are handed out
     * only if a later state comes.
     *
     * @param reachedTick the tick that the picture has reached: {@code reachedTick()} of a frame that shows
     *     {@link RemoteStates#states}; {@code Long.MAX_VALUE} hands out the events of all states that have arrived
     * @param handler the handler, called on this thread
     * @return the number of events that were handed out; 0 if none is due
     * @throws IllegalStateException if another thread is polling, or if the handler itself polls
     */
    public int poll(long reachedTick, RemoteEventHandler handler) {
        Objects.requireNonNull(handler, "handler must not be null");
        Handing free = handing.getAndSet(null);
        // In use only if another thread polls, which is refused.
        Handing taker = free == null ? new Handing() : free;
        taker.handler = handler;
        try {
            return received.poll(reachedTick, taker);
        } finally {
            handing.set(taker);
        }
    }

    /**
     * The number of events that this receiver has missed: because a queue was full, here or on the server; because the
     * network lost them while the connection was interrupted; or because the server restarted before a picture reached
     * them. Events from before the receiver joined a run of the server are not counted.
     *
     * @return events since the start
     */
    public long missed() {
        return received.missed();
    }
}
