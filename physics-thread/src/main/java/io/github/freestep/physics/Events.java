package io.github.freestep.physics;

import io.github.freestep.internal.HasInside;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.event.Consumers;
import io.github.freestep.physics.event.UnshownTicks;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.thread.DeliveryThread;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets consumers join the stream of events: tick statistics, contacts, failures, and the simulation's own events. Safe
 * for use by any number of threads, at any time: before the start, during the run, inside a handler, and after the end.
 * After the end, the returned reader or subscription is closed already. Joining and leaving take a lock that the
 * physics thread takes only at its end.
 *
 * <pre>{@code
 * EventReader contacts = physics.events().with(Kind.CONTACT_BEGIN).capacity(8_192).open(); // polled by the caller
 * contacts.poll(frame.reachedTick(), event -> sounds.play(event)); // in each frame: what it shows
 * physics.events().with().subscribe("log", event -> log(event.tick(), event.kind())); // called on its own thread
 * }</pre>
 *
 * <p>Each consumer has its own preallocated ring, into which the physics thread copies each event, so a slow consumer
 * loses only its own events, and no event is overwritten while it is read. The cost is one copy per consumer, and 180
 * bytes per place in a ring, which is 0.19 MB with the default capacity.
 */
@SuppressWarnings("exports") // Of the superclass, which users need not see.
public final class Events extends HasInside<Journal<PhysicsContext>> {
    static final String THREAD_PREFIX = "freestep-events-";

    /** The default number of events that a consumer may be behind. */
    public static final int DEFAULT_CAPACITY = 1_024;

    /** Takes 190 MB. A larger capacity is most likely a mistake. */
    private static final int MAX_CAPACITY = 1 << 20;

    private final Runnable signal;
    final Consumers<EventStream> consumers = new Consumers<>(new EventStream[0]);
    private final UnshownTicks unshown;

    // Besides the inside, because a caller that asks for an inside loads this class.
    final Journal<PhysicsContext> journal;

    /** The end to which the physics thread writes. */
    final EventWriter writer;

    /** Returns the thread for the handler of a subscription with a given name. */
    private final Function<String, DeliveryThread> threads;

    private final BiConsumer<String, Throwable> failed;

    /**
     * The subscriptions that were started. Ended ones are removed when another joins. Each list is never changed, but
     * replaced under the consumers' lock.
     */
    volatile List<EventDelivery> subscriptions = List.of();

    /**
     * Creates events without consumers.
     *
     * @param journal takes recorders, and is closed with the consumers
     * @param unshown which ticks have no state
     * @param signal called after a consumer of hashes has joined
     * @param threads returns the thread for the handler of a subscription with a given name: one of its own, or the one
     *     of all services of a group
     * @param failed takes the name and the failure of each handler that has thrown, on its thread
     */
    Events(
            Journal<PhysicsContext> journal,
            UnshownTicks unshown,
            Runnable signal,
            Function<String, DeliveryThread> threads,
            BiConsumer<String, Throwable> failed) {
        super(journal);
        writer = new EventWriter(consumers, journal);
        this.journal = journal;
        this.unshown = unshown;
        this.signal = signal;
        this.threads = threads;
        this.failed = failed;
    }

    /**
     * Describes a consumer of events. It joins with {@link Builder#open} or {@link Builder#subscribe}. All
     * options have defaults.
     *
     * @param kinds the kinds of events that the consumer receives; if empty, {@link PhysicsEvent#DEFAULT_KINDS}. Events
     *     of kinds that no consumer wants are neither written nor computed.
     * @return a builder for use by one thread
     */
    public Builder with(Kind... kinds) {
        for (Kind kind : Objects.requireNonNull(kinds, "kinds must not be null")) {
            Objects.requireNonNull(kind, "kind must not be null");
        }
        return new Builder(this, kinds.length == 0 ? PhysicsEvent.DEFAULT_KINDS : List.of(kinds));
    }

    private void start(EventDelivery subscription) {
        List<EventDelivery> more = new ArrayList<>(subscriptions);
        more.removeIf(each -> !each.isServed());
        more.add(subscription);
        subscription.start();
        subscriptions = more;
    }

