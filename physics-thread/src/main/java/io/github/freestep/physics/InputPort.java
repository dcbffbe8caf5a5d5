package io.github.freestep.physics;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import io.github.freestep.state.InputSink;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Accepts input from any number of threads at the same time. Lock-free, never blocks, and allocates nothing, except
 * that the first push creates the queue, and pushes that come meanwhile wait for it. If the queue is full, an input is
 * refused and counted.
 *
 * <pre>{@code
 * physics.input().axis(0, stick.x()); // holds until the next value
 * physics.input().action(JUMP, 1);    // happens once
 * }</pre>
 *
 * <p>Each input goes to the tick whose span contains its time, and a tick receives its inputs in the order of time.
 * Inputs of one thread stay in the order in which it pushed them, as long as their times do not decrease.
 *
 * <p>If a device should be read by the physics thread, use an {@link InputSource} instead.
 */
public final class InputPort implements InputSink {
    /** Sleeps between attempts. If a real-time thread spun, a pusher that it has preempted would never run. */
    private static final long SEAL_PAUSE_NANOS = 50_000;

    private final int axes;
    private final int places;
    private final LongAdder refused;
    private final InputClock clock;

    /** Null before the first push. */
    private final AtomicReference<Queue> queue = new AtomicReference<>();

    private volatile boolean closed;

    /** Apart from {@link #closed}, because another thread may close the port before it is unsealed. */
    private volatile boolean sealed;

    /** Called after each push; null if the physics thread polls often. */
    private volatile @Nullable Runnable signal;

    /** Creates a port whose queue has the given capacity, rounded up to a power of two. */
    InputPort(int axes, int capacity, LongAdder refused, InputClock clock) {
        this.axes = axes;
        this.clock = clock;
        this.refused = refused;
        places = 1 << Integer.SIZE - Integer.numberOfLeadingZeros(capacity - 1);
    }

    /**
     * Pushes a new value of an axis that it has now. For a stepper, now is how far its host has advanced it.
     *
     * <p>If there is no memory for the queue, which the first push creates, that push throws the {@code
     * OutOfMemoryError}, and the next one tries again. If a thread is preempted in the middle of a push, later pushes
     * of other threads are delivered only after it runs again. No input is lost and no thread is stopped by that,
     * unless the queue fills up meanwhile.
     *
     * @param axis from 0, below the number of axes
     * @param value any finite number
     * @return true if the input was accepted; false if the queue is full or the run has ended
     * @throws IllegalArgumentException if the axis is not declared, or the value is NaN or infinite
     */
    public boolean axis(int axis, float value) {
        requireAxis(axis, axes);
        return push(false, axis, value, clock.nanoTime());
    }

    /**
     * Pushes an action, which happens once, now. For a stepper, now is how far its host has advanced it.
     *
     * @param code what happened, a number of the game's choice
     * @param value any finite number
     * @return true if the input was accepted; false if the queue is full or the run has ended
     * @throws IllegalArgumentException if the value is NaN or infinite
     */
    public boolean action(int code, float value) {
        return push(true, code, value, clock.nanoTime());
    }

    /**
     * Pushes a new value of an axis, with its time.
     *
     * @param axis from 0, below the number of axes
     * @param value any finite number
     * @param nanos a reading of {@link Physics#clock}, such as {@code System.nanoTime()} for a service with the default
     *     clock, but not for a stepper; from 1 minute before the run was made to 1 minute ahead. A time that is still
     *     in the future when the next tick looks counts as now, and in {@link PhysicsMetrics#inputsFromFuture}
     * @return true if the input was accepted; false if the queue is full or the run has ended
     * @throws IllegalArgumentException if the axis is not declared, the value is NaN or infinite, or the time cannot be
     *     a reading of that clock
     */
    @Override
    public boolean axis(int axis, float value, long nanos) {
        requireAxis(axis, axes);
        clock.require(nanos);
        return push(false, axis, value, nanos);
    }

    /**
     * Pushes an action, which happens once, with its time.
     *
     * @param code what happened, a number of the game's choice
     * @param value any finite number
     * @param nanos a reading of {@link Physics#clock}, as for {@link #axis(int, float, long)}
     * @return true if the input was accepted; false if the queue is full or the run has ended
     * @throws IllegalArgumentException if the value is NaN or infinite, or the time cannot be a reading of that clock
     */
    @Override
    public boolean action(int code, float value, long nanos) {
        clock.require(nanos);
        return push(true, code, value, nanos);
    }

