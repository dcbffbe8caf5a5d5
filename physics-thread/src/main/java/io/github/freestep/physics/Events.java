package io.github.freestep.physics;

import io.github.freestep.internal.Threads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;

/**
 * Consumers of events join here: of tick statistics, contacts, failures, and the simulation's own events. Safe for use
 * by any number of threads, at any time: before the physics starts, while it runs, from inside a handler, and after its
 * end, when what is handed out is closed already. Joining and leaving take a lock that the physics thread never takes.
 *
 * <p>Every consumer has a preallocated ring of its own, into which the physics thread copies each event. So a slow
 * consumer loses its own events and none of others, and what it reads is never written over. One ring for all was the
 * alternative. There the slowest consumer either stops everybody's events, or is overrun while it reads, and sees torn
 * ones. The price is a copy for each consumer, and 240 bytes for each place in a ring: 1 MB with the default capacity.
 */
public final class Events {
    /** The default number of events that a consumer can be behind. */
    public static final int DEFAULT_CAPACITY = 4_096;

    private static final EventStream[] NOBODY = {};

    /** More failures than that between two ticks are counted only. */
    private static final int MAX_WAITING_FAILURES = 64;

    private final Consumer<Throwable> onHandlerFailure;
    private final EventSink sink = new EventSink(this);

    /** Failures of handlers, until the physics thread reports them: it alone writes events. */
    private final MpscVarHandleArrayQueue<HandlerFailure> failures =
            new MpscVarHandleArrayQueue<>(MAX_WAITING_FAILURES);

    private final Object lock = new Object();

    /** Replaced, never changed: the physics thread reads it once an event. */
    private volatile EventStream[] streams = NOBODY;

    /** Those that were started; the dead ones are cleared out when one joins. Guarded by the lock. */
    private final List<Thread> threads = new ArrayList<>();

    private boolean closed;

    /**
     * Makes events without consumers.
     *
     * @param onHandlerFailure counts failures of handlers; called by the threads of subscriptions
     */
    Events(Consumer<Throwable> onHandlerFailure) {
        this.onHandlerFailure = onHandlerFailure;
    }

    /** The end that the physics thread writes to. */
    EventSink sink() {
        return sink;
    }

    /**
     * Joins with a reader that the host polls, with room for {@value #DEFAULT_CAPACITY} events.
     *
     * @param policy what becomes of it when it is full
     * @return to be closed when it is not polled any more
     */
    public EventReader reader(SlowConsumerPolicy policy) {
        return reader(policy, DEFAULT_CAPACITY);
    }

    /**
     * Joins with a reader that the host polls.
     *
     * @param policy what becomes of it when it is full
     * @param capacity the number of events it can be behind, a power of two up to 1048576
     * @return to be closed when it is not polled any more
     * @throws IllegalArgumentException if the capacity is no power of two, or beyond 1048576
     */
    public EventReader reader(SlowConsumerPolicy policy, int capacity) {
        return reader(PhysicsEvent.DEFAULT_KINDS, policy, capacity);
    }

    /**
     * Joins with a reader that the host polls, and that gets certain kinds of events only.
     *
     * @param kinds at least one; events of kinds that no consumer wants are neither written nor computed
     * @param policy what becomes of it when it is full
     * @param capacity the number of events it can be behind, a power of two up to 1048576
     * @return to be closed when it is not polled any more
     * @throws IllegalArgumentException if there is no kind, or the capacity is no power of two, or beyond 1048576
     */
    public EventReader reader(Set<PhysicsEvent.Kind> kinds, SlowConsumerPolicy policy, int capacity) {
        EventStream stream = newStream(kinds, policy, capacity);
        synchronized (lock) {
            if (closed) {
                stream.finish();
            } else {
                add(stream);
            }
        }
        return new EventReader(stream);
    }

    /**
     * Joins with a handler that gets a thread of its own, and room for {@value #DEFAULT_CAPACITY} events.
     *
     * @param name for its thread, and for messages
     * @param handler may be called before this returns
     * @param policy what becomes of it when it is too slow
     * @return to be closed when no more events are wanted
     */
    public EventSubscription subscribe(String name, EventHandler handler, SlowConsumerPolicy policy) {
        return subscribe(name, handler, policy, DEFAULT_CAPACITY);
    }

    /**
     * Joins with a handler that gets a thread of its own.
     *
     * @param name for its thread, and for messages
     * @param handler may be called before this returns
     * @param policy what becomes of it when it is too slow
     * @param capacity the number of events it can be behind, a power of two up to 1048576
     * @return to be closed when no more events are wanted
     * @throws IllegalArgumentException if the capacity is no power of two, or beyond 1048576
     */
    public EventSubscription subscribe(String name, EventHandler handler, SlowConsumerPolicy policy, int capacity) {
        return subscribe(name, handler, PhysicsEvent.DEFAULT_KINDS, policy, capacity);
    }