    /**
     * Ends all consumers and recorders, after the last event was written. They receive the events that still wait, then
     * their threads end. If a step hangs meanwhile, no consumer receives what it writes later.
     */
    void close() {
        consumers.close();
        journal.close();
    }

    /**
     * Waits for all handlers to end, except one that the calling thread serves. Without a group, also waits for their
     * threads. Returns whether they have ended.
     */
    boolean awaitEnd(long timeoutNanos) {
        long started = System.nanoTime();
        for (EventDelivery each : subscriptions) {
            boolean isCaller = each.thread() == Thread.currentThread();
            if (!isCaller && !each.awaitEnd(timeoutNanos - (System.nanoTime() - started))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the first thread that has not ended or still serves a handler, except the caller, or null. */
    @Nullable Thread running() {
        for (EventDelivery each : subscriptions) {
            Thread thread = each.thread();
            if (each.isServed() && thread != Thread.currentThread()) {
                return thread;
            }
        }
        return null;
    }

    boolean isOwnThread(Thread thread) {
        for (EventDelivery each : subscriptions) {
            if (each.thread() == thread) {
                return true;
            }
        }
        return false;
    }

    /**
     * Describes a consumer of events. Not thread-safe. Reusable: each {@link #open} or {@link #subscribe} joins
     * another consumer.
     */
    public static final class Builder {
        private final Events events;
        private final EnumSet<Kind> kinds;
        private int capacity = DEFAULT_CAPACITY;

        private Builder(Events events, Collection<Kind> kinds) {
            this.events = events;
            this.kinds = EnumSet.copyOf(kinds);
        }

        /**
         * Sets the number of events that the consumer may be behind. Default: {@value #DEFAULT_CAPACITY}, which is 1 s
         * at 100 ticks per second and 10 events per tick, and takes 0.19 MB. In a group of 1,000 services with a
         * consumer each, that is 0.19 GB, so set less for few events. Events that do not fit are dropped, and {@link
         * EventHandler#onMissed} reports the gap where it occurs.
         *
         * @param capacity a power of two from 1 to 1048576
         * @return this
         * @throws IllegalArgumentException if the capacity is not a power of two in that range
         */
        public Builder capacity(int capacity) {
            if (capacity < 1 || capacity > MAX_CAPACITY || Integer.bitCount(capacity) != 1) {
                throw new IllegalArgumentException("capacity must be a power of two between 1 and " + MAX_CAPACITY
                        + " events, was " + capacity + "; " + DEFAULT_CAPACITY + " is enough for most");
            }
            this.capacity = capacity;
            return this;
        }

        private void join(EventStream stream, Runnable beforeJoining) {
            events.consumers.add(stream, beforeJoining);
            if (stream.wants(Kind.HASH)) {
                // A service that rests computes no hashes, so it must look again.
                events.signal.run();
            }
        }

        /**
         * Joins with a reader that the caller polls. After the end of the run, the returned reader is closed already.
         *
         * @return the reader; close it when you no longer poll it
         */
        public EventReader open() {
            EventStream stream = new EventStream(events.consumers, kinds, capacity) {
                @Override
                protected void neglected(long count) {
                    events.journal.problems.mistake("a reader of events was never polled, and has missed " + count
                            + "; poll it in each frame, or close it");
                }
            };
            join(stream, () -> {});
            return new EventReader(stream, events.unshown);
        }

        /**
         * Joins with a handler, and starts a daemon thread that calls it. In a group, one thread calls the handlers of
         * all services, and the first subscription starts it. After the end of the run, no thread starts, and the
         * returned subscription is closed already.
         *
         * @param name the name of the subscription, for its thread and for messages
         * @param handler the handler; it may be called before this method returns
         * @return the subscription; close it when you need no more events
         */
        public EventSubscription subscribe(String name, EventHandler handler) {
            Objects.requireNonNull(name, "name must not be null");
            Objects.requireNonNull(handler, "handler must not be null");
            DeliveryThread thread = events.threads.apply(name);
            EventDelivery delivery =
                    new EventDelivery(events.consumers, kinds, capacity, name, handler, events.failed, thread);
            EventSubscription subscription = new EventSubscription(delivery);
            join(delivery, () -> events.start(delivery));
            return subscription;
        }
    }
}
