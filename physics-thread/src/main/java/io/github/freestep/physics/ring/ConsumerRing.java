package io.github.freestep.physics.ring;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.EventFactory;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import java.util.concurrent.locks.LockSupport;

/**
 * The entries of one consumer, in a preallocated ring of its own. The physics thread writes: wait-free, without
 * allocation. One thread at a time hands entries out. Any thread may end the ring.
 *
 * <p>The physics thread counts the entries that do not fit, and each entry that fits carries the count so far. The
 * consumer remembers the count that it has seen, and so is notified of a gap in the place of the gap. A gap that no
 * entry follows is reported when the ring ends, from the fields that the physics thread counts in: nothing is written
 * any more then. Before the end, the next tick writes an entry, and a gap that may still grow would be reported twice.
 *
 * @param <E> the type of the entries
 * @param <H> the type of their handler
 */
public abstract class ConsumerRing<E, H> {
    private final RingBuffer<E> ring;
    private final Sequence handedOut = new Sequence();
    private final boolean endsWhenFull;

    // What each place carries beside its entry: the count of missed entries before it, and the tick of the first of
    // those
    // just before.
    private final long[] missedBefore;
    private final long[] missedBeforeSinceTick;

    /** The ring leaves here when it has finished; null before it joins. */
    private volatile Consumers<?> consumers;

    /** The thread to wake; null where a host polls. Set before the ring joins. */
    private Thread consumer;

    /** Nothing is written from now on: the policy has ended it, or one side has left. */
    private volatile boolean ended;

    /** All is handed out, too, or the consumer has left. */
    private volatile boolean finished;

    /** Written by the physics thread alone, as are the next three. */
    private volatile long missed;

    private long missedSinceTick;
    /** The part of {@link #missed} that an entry carries already. */
    private long carried;

    private boolean unflushed;

    /** The consumer's: the part of {@link #missed} that it was notified of. */
    private long reported;

    /**
     * Makes a ring that has not joined yet.
     *
     * @param entries makes an empty entry for each place
     * @param capacity the number of entries that the consumer may be behind, a power of two
     * @param endsWhenFull whether the ring ends at the first entry that does not fit, instead of missing it
     */
    protected ConsumerRing(EventFactory<E> entries, int capacity, boolean endsWhenFull) {
        this.endsWhenFull = endsWhenFull;
        // No thread ever waits by this strategy. It is named because the default one takes a lock at every publish.
        ring = RingBuffer.createSingleProducer(entries, capacity, new BusySpinWaitStrategy());
        ring.addGatingSequences(handedOut);
        missedBefore = new long[capacity];
        missedBeforeSinceTick = new long[capacity];
    }

    /**
     * Copies an entry into a place of the ring. For the physics thread.
     *
     * @param from the entry
     * @param to the place
     */
    protected abstract void copy(E from, E to);

    /**
     * Calls the handler with an entry. For the consumer.
     *
     * @param entry valid during this call
     * @param handler to be called
     */
    protected abstract void hand(E entry, H handler);

    /**
     * Notifies the handler of a gap. For the consumer.
     *
     * @param count the number of missed entries
     * @param sinceTick the tick of the first of them
     * @param handler to be called
     */
    protected abstract void handMissed(long count, long sinceTick, H handler);

    /**
     * Sets the thread to wake at {@link #flush}. Before the ring joins.
     *
     * @param thread of the consumer
     */
    public final void wakes(Thread thread) {
        consumer = thread;
    }

    void joined(Consumers<?> all) {
        consumers = all;
    }

    /**
     * Writes an entry, if it fits. For the physics thread.
     *
     * @param entry to be copied
     * @param tick the tick that it belongs to
     */
    public final void write(E entry, long tick) {
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
            miss(tick);
            return;
        }
        copy(entry, ring.get(sequence));
        int place = place(sequence);
        missedBefore[place] = missed;
        missedBeforeSinceTick[place] = missedSinceTick;
        carried = missed;
        // Release: a consumer that finds this sequence in the cursor reads what was written to its place.
        ring.publish(sequence);
    }

    private int place(long sequence) {
        return (int) sequence & missedBefore.length - 1;
    }

    private void miss(long tick) {
        if (missed == carried) {
            missedSinceTick = tick;
        }
        // After the tick, and before the end: a consumer that reads this count, or that end, reads what belongs to it.
        missed = missed + 1;
        if (endsWhenFull) {
            ended = true;
        }
    }

    /** Wakes the consumer if an entry was written or missed since the last call. For the physics thread. */
    public final void flush() {
        if (unflushed) {
            unflushed = false;
            LockSupport.unpark(consumer);
        }
    }

    /** Ends the ring: entries written before are still handed out. By any thread. */
    public final void end() {
        ended = true;
        LockSupport.unpark(consumer);
    }

    /** Leaves: the remaining entries are not handed out any more. By any thread but the physics thread. */
    public final void finish() {
        finished = true;
        Consumers<?> all = consumers;
        if (all != null) {
            all.remove(this);
        }
    }

    /**
     * Hands out the entries that are there now. For the consumer.
     *
     * @param handler to be called
     * @return the number of entries handed out
     */
    public final int handOut(H handler) {
        // Before the cursor, so that the cursor covers all that was written before the end.
        boolean last = ended;
        long newest = ring.getCursor();
        int count = 0;
        for (long next = handedOut.get() + 1; next <= newest; next++) {
            int place = place(next);
            report(missedBefore[place], missedBeforeSinceTick[place], handler);
            // Asked anew each time: the handler may have closed its handle.
            if (finished) {
                return count;
            }
            count++;
            hand(next, handler);
        }
        if (last && !finished) {
            try {
                // The count is read before the tick, which was written before it.
                report(missed, missedSinceTick, handler);
            } finally {
                finish();
            }
        }
        return count;
    }

    private void hand(long sequence, H handler) {
        try {
            hand(ring.get(sequence), handler);
        } finally {
            // Each at once, not all at the end as an EventPoller does: a slow handler frees places as it goes.
            // Release: the physics thread writes to the place only after it was read here.
            handedOut.set(sequence);
        }
    }

    private void report(long total, long sinceTick, H handler) {
        if (total > reported && !finished) {
            long count = total - reported;
            reported = total;
            handMissed(count, sinceTick, handler);
        }
    }

    /**
     * The number of entries that did not fit.
     *
     * @return a count since the ring joined
     */
    public final long missed() {
        return missed;
    }

    /**
     * Whether there can be anything more to hand out.
     *
     * @return false once the ring has ended and all of it was handed out, or the consumer has left
     */
    public final boolean isOpen() {
        return !finished;
    }
}
