package io.github.freestep.physics;

import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A short queue of events that come to one consumer past its ring, for threads that may not write to the ring. Bounded.
 * Neither side waits.
 */
final class UrgentEvents {
    private static final int CAPACITY = 64;

    private final ConcurrentLinkedQueue<PhysicsEvent> waiting = new ConcurrentLinkedQueue<>();

    private long missedSinceTick;

    /** Written after {@link #missedSinceTick}, so that a consumer that sees the count also sees a tick. */
    private volatile long missed;

    /** The part of {@link #missed} that was taken. For the consumer. */
    private volatile long taken;

    /** Adds an event, unless the queue is full. For one thread at a time. The event must not change any more. */
    boolean offer(PhysicsEvent event) {
        if (waiting.size() < CAPACITY) {
            return waiting.offer(event);
        }
        if (missed == taken) {
            missedSinceTick = event.tick;
        }
        missed = missed + 1;
        return false;
    }

    /** Returns the number of events that wait. */
    int size() {
        return waiting.size();
    }

    /** Removes the oldest event. For the consumer. */
    PhysicsEvent poll() {
        return waiting.poll();
    }

    /** Returns the number of events missed since the last call. For the consumer. */
    long takeMissed() {
        long count = missed - taken;
        taken += count;
        return count;
    }

    /** Returns the tick of the first event of the newest gap. For the consumer. */
    long missedSinceTick() {
        return missedSinceTick;
    }

    /** Returns the number of events that did not fit. For any thread. */
    long missed() {
        return missed;
    }
}
