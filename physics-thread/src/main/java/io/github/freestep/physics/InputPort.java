package io.github.freestep.physics;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import java.util.concurrent.atomic.LongAdder;

/**
 * Where input is pushed, from any thread, by any number at a time. Never blocks and allocates nothing: an input that finds
 * no room is refused, and counted. Lock-free: a push tries again only when another one got ahead of it.
 *
 * <p>An axis is a level: its newest value holds until the next. An edge is something that happened once, and is delivered
 * once. Each lands in the tick that its time falls into, in the order of time, and those of one thread in the order it
 * pushed them as long as their times do not decrease.
 *
 * <p>A thread that is preempted in the middle of a push holds back what others push after it until it runs again. It loses
 * nothing and stops nobody, unless the ring fills up meanwhile. A queue for each producer would avoid that; it would have to
 * be opened and closed by everyone who ever pushes.
 */
public final class InputPort {
    private final int axes;
    private final RingBuffer<Pushed> ring;
    private final LongAdder refused;
    private volatile boolean closed;

    /** The ring has the capacity, rounded up to a power of two. */
    InputPort(int axes, int capacity, LongAdder refused) {
        this.axes = axes;
        this.refused = refused;
        int places = 1 << Integer.SIZE - Integer.numberOfLeadingZeros(capacity - 1);
        // Of all strategies the one that signals nobody: the physics thread never waits for input.
        ring = RingBuffer.createMultiProducer(Pushed::new, places, new BusySpinWaitStrategy());
    }

    /**
     * Pushes a new value of an axis, with its time in nanoseconds of the service's clock.
     *
     * @param axis from 0, below the number of axes
     * @param value any finite number
     * @param nanos a reading of that clock; a later one than now counts as now, and in
     *     {@link PhysicsMetrics#inputsFromFuture}
     * @return false if the ring is full or the service has ended, and the input was refused
     * @throws IllegalArgumentException for another axis or value
     */
    public boolean axis(int axis, float value, long nanos) {
        requireAxis(axis, axes);
        return push(false, axis, value, nanos);
    }

    /**
     * Pushes an edge, something that happens once, with its time in nanoseconds of the service's clock.
     *
     * @param code what happened, a number of the game's choice
     * @param value any finite number
     * @param nanos a reading of that clock; a later one than now counts as now, and in
     *     {@link PhysicsMetrics#inputsFromFuture}
     * @return false if the ring is full or the service has ended, and the input was refused
     * @throws IllegalArgumentException for a NaN or infinite value
     */
    public boolean action(int code, float value, long nanos) {
        return push(true, code, value, nanos);
    }

    /** The physics thread's end of the ring. To be called once, before the first push. */
    EventPoller<Pushed> newPoller() {
        EventPoller<Pushed> poller = ring.newPoller();
        ring.addGatingSequences(poller.getSequence());
        return poller;
    }

    /** From now on everything is refused. A push that is under way may still be accepted; nobody will take it. */
    void close() {
        closed = true;
    }

    static void requireAxis(int axis, int axes) {
        if (axis < 0 || axis >= axes) {
            String range = axes == 0 ? "no axis is declared" : "axis must be between 0 and " + (axes - 1);
            throw new IllegalArgumentException(range + ", was " + axis + "; declare more with axes(n)");
        }
    }

    static void requireFinite(float value) {
        if (!Float.isFinite(value)) {
            throw new IllegalArgumentException(
                    "value must be finite, was " + value + "; filter it where the device is read");
        }
    }

    /** All that can throw comes before the claim: a place that was claimed and not published would block the ring for good. */
    private boolean push(boolean edge, int code, float value, long nanos) {
        requireFinite(value);
        if (closed) {
            return refuse();
        }
        long place;
        try {
            place = ring.tryNext();
        } catch (InsufficientCapacityException e) {
            // The library's one instance of it, without a stack: nothing is allocated.
            return refuse();
        }
        Pushed pushed = ring.get(place);
        pushed.edge = edge;
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
        boolean edge;
        int code;
        float value;
        long nanos;
    }
}
