package io.github.freestep.physics;

import io.github.freestep.internal.Threads;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Events for a handler with a daemon thread of ours, named {@code freestep-events-} and the subscription's name. Safe for use
 * by any number of threads; only {@link #close} blocks. The thread sleeps while there is nothing to hand out.
 *
 * <p>Whatever a handler throws, errors of the virtual machine included, is counted, kept and reported to the other consumers
 * as an event, and the handler gets the next event: an {@code OutOfMemoryError} that ended the thread would be seen by
 * nobody. What it throws over such a report is not reported in its turn, so that two failing handlers don't keep each other
 * failing.
 */
public final class EventSubscription implements AutoCloseable {
    static final String THREAD_PREFIX = "freestep-events-";

    private static final long CLOSE_SECONDS = 5;

    private final String name;
    private final EventHandler handler;
    private final EventStream stream;
    private final Events events;
    private final Thread thread;

    /** Both written by the thread alone, the failure first: who sees the count sees what was counted. */
    private volatile Throwable lastFailure;

    private volatile long failures;

    EventSubscription(String name, EventHandler handler, EventStream stream, Events events) {
        this.name = name;
        this.handler = handler;
        this.stream = stream;
        this.events = events;
        thread = new Thread(this::run, THREAD_PREFIX + name);
        thread.setDaemon(true);
        stream.wakes(thread);
    }

    /**
     * No wake-up is lost, although nobody holds a lock. The physics thread publishes, then unparks; this thread looks into
     * the ring, then parks. If that look missed the event, then the unpark comes after it, and either finds this thread
     * parked, or leaves a permit with which the park returns at once; and the look that follows finds the event. The same
     * goes for the end of the stream.
     */
    private void run() {
        while (stream.isOpen()) {
            try {
                if (stream.handOut(handler) == 0 && stream.isOpen()) {
                    LockSupport.park(this);
                    // An interrupt means nothing here, and would keep every further park from sleeping.
                    Thread.interrupted();
                }
            } catch (Throwable failure) {
                failed(failure);
            }
        }
    }

    private void failed(Throwable failure) {
        lastFailure = failure;
        failures = failures + 1;
        if (stream.lastKind() == PhysicsEvent.Kind.HANDLER_FAILED) {
            return;
        }
        try {
            events.handlerFailed(this, failure);
        } catch (Throwable unreported) {
            // Where memory is short even this may fail. The failure is counted and kept, and the next event may fare
            // better.
            lastFailure = unreported;
        }
    }

    /** To be called before the stream joins: where no thread can be had, nobody has joined. */
    void start() {
        thread.start();
    }

    Thread thread() {
        return thread;
    }

    EventStream stream() {
        return stream;
    }

    /**
     * What it was called by who subscribed.
     *
     * @return not necessarily unique
     */
    public String name() {
        return name;
    }

    /**
     * The number of events that the handler has missed because it was too slow.
     *
     * @return a count since it joined
     */
    public long missed() {
        return stream.missed();
    }

    /**
     * The number of times that the handler has thrown.
     *
     * @return a count since it joined
     */
    public long failureCount() {
        return failures;
    }

    /**
     * What the handler has thrown last.
     *
     * @return null if nothing so far
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable Throwable failure() {
        return lastFailure;
    }

    /**
     * Whether the handler may still be called.
     *
     * @return false once the stream has ended, by {@link #close}, by the policy or with the service, and all of it was
     *     handed out
     */
    public boolean isOpen() {
        return stream.isOpen();
    }

    /**
     * Leaves: what is there by now is handed out, then the thread ends, and this returns. From inside the handler it only
     * requests that. A second call does nothing but wait for the thread. An interrupt does not end the wait; its flag
     * stays. Not for the physics thread, which must not wait.
     *
     * @throws IllegalStateException if the handler is not done within 5 seconds; the cause shows where it is. Its thread
     *     ends when it returns.
     */
    @Override
    public void close() {
        close(TimeUnit.SECONDS.toNanos(CLOSE_SECONDS));
    }

    void close(long timeoutNanos) {
        stream.end();
        if (Thread.currentThread() != thread && !Threads.join(thread, timeoutNanos)) {
            throw new IllegalStateException(
                    "the handler of subscription " + name + " did not return within " + timeoutNanos / 1_000_000
                            + " ms; its thread ends as soon as the handler returns",
                    Threads.where(thread));
        }
    }
}
