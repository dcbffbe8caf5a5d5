package io.github.freestep.physics.input;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import io.github.freestep.internal.Ranges;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The queue from the threads that push input to the physics thread. Any number of threads may push. Never blocks, and
 * allocates nothing, except that the first push creates the ring, and pushes that come meanwhile wait for it.
 */
public final class InputQueue {
    /** Sleeps between attempts. If a real-time thread spun, a pusher that it has preempted would never run. */
    private static final long SEAL_PAUSE_NANOS = 50_000;

    private final int places;
    private final LongAdder refused;

    /** Null before the first push. */
    private final AtomicReference<Ring> ring = new AtomicReference<>();

    private volatile boolean closed;

    /** Apart from {@link #closed}, because another thread may close the queue before it is unsealed. */
    private volatile boolean sealed;

    /** Called after each push. Set only while the world rests, because otherwise the physics thread polls often. */
    private volatile @Nullable Runnable signal;

    /**
     * Creates a queue without a ring.
     *
     * @param capacity rounded up to a power of two
     * @param refused counts the inputs for which there is no room
     */
    InputQueue(int capacity, LongAdder refused) {
        this.refused = refused;
        places = 1 << Integer.SIZE - Integer.numberOfLeadingZeros(capacity - 1);
    }

    /** Passes the inputs that wait to a handler, which must not throw. For the physics thread. */
    void poll(EventPoller.Handler<Pushed> handler) {
        Ring created = ring.get();
        if (created != null) {
            created.poll(handler);
        }
    }

    /** Sets what each push calls at its end; null for nothing. For the physics thread, before and after it sleeps. */
    public void signal(@Nullable Runnable afterPush) {
        signal = afterPush;
        VarHandle.fullFence();
    }

    /** Returns whether no input waits. For the physics thread. */
    public boolean isEmpty() {
        Ring created = ring.get();
        return created == null
                || created.buffer.getCursor() <= created.poller.getSequence().get();
    }

    /** Refuses all further pushes. A push that is in progress may still be accepted, but no tick will take it. */
    public void close() {
        closed = true;
    }

    /**
     * Refuses all further pushes, also those in progress, and passes every accepted input to a handler, which must not
     * throw. So no input is both accepted and lost. Waits for a thread that was preempted in the middle of a push. For
     * the physics thread.
     */
    void seal(EventPoller.Handler<Pushed> handler) {
        sealed = true;
        // A full queue refuses. It is full once this thread has claimed all of its places, which it can only while none
        // is taken.
        Ring last = created(1);
        last.poll(handler);
        while (!last.fill()) {
            LockSupport.parkNanos(SEAL_PAUSE_NANOS);
            last.poll(handler);
        }
    }

    /** Ends a {@link #seal}, if there is one, unless the queue was closed. For the physics thread. */
    public void unseal() {
        if (sealed) {
            ring.set(null);
            sealed = false;
        }
    }

    public static void requireAxis(int axis, int axes) {
        if (axis < 0 || axis >= axes) {
            String range = axes == 0 ? "no axis is declared, axis" : "axis must be between 0 and " + (axes - 1) + ",";
            throw new IllegalArgumentException(range + " was " + axis + "; declare more with axes(n)");
        }
    }

    /**
     * Pushes an input, whose axis and time the caller has checked. Checks the value before it claims a place, because a
     * claimed place that is never published would block the ring permanently.
     *
     * @return whether there was room
     */
    public boolean push(boolean isAction, int code, float value, long nanos) {
        Ranges.requireFinite(value);
        if (closed || sealed) {
            return refuse();
        }
        RingBuffer<Pushed> buffer = created().buffer;
        long place;
        try {
            place = buffer.tryNext();
        } catch (InsufficientCapacityException e) {
            // The library throws a shared instance without a stack trace, so nothing is allocated.
            return refuse();
        }
        Pushed pushed = buffer.get(place);
        pushed.isAction = isAction;
        pushed.code = code;
        pushed.value = value;
        pushed.nanos = nanos;
        buffer.publish(place);
        // Either the physics thread finds this input before it sleeps, or this thread sees the signal to call. On both
        // sides, a full fence separates the store from the load.
        VarHandle.fullFence();
        Runnable wakes = signal;
        if (wakes != null) {
            wakes.run();
        }
        return true;
    }

    /**
     * Returns the ring, and creates it before the first push. Threads that push first at the same time wait for the one
     * that creates it; otherwise, each would allocate a ring of the whole capacity.
     */
    private Ring created() {
        Ring before = ring.get();
        if (before != null) {
            return before;
        }
        synchronized (ring) {
            return created(places);
        }
    }

    /** Returns the ring, or creates it. Without a lock, because the physics thread waits for no pusher. */
    private Ring created(int capacity) {
        Ring before = ring.get();
        if (before != null) {
            return before;
        }
        Ring created = new Ring(capacity);
        return ring.compareAndSet(null, created) ? created : Objects.requireNonNull(ring.get());
    }

    private boolean refuse() {
        refused.increment();
        return false;
    }

    /** The places of the queue, and the poller with which the physics thread reads them. */
    private static final class Ring {
        final RingBuffer<Pushed> buffer;
        final EventPoller<Pushed> poller;

        Ring(int places) {
            // This strategy wakes no thread. If the physics thread sleeps while its world rests, the signal wakes it.
            buffer = RingBuffer.createMultiProducer(Pushed::new, places, new BusySpinWaitStrategy());
            poller = buffer.newPoller();
            buffer.addGatingSequences(poller.getSequence());
        }

        void poll(EventPoller.Handler<Pushed> handler) {
            try {
                poller.poll(handler);
            } catch (Exception e) {
                throw new IllegalStateException("the handler must not throw", e);
            }
        }

        /** Claims all places, so that later claims fail. Returns false if any of them is taken. */
        boolean fill() {
            try {
                buffer.tryNext(buffer.getBufferSize());
                return true;
            } catch (InsufficientCapacityException e) {
                return false;
            }
        }
    }

    /** A place in the ring. */
    static final class Pushed {
        boolean isAction;
        int code;
        float value;
        long nanos;
    }
}