    /**
     * Joins with a handler that gets a thread of its own, and certain kinds of events only.
     *
     * @param name for its thread, and for messages
     * @param handler may be called before this returns
     * @param kinds at least one; events of kinds that no consumer wants are neither written nor computed
     * @param policy what becomes of it when it is too slow
     * @param capacity the number of events it can be behind, a power of two up to 1048576
     * @return to be closed when no more events are wanted
     * @throws IllegalArgumentException if there is no kind, or the capacity is no power of two, or beyond 1048576
     */
    public EventSubscription subscribe(
            String name, EventHandler handler, Set<PhysicsEvent.Kind> kinds, SlowConsumerPolicy policy, int capacity) {
        Objects.requireNonNull(name, "name must not be null");
        Objects.requireNonNull(handler, "handler must not be null");
        EventStream stream = newStream(kinds, policy, capacity);
        EventSubscription subscription = new EventSubscription(name, handler, stream, this);
        synchronized (lock) {
            if (closed) {
                stream.finish();
            } else {
                subscription.start();
                threads.removeIf(thread -> !thread.isAlive());
                threads.add(subscription.thread());
                add(stream);
            }
        }
        return subscription;
    }

    private EventStream newStream(Set<PhysicsEvent.Kind> kinds, SlowConsumerPolicy policy, int capacity) {
        for (PhysicsEvent.Kind kind : Objects.requireNonNull(kinds, "the kinds of events must not be null")) {
            Objects.requireNonNull(kind, "the kind of event must not be null");
        }
        if (kinds.isEmpty()) {
            throw new IllegalArgumentException("kinds must not be empty, was []; name at least one, such as TICK");
        }
        return new EventStream(this, kinds, Objects.requireNonNull(policy, "policy must not be null"), capacity);
    }

    /** Under the lock. */
    private void add(EventStream stream) {
        EventStream[] more = Arrays.copyOf(streams, streams.length + 1);
        more[more.length - 1] = stream;
        streams = more;
    }

    void leave(EventStream stream) {
        synchronized (lock) {
            streams = Arrays.stream(streams).filter(other -> other != stream).toArray(EventStream[]::new);
        }
    }

    EventStream[] streams() {
        return streams;
    }

    /** Counts a failure, and keeps it until the physics thread reports it. By the thread of the subscription. */
    void handlerFailed(EventSubscription subscription, Throwable cause) {
        onHandlerFailure.accept(cause);
        failures.offer(new HandlerFailure(subscription, cause));
    }

    /** Reports the failures of handlers to the other consumers, as events of the last finished tick. Physics thread. */
    void reportFailures(long tick, long simulationNanos, JfrEvents jfr) {
        HandlerFailure failure;
        // Bounded, because handlers may fail as fast as this reports.
        for (int i = 0; i < MAX_WAITING_FAILURES && (failure = failures.relaxedPoll()) != null; i++) {
            sink.handlerFailed(tick, simulationNanos, failure.subscription, failure.cause);
            jfr.handlerFailed(tick, failure.subscription.name(), failure.cause);
        }
    }

    /**
     * The end of the service, after the last event was written: consumers get what is there, then their threads end. Called
     * while a step hangs, it leaves what that one writes to nobody.
     */
    void close() {
        EventStream[] last;
        synchronized (lock) {
            closed = true;
            last = streams;
            streams = NOBODY;
        }
        for (EventStream stream : last) {
            stream.end();
        }
    }

    /** Whether all threads have ended; the calling one, if it is one of them, does not wait for itself. */
    boolean awaitEnd(long timeoutNanos) {
        long started = System.nanoTime();
        Thread last = null;
        Thread running;
        while ((running = running()) != null && running != last) {
            last = running;
            Threads.join(running, timeoutNanos - (System.nanoTime() - started));
        }
        return running == null;
    }

    /**
     * The first thread that has not ended, except the caller. Allocates nothing, so that a full heap does not stop
     * a close.
     */
    Thread running() {
        synchronized (lock) {
            for (int i = 0; i < threads.size(); i++) {
                Thread thread = threads.get(i);
                if (thread.isAlive() && thread != Thread.currentThread()) {
                    return thread;
                }
            }
            return null;
        }
    }

    boolean isOwnThread(Thread thread) {
        synchronized (lock) {
            return threads.contains(thread);
        }
    }

    private record HandlerFailure(EventSubscription subscription, Throwable cause) {}
}
