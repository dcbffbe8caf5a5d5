package io.github.freestep.physics.event;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * A preallocated ring with the entries of one consumer. The physics thread writes entries, wait-free and without
 * allocation. One thread at a time hands them out. Any thread may end the ring.
 *
 * <p>The physics thread counts the entries that do not fit, and stores the count so far with each entry that fits. The
 * consumer compares it with the count that it has seen, and so reports each gap where it occurs. A gap at the very end,
 * with no entry after it, is reported when the ring ends. The consumer then reads the physics thread's own counters,
 * which no longer change. Rejected: reporting such a gap earlier. It is not needed, because the next tick writes an
 * entry. It would also be wrong, because a gap that still grows would be reported twice.
 *
 * @param <E> the type of the entries
 * @param <H> the type of their handler
 */
public abstract class ConsumerRing<E, H> implements AutoCloseable {
    /** A reader that was never polled is reported as a mistake after this number of missed entries. */
    private static final int NEGLECTED = 1_024;

    private final RingBuffer<E> ring;
    private final Sequence handedOut = new Sequence();

    /** Whether the ring ends at the first entry that does not fit, instead of missing it. */
    private final boolean endsWhenFull;

    // Stored with each entry: the count of all missed entries before it, and the tick at which the newest gap began.
    private final long[] missedBefore;
    private final long[] missedBeforeSinceTick;

    /** The list that this ring leaves when it is finished. */
    private final Consumers<?> consumers;

    /** Set when nothing is written any more: an entry did not fit, or one side has left. */
    private volatile boolean ended;

    /** Set when all entries were handed out after the end, or the consumer has left. */
    private volatile boolean finished;

    /** The number of entries that did not fit. Only the physics thread writes this field and the next two. */
    private volatile long missed;

    private long missedSinceTick;

    private boolean unflushed;

    /** The part of {@link #missed} that was reported to the handler. For the consumer. */
    private long reported;

    /** Refuses polls during a poll, and makes what one polling thread has read visible to the next. */
    private final AtomicBoolean polling = new AtomicBoolean();

