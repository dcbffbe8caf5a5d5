package io.github.freestep.physics;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * The events of one consumer, in a ring of its own. The physics thread writes: wait-free, without allocation. One thread at
 * a time hands them out. Anybody may end it.
 *
 * <p>What does not fit is counted by the physics thread, and the count so far goes along with the next event that fits. So
 * the consumer, which remembers what it was told, hears of a gap in the place of the gap. A gap that no event follows is
 * told when the stream ends, from the fields that the physics thread counts in: nothing is written any more then. Before
 * the end there is no need for that, as the next tick writes an event; telling of a gap that may still be growing would
 * tell of one gap twice.
 */
final class EventStream {
    private final Events events;
    private final SlowConsumerPolicy policy;
    private final Set<PhysicsEvent.Kind> kinds;
    private final RingBuffer<PhysicsEvent> ring;
    private final Sequence handedOut = new Sequence();

    /** Who is woken; null where a host polls. Set before the stream joins. */
    Thread consumer;

    /** Nothing is written from now on: by the policy, or since one side has left. */
    private volatile boolean ended;

    /** All is handed out, too, or nobody wants it. */
    private volatile boolean finished;

    /** Written by the physics thread alone, as are the next three. */
    private volatile long missed;

    private long missedSinceTick;
    /** So much of what was missed has gone along with an event. */
    private long carried;

    private boolean unflushed;

    /** The consumer's: how much of what was missed it has heard of. */
    private long told;

    /** The consumer's: of the event that was handed out last; null if that was the news of a gap. */
    private PhysicsEvent.Kind lastKind;

    EventStream(Events events, EnumSet<PhysicsEvent.Kind> kinds, SlowConsumerPolicy policy, int capacity) {
        this.events = events;
        // A set of enums is a word of bits: asking it costs a test of one.
        this.kinds = kinds.clone();
        this.policy = policy;
        // Nobody ever waits by this strategy. It is named because the default one takes a lock at every publish.
        ring = RingBuffer.createSingleProducer(PhysicsEvent::new, capacity, new BusySpinWaitStrategy());
        ring.addGatingSequences(handedOut);
    }

    boolean wants(PhysicsEvent.Kind kind) {
        return kinds.contains(kind);
    }

    /** Physics thread. */
    void write(PhysicsEvent event) {
        if (ended) {
            return;
        }
        unflushed = true;
        long sequence;
        try {
            // One at a time, published before the next: a failed claim moves the cursor over all that is claimed.
            // Not next(): under assertions it enters the ring in a static map, and there it stays.
            sequence = ring.tryNext();
        } catch (InsufficientCapacityException full) {
            miss(event.tick);
            return;
        }
        PhysicsEvent slot = ring.get(sequence);
        slot.copy(event);
        slot.missed = missed;
        slot.missedSinceTick = missedSinceTick;
        carried = missed;
        // Release: who finds this sequence in the cursor reads what was written to its slot.
        ring.publish(sequence);
    }

    private void miss(long tick) {
        if (missed == carried) {
            missedSinceTick = tick;
        }
        // After the tick, and before the end: who reads this count, or that end, reads what belongs to it.
        missed = missed + 1;
        if (policy.ends()) {
            ended = true;
        }
    }

    /** Physics thread: wakes the consumer if something was written, or could not be, since the last time. */
    void flush() {
        if (unflushed) {
            unflushed = false;
            LockSupport.unpark(consumer);
        }
    }

    /** Any thread. What was written before is still handed out; what is just being written may or may not be. */
    void end() {
        ended = true;
        LockSupport.unpark(consumer);
    }

    /** Any thread but the physics thread. What is there is not handed out any more. */
    void finish() {
        finished = true;
        events.leave(this);
    }

    /** Consumer: hands out what is there by now, and returns how many events that were. */
    int handOut(EventHandler handler) {
        // Before the cursor, so that the cursor covers all that was written before the end.
        boolean last = ended;
        long newest = ring.getCursor();
        int count = 0;
        for (long next = handedOut.get() + 1; next <= newest; next++) {
            PhysicsEvent event = ring.get(next);
            tellMissed(event.missed, event.missedSinceTick, handler);
            // Asked anew each time: the handler may have closed its handle.
            if (finished) {
                return count;
            }
            count++;
            hand(next, event, handler);
        }
        if (last && !finished) {
            try {
                // The count is read before the tick, which was written before it.
                tellMissed(missed, missedSinceTick, handler);
            } finally {
                finish();
            }
        }
        return count;
    }

    private void hand(long sequence, PhysicsEvent event, EventHandler handler) {
        lastKind = event.kind;
        try {
            handler.onEvent(event);
        } finally {
            // Each at once, not all at the end as an EventPoller does: a slow handler gives back places as it goes.
            // Release: the physics thread writes to the slot only after it was read here.
            handedOut.set(sequence);
        }
    }

    private void tellMissed(long total, long sinceTick, EventHandler handler) {
        if (total > told && !finished) {
            long count = total - told;
            told = total;
            lastKind = null;
            handler.onMissed(count, sinceTick);
        }
    }

    PhysicsEvent.Kind lastKind() {
        return lastKind;
    }

    long missed() {
        return missed;
    }

    boolean isOpen() {
        return !finished;
    }
}
