package io.github.freestep.physics;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import java.util.concurrent.atomic.LongAdder;

/**
 * Accepts input from any number of threads at the same time. Lock-free, never blocks, allocates nothing. If the queue
 * is full, an input is refused and counted. A push retries only if another push got ahead of it.
 *
 * <p>An axis is a continuous input: its newest value holds until the next. An action is something that happens once,
 * such as the press of a button, and is delivered once. Each input goes to the tick whose span contains its time. A
 * tick receives its inputs in the order of time. Inputs of one thread stay in the order in which it pushed them, as
 * long as their times do not decrease.
 *
 * <p>If a thread is preempted in the middle of a push, later pushes of other threads are delivered only after it runs
 * again. No input is lost and no thread is stopped, unless the queue fills up meanwhile. One queue per producer would
 * avoid that, but then every thread that ever pushes would have to open and close its queue.
 */
public final class InputPort {
    private final int axes;
    private final RingBuffer<Pushed> ring;
    private final LongAdder refused;
    private volatile boolean closed;

    /** Creates a port whose ring has the given capacity, rounded up to a power of two. */
    InputPort(int axes, int capacity, LongAdder refused) {
        this.axes = axes;
        this.refused = refused;
        int places = 1 << Integer.SIZE - Integer.numberOfLeadingZeros(capacity - 1);
        // This strategy wakes no thread. None needs to be woken, because the physics thread never waits for input.
        ring = RingBuffer.createMultiProducer(Pushed::new, places, new BusySpinWaitStrategy());
    }

    /**
     * Pushes a new value of an axis, with its time.
     *
     * @param axis from 0, below the number of axes
     * @param value any finite number
     * @param nanos a reading of the service's clock; a time in the future counts as now, and in
     *     {@link PhysicsMetrics#inputsFromFuture}
     * @return true if the input was accepted; false if the queue is full or the service has ended
     * @throws IllegalArgumentException if the axis is not declared, or the value is NaN or infinite
     */
    public boolean axis(int axis, float value, long nanos) {
        requireAxis(axis, axes);
        return push(false, axis, value, nanos);
    }

    /**
     * Pushes an action, which happens once, with its time.
     *
     * @param code what happened, a number of the game's choice
     * @param value any finite number
     * @param nanos a reading of the service's clock; a time in the future counts as now, and in
     *     {@link PhysicsMetrics#inputsFromFuture}
     * @return true if the input was accepted; false if the queue is full or the service has ended
     * @throws IllegalArgumentException if the value is NaN or infinite
     */
    public boolean action(int code, float value, long nanos) {
        return push(true, code, value, nanos);
    }

    /**
     * Returns the number of axes, which the service's builder has set.
     *
     * @return 0 or more
     */
    public int axes() {
        return axes;
    }

    /** Returns the physics thread's end of the ring. Call it once, before the first push. */
    EventPoller<Pushed> newPoller() {
        EventPoller<Pushed> poller = ring.newPoller();
        ring.addGatingSequences(poller.getSequence());
        return poller;
    }

    /** Refuses all further pushes. A push that is in progress may still be accepted, but no tick will take it. */
    void close() {
        closed = true;
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
        if (closed) {
            return refuse();
        }
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
        return true;
    }

    private boolean refuse() {
        refused.increment();
        return false;
    }

    /** A place in the ring. */
    static final class Pushed {
        boolean isAction;
        int code;
        float value;
        long nanos;
    }
}
