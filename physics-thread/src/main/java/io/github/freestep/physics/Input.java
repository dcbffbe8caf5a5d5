package io.github.freestep.physics;

import java.util.Arrays;

/**
 * The input of one tick: where the axes stand, and what came in its span. For the physics thread, until the tick has been
 * stepped; the next tick's is written over it. Allocates nothing.
 *
 * <p>What came is in the order of time. Edges are in it, and pushed changes of axes, so that a simulation that cares can
 * integrate between them. Polled axes are not: they hold for the whole tick, before its first change.
 */
public final class Input {
    private final long originNanos;
    private final float[] levels;
    private final float[] levelsBefore;
    private final InputEvent[] events;
    private int size;

    Input(int axes, int capacity, long originNanos) {
        this.originNanos = originNanos;
        levels = new float[axes];
        levelsBefore = new float[axes];
        events = new InputEvent[capacity];
        Arrays.setAll(events, i -> new InputEvent());
    }

    /**
     * Where an axis stands at the end of the tick.
     *
     * @param axis from 0, below the number of axes
     * @return the newest value, polled or pushed, whichever was applied later; zero before the first
     * @throws IndexOutOfBoundsException if there is no such axis
     */
    public float axis(int axis) {
        return levels[checkedAxis(axis)];
    }

    /**
     * Where an axis stands at the beginning of the tick: before the first of its changes in {@link #size}, and after the
     * poll of this wake-up.
     *
     * @param axis from 0, below the number of axes
     * @return zero before the first value
     * @throws IndexOutOfBoundsException if there is no such axis
     */
    public float axisBefore(int axis) {
        return levelsBefore[checkedAxis(axis)];
    }

    /**
     * How many edges, and pushed changes of axes, came in this tick.
     *
     * @return zero in most ticks
     */
    public int size() {
        return size;
    }

    /**
     * Whether it happened once, or is the change of an axis.
     *
     * @param index from 0, in the order of time
     * @return true for an edge
     * @throws IndexOutOfBoundsException if the tick has no such input
     */
    public boolean isEdge(int index) {
        return event(index).edge;
    }

    /**
     * What it was.
     *
     * @param index from 0, in the order of time
     * @return an edge's code, or the number of an axis
     * @throws IndexOutOfBoundsException if the tick has no such input
     */
    public int code(int index) {
        return event(index).code;
    }

    /**
     * How much.
     *
     * @param index from 0, in the order of time
     * @return what came with it, a finite number
     * @throws IndexOutOfBoundsException if the tick has no such input
     */
    public float value(int index) {
        return event(index).value;
    }

    /**
     * When in the tick's span of simulation time. What came while time stood still, and what comes too late for the tick of
     * its time, is moved to 0, or to where the one before it is.
     *
     * @param index from 0, in the order of time
     * @return from 0, its beginning, to 1, its end; no less than that of the one before
     * @throws IndexOutOfBoundsException if the tick has no such input
     */
    public double fraction(int index) {
        return event(index).fraction;
    }

    /**
     * When it came: for measuring, and not for the simulation, which would no longer be repeatable.
     *
     * @param index from 0, in the order of time
     * @return a reading of the service's clock, no later than when the physics thread received it
     * @throws IndexOutOfBoundsException if the tick has no such input
     */
    public long nanos(int index) {
        return originNanos + event(index).sinceOriginNanos;
    }

    /**
     * Its number, in the order in which the physics thread received all input: for measuring, like {@link #nanos}.
     *
     * @param index from 0, in the order of time
     * @return from 1
     * @throws IndexOutOfBoundsException if the tick has no such input
     */
    public long sequence(int index) {
        return event(index).sequence;
    }

    int axes() {
        return levels.length;
    }

    void axis(int axis, float value) {
        levels[axis] = value;
    }

    /** At the beginning of the tick, as if it was polled. */
    void level(int axis, float value) {
        levels[axis] = value;
        levelsBefore[axis] = value;
    }

    /** One that a feed tells of: it has neither been anywhere before nor a time of its own. */
    void add(boolean edge, int code, float value, double fraction) {
        if (size == events.length) {
            throw new IllegalArgumentException(
                    "a tick is fed no more than " + size + " inputs; make room for more with inputCapacity");
        }
        InputEvent event = events[size++];
        event.edge = edge;
        event.code = code;
        event.value = value;
        event.fraction = fraction;
        if (!edge) {
            levels[code] = value;
        }
    }

    /** Numbers what was fed, as if it had come just now. */
    void stamp(long firstSequence, long nanos) {
        for (int i = 0; i < size; i++) {
            events[i].sequence = firstSequence + i;
            events[i].sinceOriginNanos = nanos - originNanos;
        }
    }

    void begin() {
        size = 0;
        System.arraycopy(levels, 0, levelsBefore, 0, levels.length);
    }

    /** Adds the earliest of those that wait. They cannot be too many: there is as much room here as in the heap. */
    InputEvent take(InputHeap waiting) {
        InputEvent taken = waiting.remove(events[size]);
        events[size++] = taken;
        if (!taken.edge) {
            levels[taken.code] = taken.value;
        }
        return taken;
    }

    private InputEvent event(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("input " + index + " of a tick with " + size + "; ask size() first");
        }
        return events[index];
    }

    private int checkedAxis(int axis) {
        if (axis < 0 || axis >= levels.length) {
            throw new IndexOutOfBoundsException("axis " + axis + " of " + levels.length + "; declare more of them");
        }
        return axis;
    }
}
