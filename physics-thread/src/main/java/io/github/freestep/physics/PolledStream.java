package io.github.freestep.physics;

import io.github.freestep.internal.EventQueue;
import io.github.freestep.internal.EventTaker;
import io.github.freestep.internal.EventValues;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/** The events of one reader, for one thread at a time: the caller of the reader, or a sender of states. */
final class PolledStream implements EventQueue {
    final EventStream stream;

    /** Guards against concurrent polls, and makes what one polling thread has read visible to the next. */
    private final AtomicBoolean polling = new AtomicBoolean();

    private final Sending sending = new Sending();

    PolledStream(EventStream stream) {
        this.stream = stream;
    }

    /** Passes events on to a sender. */
    private static final class Sending implements EventHandler {
        private EventTaker taker;

        @Override
        public void onEvent(PhysicsEvent event) {
            taker.event(event.sent());
        }

        @Override
        public void onMissed(long count, long sinceTick) {
            taker.missed(count);
        }
    }

    int handOut(long toTick, EventHandler handler) {
        Objects.requireNonNull(handler, "handler must not be null");
        begin();
        try {
            return stream.handOut(handler, toTick);
        } finally {
            polling.set(false);
        }
    }

    private void begin() {
        if (!polling.compareAndSet(false, true)) {
            throw new IllegalStateException("a reader must be polled by one thread at a time and not by its handler,"
                    + " was polled again by " + Thread.currentThread() + "; open a reader for each thread");
        }
    }

    @Override
    public void drain(EventTaker taker) {
        begin();
        try {
            sending.taker = taker;
            stream.handOut(sending);
        } finally {
            polling.set(false);
        }
    }

    @Override
    public void requireSendable() {
        if (stream.endsWhenFull()) {
            throw new IllegalArgumentException("the reader must drop events that do not fit, but it ends; leave out"
                    + " onSlow(...), or pass SlowConsumerPolicy.drop()");
        }
        for (PhysicsEvent.Kind kind : PhysicsEvent.Kind.values()) {
            if (stream.wants(kind) && PhysicsEvent.sent(kind) == EventValues.NONE) {
                throw new IllegalArgumentException("events for receivers must be of the kinds of RemoteEvent, but the"
                        + " reader also has those of " + kind + "; name the kinds: events().with(...).open()");
            }
        }
    }
}
