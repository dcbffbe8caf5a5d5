package io.github.freestep.physics;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.delivery.Delivery;
import io.github.freestep.physics.delivery.DeliveryThread;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Calls a handler with events on a daemon thread. Without a group, that thread serves only this subscription, and is
 * named {@code freestep-events-} plus the name of the service, if it has one, and the name of the subscription. Safe
 * for use by any number of threads; only {@link #close} blocks. The thread sleeps while there are no events.
 *
 * <p>In a group, one thread calls the handlers of all services, one at a time. So a handler that does not return delays
 * the others until another thread calls them: when the {@linkplain PhysicsGroup.Builder#watchdog watchdog} reports it,
 * or when its service, its subscription or a delayed one is closed. No handler is ever called by two threads at a time.
 *
 * <p>If the handler throws, even an error of the virtual machine, the failure is counted, kept for {@link #failure},
 * and reported to the other consumers as an event. Then the handler gets the next event. The thread does not end, not
 * even after an {@code OutOfMemoryError}, because its end would go unnoticed. If a handler throws in response to such a
 * report, the failure is not reported again, so that two failing handlers do not keep each other failing.
 */
public final class EventSubscription implements AutoCloseable {
    static final String THREAD_PREFIX = "freestep-events-";

    private static final long CLOSE_SECONDS = 5;

    private final String name;
    private final EventHandler handler;
    final EventStream stream;
    private final Events events;
    private final DeliveryThread deliveries;
    private final Delivery delivery;

    /**
     * Only the subscription's thread writes this field and {@link #failures}. It writes this one first, so that a
     * thread that sees the count also sees the failure.
     */
    private volatile Throwable lastFailure;

    /** Created and used by the watchdog's thread only. */
    private @Nullable HangWatch watch;

    EventSubscription(String name, EventHandler handler, EventStream stream, Events events, DeliveryThread deliveries) {
        this.name = name;
        this.handler = handler;
        this.stream = stream;
        this.events = events;
        this.deliveries = deliveries;
        delivery = new Handing();
        stream.setWaker(delivery::signal);
    }

    private void failed(Throwable failure) {
        lastFailure = failure;
        if (stream.lastKind() == PhysicsEvent.Kind.HANDLER_FAILED) {
            return;
        }
        try {
            events.handlerFailed(this, failure);
        } catch (Throwable unreported) {
            // With a full heap, even the report may fail. The failure is kept, and the thread goes on.
            lastFailure = unreported;
        }
    }

    /**
     * Starts the thread, unless it runs for other subscriptions already. Call it before the stream joins: if the thread
     * cannot be started, the stream then does not join.
     */
    void start() {
        delivery.begin();
    }

    /** Returns the thread that calls the handler at the moment; if there is none, the one that would. */
    Thread thread() {
        Thread by = delivery.by();
        return by != null ? by : deliveries.thread();
    }

    /** Returns what watches the handler. For the watchdog's thread. */
    HangWatch watch(Core core, long limitNanos) {
        if (watch == null) {
            watch = new HangWatch(new Suspected(), stream.code, core, limitNanos);
        }
        return watch;
    }

    /** In a group, lets another thread call the handlers that wait for this one, if this one is being called. */
    void letOthersGoOn() {
        deliveries.goOnWithout(delivery);
    }

    /** Returns whether the handler may still be called, or its thread has not ended. */
    boolean isServed() {
        return deliveries.serves(delivery);
    }

    /** Waits for the end of the last call; without a group, for the end of the thread. */
    boolean awaitEnd(long timeoutNanos) {
        return deliveries.awaitEnd(delivery, timeoutNanos);
    }

    /**
     * The name that was passed to {@link Events.Builder#subscribe}.
     *
     * @return the name; two subscriptions may have the same one
     */
    public String name() {
        return name;
    }

    /**
     * The number of events that the handler has missed because it was too slow.
     *
     * @return events since it joined
     */
    public long missed() {
        return stream.missedEvents();
    }

    /**
     * The newest exception or error that the handler has thrown.
     *
     * @return null if it has not thrown
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable Throwable failure() {
        return lastFailure;
    }

    /**
     * Whether the handler may still be called.
     *
     * @return false once the stream has ended and all its events were handed out; the stream ends by {@link #close}, by
     *     the first missed event under {@link SlowConsumerPolicy#end}, or with the service
     */
    public boolean isOpen() {
        return stream.isOpen();
    }

    /**
     * Ends the subscription. The handler gets the events that wait, then the thread ends, then this method returns. In
     * a group, the thread goes on for other subscriptions. If the handler calls this, or in a group any handler, it
     * only requests the end. A second call only waits. An interrupt does not end the wait, and the interrupt flag stays
     * set. The physics thread must not call this, because it must not wait.
     *
     * @throws IllegalStateException if the handler does not return within 5 seconds; the cause shows where it is. Its
     *     thread ends when the handler returns.
     */
    @Override
    public void close() {
        close(TimeUnit.SECONDS.toNanos(CLOSE_SECONDS));
    }

    void close(long timeoutNanos) {
        stream.end();
        if (Thread.currentThread() != thread() && !awaitEnd(timeoutNanos)) {
            throw new IllegalStateException(
                    "the handler of subscription " + name + " did not return within " + timeoutNanos / 1_000_000
                            + " ms; its thread ends as soon as the handler returns",
                    Threads.where(thread()));
        }
    }

    /** The handler, which may hang. */
    private final class Suspected implements HangWatch.Suspect {
        @Override
        public Thread thread() {
            return EventSubscription.this.thread();
        }

        @Override
        public void freeOthers(long turn) {
            letOthersGoOn();
        }
    }

    /** The calls of the handler. */
    private final class Handing extends Delivery {
        Handing() {
            super(deliveries);
        }

        @Override
        protected boolean deliver() {
            try {
                stream.handOut(handler);
                return false;
            } catch (Throwable failure) {
                failed(failure);
                return stream.isOpen();
            }
        }

        @Override
        protected boolean isFinished() {
            return !stream.isOpen();
        }
    }
}
