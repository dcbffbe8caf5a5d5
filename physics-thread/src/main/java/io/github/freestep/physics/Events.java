package io.github.freestep.physics;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.ring.Consumers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;

/**
 * Lets consumers of events join: of tick statistics, contacts, failures, and the simulation's own events. Safe for use
 * by any number of threads, at any time: before the physics starts, while it runs, from inside a handler, and after its
 * end, when the returned reader or subscription is closed already. Joining and leaving take a lock that the physics
 * thread never takes.
 *
 * <pre>{@code
 * EventReader contacts = physics.events().with(Kind.CONTACT_BEGIN).capacity(8_192).open(); // polled by the caller
 * physics.events().with().subscribe("log", event -> log(event.tick(), event.kind()));      // called by a thread of its own
 * }</pre>
 *
 * <p>Every consumer has a preallocated ring of its own, into which the physics thread copies each event. So a slow
 * consumer loses only its own events, and the events that it reads are never overwritten. The alternative was one ring
 * for all. There the slowest consumer either stops the events of all others, or is overrun while it reads, and sees torn
 * events. The price is a copy for each consumer, and 180 bytes for each place in a ring: 0.75 MB with the default
 * capacity.
 */
public final class Events {
    /** The default number of events that a consumer may be behind. */
    public static final int DEFAULT_CAPACITY = 4_096;

    /** 190 MB; a larger number is a mistake. */
    private static final int MAX_CAPACITY = 1 << 20;

    /** More failures than that between two ticks are counted only. */
    private static final int MAX_WAITING_FAILURES = 64;

    private final Consumer<Throwable> onHandlerFailure;
    private final Consumers<EventStream> consumers = new Consumers<>(new EventStream[0]);
    private final Journal journal = new Journal();
    private final EventSink sink = new EventSink(consumers, journal);

    /** Failures of handlers, until the physics thread reports them: it alone writes events. */
    private final MpscVarHandleArrayQueue<HandlerFailure> failures =
            new MpscVarHandleArrayQueue<>(MAX_WAITING_FAILURES);

    /** Those that were started; the dead ones are removed when one joins. Also the lock for it. */
    private final List<Thread> threads = new ArrayList<>();

    static {
        // The recorder finds the journal without a public method that would show it to everybody.
        Journal.setAccess(events -> ((Events) events).journal);
    }

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
     * Describes a consumer of events, with a default for everything. It joins with {@link Builder#open} or {@link
     * Builder#subscribe}.
     *
     * @param kinds the events it gets; without any, those of {@link PhysicsEvent#DEFAULT_KINDS}. Events of kinds that
     *     no consumer wants are neither written nor computed.
     * @return for one thread
     */
    public Builder with(PhysicsEvent.Kind... kinds) {
        for (PhysicsEvent.Kind kind : Objects.requireNonNull(kinds, "kinds must not be null")) {
            Objects.requireNonNull(kind, "a kind of event must not be null");
        }
        return new Builder(this, kinds.length == 0 ? PhysicsEvent.DEFAULT_KINDS : List.of(kinds));
    }

    private EventReader open(Builder options) {
        EventStream stream = newStream(options);
        consumers.add(stream, () -> {});
        return new EventReader(stream);
    }

    private EventSubscription subscribe(String name, EventHandler handler, Builder options) {
        EventStream stream = newStream(options);
        EventSubscription subscription = new EventSubscription(name, handler, stream, this);
        consumers.add(stream, () -> start(subscription));
        return subscription;
    }

    private void start(EventSubscription subscription) {
        synchronized (threads) {
            subscription.start();
            threads.removeIf(thread -> !thread.isAlive());
            threads.add(subscription.thread());
        }
    }

    private static EventStream newStream(Builder options) {
        return new EventStream(options.kinds, options.policy, options.capacity);
    }

    EventStream[] streams() {
        return consumers.rings();
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
     * Ends all consumers and recorders, after the last event was written: they get what is there, then their threads end.
     * If a step hangs meanwhile, what it writes reaches no consumer.
     */
    void close() {
        consumers.close();
        journal.close();
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
        synchronized (threads) {
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
        synchronized (threads) {
            return threads.contains(thread);
        }
    }

    /** Describes a consumer of events. Not thread-safe. Reusable: each {@link #open} or {@link #subscribe} joins anew. */
    public static final class Builder {
        private final Events events;
        private final EnumSet<PhysicsEvent.Kind> kinds;
        private int capacity = DEFAULT_CAPACITY;
        private SlowConsumerPolicy policy = SlowConsumerPolicy.drop();

        private Builder(Events events, Collection<PhysicsEvent.Kind> kinds) {
            this.events = events;
            this.kinds = EnumSet.copyOf(kinds);
        }

        /**
         * Sets the number of events that the consumer may be behind. Default: {@value #DEFAULT_CAPACITY}, which is 4 s
         * at 100 ticks per second and ten events a tick, and takes 0.75 MB.
         *
         * @param capacity a power of two from 1 to 1048576
         * @return this
         * @throws IllegalArgumentException for another capacity
         */
        public Builder capacity(int capacity) {
            if (capacity < 1 || capacity > MAX_CAPACITY || Integer.bitCount(capacity) != 1) {
                throw new IllegalArgumentException("capacity must be a power of two between 1 and " + MAX_CAPACITY
                        + " events, was " + capacity + "; " + DEFAULT_CAPACITY + " is enough for most");
            }
            this.capacity = capacity;
            return this;
        }

        /**
         * Sets what happens when the consumer is behind by more than its capacity. Default: {@link
         * SlowConsumerPolicy#drop}, because most consumers, such as sounds and displays, can go on after a gap.
         *
         * @param policy {@link SlowConsumerPolicy#end} for a consumer that must miss no event
         * @return this
         */
        public Builder onSlow(SlowConsumerPolicy policy) {
            this.policy = Objects.requireNonNull(policy, "policy must not be null; SlowConsumerPolicy.drop() is usual");
            return this;
        }

        /**
         * Joins with a reader that the caller polls. After the end of the physics, the reader is closed already.
         *
         * @return to be closed when it is not polled any more
         */
        public EventReader open() {
            return events.open(this);
        }

        /**
         * Joins with a handler, and starts a thread that calls it. After the end of the physics, no thread starts, and the
         * subscription is closed already.
         *
         * @param name for its thread, and for messages
         * @param handler may be called before this returns
         * @return to be closed when no more events are wanted
         */
        public EventSubscription subscribe(String name, EventHandler handler) {
            Objects.requireNonNull(name, "name must not be null");
            Objects.requireNonNull(handler, "handler must not be null");
            return events.subscribe(name, handler, this);
        }
    }

    private record HandlerFailure(EventSubscription subscription, Throwable cause) {}
}
