package io.github.freestep.physics;

import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.event.Consumers;
import io.github.freestep.physics.thread.DeliveryThread;
import io.github.freestep.physics.watch.Suspect;
import java.util.EnumSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The events of an {@link EventSubscription}, and the task that calls its handler with them. The stream is the task
 * itself, because each of the two needs the other: the stream hands the task to the thread of the subscription, and the
 * task polls the stream.
 */
final class EventDelivery extends EventStream implements Runnable, Suspect {
    final String name;
    private final EventHandler handler;
    private final BiConsumer<String, Throwable> failures;
    private final DeliveryThread deliveries;

    /**
     * The number of signals that the thread has not dealt with. A signal says that events wait. While the number is
     * above 0, the thread has this task, so no signal adds it again, and no second thread calls the handler.
     */
    private final AtomicLong signals = new AtomicLong();

    /** The thread that is calling the handler, or null. */
    private volatile @Nullable Thread by;

    /** Whether the thread may still call the handler. */
    private volatile boolean served;

    /** The newest failure of the handler. Only the subscription's thread writes this field. */
    volatile @Nullable Throwable lastFailure;

    /** Creates a stream that has not joined yet, with the parameters of a ring, and those of a subscription. */
    EventDelivery(
            Consumers<EventStream> all,
            EnumSet<Kind> kinds,
            int capacity,
            String name,
            EventHandler handler,
            BiConsumer<String, Throwable> failures,
            DeliveryThread deliveries) {
        super(all, kinds, capacity);
        this.name = name;
        this.handler = handler;
        this.failures = failures;
        this.deliveries = deliveries;
    }

    /** Lets the thread call the handler soon. Takes no lock and allocates nothing. */
    @Override
    protected void wake() {
        if (signals.getAndIncrement() == 0) {
            deliveries.execute(this);
        }
    }

    /** Calls the handler for the events that wait now. For its thread. */
    @Override
    public void run() {
        // Read before the poll, because a signal that comes later may be of an event that the poll does not see.
        long seen = signals.get();
        by = Thread.currentThread();
        try {
            poll(handler);
        } catch (Throwable failure) {
            // The call is over, so the watch does not count the report to it.
            code.leave();
            failed(failure);
            // The events after the one that has failed still wait.
            seen = 0;
        }
        code.leave();
        by = null;
        if (!isOpen()) {
            // The signals stay, so no later one adds the task again.
            if (served) {
                deliveries.leave();
                served = false;
            }
        } else if (signals.addAndGet(-seen) != 0) {
            deliveries.execute(this);
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
    @Override
    public Thread thread() {
        Thread calling = by;
        return calling != null ? calling : deliveries.thread();
    }

    /** In a group, lets another thread call the handlers that wait for this one, if this one is being called. */
    @Override
    public void freeOthers() {
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
}
