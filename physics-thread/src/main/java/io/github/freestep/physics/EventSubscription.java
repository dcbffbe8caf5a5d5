package io.github.freestep.physics;

import io.github.freestep.internal.Threads;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Calls a handler with events on a daemon thread, so that the handler delays no tick. Without a group, that thread
 * serves only this subscription, and is named {@code freestep-events-} plus the names of the service and the
 * subscription. Safe for use by any number of threads, and only {@link #close} blocks. To poll events on a thread of
 * your own, use an {@link EventReader} instead.
 *
 * <pre>{@code
 * EventSubscription log = physics.events().with(Kind.CONTACT_BEGIN).subscribe("log", event -> save(event.slotA()));
 * }</pre>
 *
 * <p>In a group, one thread calls the handlers of all services, one at a time. A handler that does not return therefore
 * delays the others until the watchdog reports it or one that waits is closed. Then another thread calls them. No
 * handler is ever called by two threads at a time.
 *
 * <p>If the handler throws, even an error of the virtual machine, the failure is kept for {@link #failure},
 * and reported to {@link PhysicsBuilder#onProblem}. Then the handler gets the next event.
 */
public final class EventSubscription implements AutoCloseable {

    private static final long CLOSE_SECONDS = 5;

    final EventDelivery delivery;

    EventSubscription(EventDelivery delivery) {
        this.delivery = delivery;
    }

    /**
     * The name that was passed to {@link Events.Builder#subscribe}.
     *
     * @return the name; two subscriptions may have the same one
     */
    public String name() {
        return delivery.name;
    }

    /**
     * The number of events that the handler has missed because it was too slow.
     *
     * @return events since it joined
     */
    public long missed() {
        return delivery.missed();
    }

    /**
     * The newest exception or error that the handler has thrown.
     *
     * @return null if it has not thrown
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable Throwable failure() {
        return delivery.lastFailure;
    }

    /**
     * Whether the handler may still be called.
     *
     * @return false once the stream has ended and all its events were handed out; the stream ends by {@link #close} or
     *     with the service
     */
    public boolean isOpen() {
        return delivery.isOpen();
    }

    /**
     * Ends the subscription, and waits until the handler has got all events. Then its thread ends, unless it is that of
     * a group, which serves other subscriptions, too. If the handler calls this, or in a group any handler, it only
     * requests the end. A second call only waits. An interrupt does not end the wait, and the interrupt flag stays set.
     * The physics thread must not call this, because it must not wait.
     *
     * @throws IllegalStateException if the handler does not return within 5 seconds; the cause shows where it is. Its
     *     thread ends when the handler returns.
     */
    @Override
    public void close() {
        close(TimeUnit.SECONDS.toNanos(CLOSE_SECONDS));
    }

    void close(long timeoutNanos) {
        delivery.end();
        if (Thread.currentThread() != delivery.thread() && !delivery.awaitEnd(timeoutNanos)) {
            throw new IllegalStateException(
                    "the handler of subscription " + name() + " did not return within " + timeoutNanos / 1_000_000
                            + " ms; its thread ends as soon as the handler returns",
                    Threads.where(delivery.thread()));
        }
    }
}
