package io.github.freestep.physics;

import java.util.Arrays;

/**
 * The input of one tick: where the axes stand, and what came in its span. For the physics thread, until the tick has been
 * stepped; the next tick's is written over it. Allocates nothing.
 *
 * <p>What came is in the order of time. Edges are in it, and pushed changes of axes, so that a simulation that cares can
 * integrate between them. Polled axes are not: they hold for the whole tick, before its first change.
 */
public final class TickInput {
    private final long originNanos;
    private final float[] levels;
    private final float[] levelsBefore;
    private final InputEvent[] events;
    private int size;

    TickInput(int axes, int capacity, long originNanos) {
        this.originNanos = originNanos;
        levels = new float[axes];
        levelsBefore = new float[axes];
        events = new InputEvent[capacity];
        Arrays.setAll(events, i -> new InputEvent());
    }

    /**
     * The value of an axis at the end of the tick, in the unit that the device reports.
     *
     * @param axis from 0, below the number of axes
     * @return the newest value, polled or pushed, whichever was applied later; zero before the first
     * @throws IndexOutOfBoundsException if there is no such axis
     */
    public float axis(int axis) {
        return levels[checkedAxis(axis)];
    }

    /**
     * The value of an axis at the beginning of the tick, in the unit that the device reports: before the first of its
     * changes in {@link #size}, and after the poll of this wake-up.
     *
     * @param axis from 0, below the number of axes
     * @return zero before the first value
     * @throws IndexOutOfBoundsException if there is no such axis
     */
    public float axisAtStart(int axis) {
        return levelsBefore[checkedAxis(axis)];
    }

    /**
     * The number of edges, and of pushed changes of axes, in this tick.
     *
     * @return zero in most ticks
     */
    public int size() {
        return size;
    }

    /**
     * Whether an input is an edge, which happens once, or the change of an axis.
     *
     * @param index from 0, in the order of time
     * @return true for an edge
     * @throws IndexOutOfBoundsException if the tick has no such input
     */
    public boolean isAction(int index) {
        return event(index).action;
    }

    /**
     * The code of an edge, or the number of an axis.
     *
     * @param index from 0, in the order of time
     * @return as it was pushed or polled
     * @throws IndexOutOfBoundsException if the tick has no such input
     */
    public int code(int index) {
        return event(index).code;
    }

    /**
     * The value of an input, in the unit that the device reports.
     *
     * @param index from 0, in the order of time
     * @return a finite number
     * @throws IndexOutOfBoundsException if the tick has no such input
     */
    public float value(int index) {
        return event(index).value;
    }

    /**
     * When an input came, as a fraction of the tick's span of simulation time. Input that came while time was paused,
     * or too late for the tick of its time, is moved to 0, or to where the one before it is.
     *
     * @param index from 0, in the order of time
     * @return from 0, its beginning, to 1, its end; no less than that of the one before
     * @throws IndexOutOfBoundsException if the tick has no such input
     */
    public double fraction(int index) {
        return event(index).fraction;
    }

    /**
     * When an input came, in nanoseconds of the service's clock. For measuring only: a simulation that depends on it is
     * not repeatable.
     *
     * @param index from 0, in the order of time
     * @return a reading of the service's clock, no later than when the physics thread received it
     * @throws IndexOutOfBoundsException if the tick has no such input
     */
    public long arrivalNanos(int index) {
        return originNanos + event(index).sinceOriginNanos;
    }

    /**
     * The number of an input, in the order in which the physics thread received all input: for measuring,
     * like {@link #arrivalNanos}.
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

    /** Adds an input from a feed, which has neither waited elsewhere nor a time of its own. */
    void add(boolean edge, int code, float value, double fraction) {
        if (size == events.length) {
            throw new IllegalArgumentException(
                    "a tick takes at most " + size + " inputs from a feed; raise inputCapacity");
        }
        InputEvent event = events[size++];
        event.action = edge;
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
        if (!taken.action) {
            levels[taken.code] = taken.value;
        }
        return taken;
    }

    private InputEvent event(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("index must be at least 0 and below " + size
                    + ", the inputs of this tick, was " + index + "; check size() first");
        }
        return events[index];
    }

    private int checkedAxis(int axis) {
        if (axis < 0 || axis >= levels.length) {
            throw new IndexOutOfBoundsException("axis must be at least 0 and below " + levels.length
                    + ", the declared axes, was " + axis + "; declare more with axes(n)");
        }
        return axis;
    }
}
