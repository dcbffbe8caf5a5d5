package io.github.freestep.physics;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.thread.DeliveryThread;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Function;
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

    private final String name;
    private final EventHandler handler;
    final EventStream stream;
    private final BiConsumer<String, Throwable> failures;
    private final DeliveryThread deliveries;
    private final Runnable delivery = this::deliver;

    /**
     * The number of signals that the thread has not dealt with. A signal says that events wait. While the number is
     * above 0, the thread has the delivery, so no signal adds it again, and no second thread calls the handler.
     */
    private final AtomicLong signals = new AtomicLong();

    /** The thread that is calling the handler, or null. */
    private volatile @Nullable Thread by;

    /** Whether the thread may still call the handler. */
    private volatile boolean served;

    /** Only the subscription's thread writes this field. */
    private volatile Throwable lastFailure;

    EventSubscription(
            String name,
            EventHandler handler,
            Function<Runnable, EventStream> stream,
            BiConsumer<String, Throwable> failures,
            DeliveryThread deliveries) {
        this.name = name;
        this.handler = handler;
        this.stream = stream.apply(this::signal);
        this.failures = failures;
        this.deliveries = deliveries;
    }

    /** Lets the thread call the handler soon. Takes no lock and allocates nothing. */
    private void signal() {
        if (signals.getAndIncrement() == 0) {
            deliveries.execute(delivery);
        }
    }

    /** Calls the handler for the events that wait now. For its thread. */
    private void deliver() {
        // Read before the poll, because a signal that comes later may be of an event that the poll does not see.
        long seen = signals.get();
        by = Thread.currentThread();
        try {
            stream.poll(handler);
        } catch (Throwable failure) {
            // The call is over, so the watch does not count the report to it.
            stream.code.leave();
            failed(failure);
            // The events after the one that has failed still wait.
            seen = 0;
        }
        stream.code.leave();
        by = null;
        if (!stream.isOpen()) {
            // The signals stay, so no later one adds the delivery again.
            if (served) {
                deliveries.leave();
                served = false;
            }
        } else if (signals.addAndGet(-seen) != 0) {
            deliveries.execute(delivery);
        }
    }

    private void failed(Throwable failure) {
        lastFailure = failure;
        try {
            failures.accept(name, failure);
        } catch (Throwable unreported) {
            // With a full heap, even the report may fail. The failure is kept, and the thread continues.
            lastFailure = unreported;
        }
    }

    /**
     * Starts the thread, unless it runs for other subscriptions already. Call it before the stream joins: if the thread
     * cannot be started, the stream then does not join.
     */
    void start() {
        deliveries.begin();
        served = true;
    }

    /** Returns the thread that calls the handler at the moment; if there is none, the one that would. */
    Thread thread() {
        Thread calling = by;
        return calling != null ? calling : deliveries.thread();
    }

    /** In a group, lets another thread call the handlers that wait for this one, if this one is being called. */
    void letOthersContinue() {
        deliveries.goOnWithout(by);
    }

    /** Returns whether the handler may still be called, or its thread has not ended. */
    boolean isServed() {
        return served || deliveries.isOwnAlive();
    }

    /** Waits for the end of the last call; without a group, for the end of the thread. */
    boolean awaitEnd(long timeoutNanos) {
        return deliveries.await(() -> !isServed(), timeoutNanos);
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
        return stream.missed();
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
        stream.end();
        if (Thread.currentThread() != thread() && !awaitEnd(timeoutNanos)) {
            throw new IllegalStateException(
                    "the handler of subscription " + name + " did not return within " + timeoutNanos / 1_000_000
                            + " ms; its thread ends as soon as the handler returns",
                    Threads.where(thread()));
        }
    }
}