    /**
     * Creates a ring that has not joined yet.
     *
     * @param consumers the list that the ring will join
     * @param entries creates an empty entry for each place
     * @param capacity the number of entries that the consumer may be behind, a power of two
     * @param endsWhenFull whether the ring ends at the first entry that does not fit, instead of missing it
     */
    protected ConsumerRing(Consumers<?> consumers, Supplier<E> entries, int capacity, boolean endsWhenFull) {
        this.endsWhenFull = endsWhenFull;
        this.consumers = consumers;
        // No thread ever waits on this ring. The default strategy would take a lock at every publish.
        ring = RingBuffer.createSingleProducer(entries::get, capacity, new BusySpinWaitStrategy());
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
     * @param entry the entry, which is valid during this call
     * @param handler the handler to call
     */
    protected abstract void hand(E entry, H handler);

    /**
     * The tick that an entry belongs to. For the consumer.
     *
     * @param entry the entry
     * @return the tick
     */
    protected abstract long tick(E entry);

    /**
     * Notifies the handler of a gap. For the consumer.
     *
     * @param count the number of missed entries
     * @param sinceTick the tick of the first of them
     * @param handler the handler to call
     */
    protected abstract void handMissed(long count, long sinceTick, H handler);

    /**
     * Wakes a consumer that waits for entries. Does nothing by default, for one that polls when it likes. For any
     * thread, also the physics thread, so it must neither allocate nor wait.
     */
    protected void wake() {}

    /**
     * Reports that many entries were missed before any was polled. Does nothing by default.
     *
     * @param count the number of missed entries
     */
    protected void neglected(long count) {}

    /**
     * Writes an entry, if it fits. For the physics thread.
     *
     * @param entry the entry to copy
     * @param tick the tick that it belongs to
     */
    public final void write(E entry, long tick) {
        if (ended) {
            return;
        }
        unflushed = true;
        long sequence;
        try {
            // Each claimed place is published before the next is claimed, because a failed claim moves the cursor past
            // all places claimed so far. This method does not call next(), which leaks memory with assertions enabled:
            // it puts the ring into a static map and never removes it.
            sequence = ring.tryNext();
        } catch (InsufficientCapacityException full) {
            miss(tick);
            return;
        }
        copy(entry, ring.get(sequence));
        int place = place(sequence);
        missedBefore[place] = missed;
        missedBeforeSinceTick[place] = missedSinceTick;
        // Release: a consumer that sees this sequence in the cursor also sees the entry.
        ring.publish(sequence);
    }

    private int place(long sequence) {
        return (int) sequence & missedBefore.length - 1;
    }

    private void miss(long tick) {
        if (missed == missedBefore[place(ring.getCursor())]) {
            // The newest entry has the count so far, so this gap begins now.
            missedSinceTick = tick;
        }
        // Writes the tick, then the count, then the end. A consumer that sees one also sees those before it.
        missed = missed + 1;
        if (missed == Math.max(NEGLECTED, missedBefore.length) && handedOut.get() < 0) {
            neglected(missed);
        }
        if (endsWhenFull) {
            ended = true;
        }
    }

    /** Wakes the consumer if an entry was written or missed since the last call. For the physics thread. */
    public final void flush() {
        if (unflushed) {
            unflushed = false;
            wake();
        }
    }

    /** Ends the ring. Entries written before are still handed out. For any thread. */
    public final void end() {
        ended = true;
        wake();
    }

    /**
     * Whether the ring has ended, and nothing is written any more.
     *
     * @return true also while entries written before still wait
     */
    protected final boolean hasEnded() {
        return ended;
    }

    /**
     * Leaves at once. The remaining entries are discarded. For any thread but the physics thread. A second call does
     * nothing.
     */
    @Override
    public final void close() {
        finished = true;
        consumers.remove(this);
    }

    /**
     * Hands out the entries that wait now. For the consumer.
     *
     * @param handler the handler to call
     * @return the number of entries handed out
     * @throws IllegalStateException if another thread is polling, or if the handler itself polls
     */
    public final int poll(H handler) {
        return poll(handler, Long.MAX_VALUE);
    }

    /**
     * Hands out the entries that wait now, up to a tick. For the consumer.
     *
     * @param handler the handler to call
     * @param toTick the last tick of which entries are handed out; the first later one and all after it wait
     * @return the number of entries handed out
     * @throws IllegalStateException if another thread is polling, or if the handler itself polls
     */
    public final int poll(H handler, long toTick) {
        Objects.requireNonNull(handler, "handler must not be null");
        if (!polling.compareAndSet(false, true)) {
            throw new IllegalStateException("a reader must be polled by one thread at a time and not by its handler,"
                    + " was polled again by " + Thread.currentThread() + "; open a reader for each thread");
        }
        try {
            return handOut(handler, toTick);
        } finally {
            polling.set(false);
        }
    }

    private int handOut(H handler, long toTick) {
        // Read before everything else: if the ring has ended, the cursor then includes every entry written before the
        // end.
        boolean last = ended;
        int count = 0;
        long newest = ring.getCursor();
        for (long next = handedOut.get() + 1; next <= newest; next++) {
            if (tick(ring.get(next)) > toTick) {
                return count;
            }
            int place = place(next);
            report(missedBefore[place], missedBeforeSinceTick[place], handler);
            // Read again for each entry, because the handler may have closed its reader.
            if (finished) {
                return count;
            }
            count++;
            try {
                hand(ring.get(next), handler);
            } finally {
                // Set after each entry, so that a slow handler frees places as it goes. The library's EventPoller
                // would set it only once, at the end. Release: the physics thread overwrites the place only after the
                // handler has read it.
                handedOut.set(next);
            }
        }
        if (last && !finished) {
            try {
                // The count is read before the tick, which was written before it.
                report(missed, missedSinceTick, handler);
            } finally {
                close();
            }
        }
        return count;
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
     * @return entries since the ring joined
     */
    public long missed() {
        return missed;
    }

    /**
     * Whether entries may still be handed out.
     *
     * @return false if the ring has ended and all entries were handed out, or if the consumer has left
     */
    public final boolean isOpen() {
        return !finished;
    }
}