    /**
     * Returns the number of axes, which the service's builder has set.
     *
     * @return 0 or more
     */
    @Override
    public int axes() {
        return axes;
    }

    /** Passes the inputs that wait to a handler, which must not throw. For the physics thread. */
    void poll(EventPoller.Handler<Pushed> handler) {
        Queue created = queue.get();
        if (created != null) {
            created.poll(handler);
        }
    }

    /** Sets what each push calls at its end; null for nothing. For the physics thread, before and after it sleeps. */
    void signal(@Nullable Runnable afterPush) {
        signal = afterPush;
        VarHandle.fullFence();
    }

    /** Returns whether no input waits. For the physics thread. */
    boolean isEmpty() {
        Queue created = queue.get();
        return created == null
                || created.ring.getCursor() <= created.poller.getSequence().get();
    }

    /** Refuses all further pushes. A push that is in progress may still be accepted, but no tick will take it. */
    void close() {
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
        Queue last = created(1);
        last.poll(handler);
        while (!last.fill()) {
            LockSupport.parkNanos(SEAL_PAUSE_NANOS);
            last.poll(handler);
        }
    }

    /** Accepts pushes again after {@link #seal}, unless the port was closed. For the physics thread. */
    void unseal() {
        queue.set(null);
        sealed = false;
    }

    static void requireAxis(int axis, int axes) {
        if (axis < 0 || axis >= axes) {
            String range = axes == 0 ? "no axis is declared, axis" : "axis must be between 0 and " + (axes - 1) + ",";
            throw new IllegalArgumentException(range + " was " + axis + "; declare more with axes(n)");
        }
    }

    static void requireFinite(float value) {
        if (!Float.isFinite(value)) {
            throw new IllegalArgumentException(
                    "value must be finite, was " + value + "; filter it where the device is read");
        }
    }

    /**
     * Checks everything before it claims a place, because a claimed place that is never published would block the
     * ring permanently.
     */
    private boolean push(boolean isAction, int code, float value, long nanos) {
        requireFinite(value);
        if (closed || sealed) {
            return refuse();
        }
        RingBuffer<Pushed> ring = created().ring;
        long place;
        try {
            place = ring.tryNext();
        } catch (InsufficientCapacityException e) {
            // The library throws a shared instance without a stack trace, so nothing is allocated.
            return refuse();
        }
        Pushed pushed = ring.get(place);
        pushed.isAction = isAction;
        pushed.code = code;
        pushed.value = value;
        pushed.nanos = nanos;
        ring.publish(place);
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
     * Returns the queue, and creates it before the first push. Threads that push first at the same time wait for the
     * one that creates it; otherwise, each would allocate a queue of the whole capacity.
     */
    private Queue created() {
        Queue before = queue.get();
        if (before != null) {
            return before;
        }
        synchronized (queue) {
            return created(places);
        }
    }

    /** Returns the queue, or creates it. Without a lock, because the physics thread waits for no pusher. */
    private Queue created(int capacity) {
        Queue before = queue.get();
        if (before != null) {
            return before;
        }
        Queue created = new Queue(capacity);
        return queue.compareAndSet(null, created) ? created : queue.get();
    }

    private boolean refuse() {
        refused.increment();
        return false;
    }

    /** A ring, and the poller with which the physics thread reads it. */
    private static final class Queue {
        final RingBuffer<Pushed> ring;
        final EventPoller<Pushed> poller;

        Queue(int places) {
            // This strategy wakes no thread. None needs to be woken, because the physics thread never waits for input.
            ring = RingBuffer.createMultiProducer(Pushed::new, places, new BusySpinWaitStrategy());
            poller = ring.newPoller();
            ring.addGatingSequences(poller.getSequence());
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
                ring.tryNext(ring.getBufferSize());
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

        Pushed copy() {
            Pushed copy = new Pushed();
            copy.isAction = isAction;
            copy.code = code;
            copy.value = value;
            copy.nanos = nanos;
            return copy;
        }
    }
}
