package io.github.freestep.physics.input;

import io.github.freestep.internal.Ranges;

/**
 * The values of the axes and the inputs of one tick, which users see as a {@code TickInput}. For the physics thread.
 * Allocates only when a tick has more inputs than any before.
 */
public final class InputValues {
    public final float[] levels;
    private final float[] levelsBefore;
    public final int capacity;

    /** A bit for each player who joined, or left, before this tick. */
    public int joined;

    public int left;

    /** Whether a restore has set axes since the newest report. */
    private boolean wasRestored;

    /** Grows when a tick has more inputs than any before. */
    private InputEvent[] events;

    public int size;

    public InputValues(int axes, int capacity) {
        levels = new float[axes];
        levelsBefore = new float[axes];
        this.capacity = capacity;
        events = InputEvent.few(capacity);
    }

    public float axis(int axis) {
        return levels[checkedAxis(axis)];
    }

    public float axisAtStart(int axis) {
        return levelsBefore[checkedAxis(axis)];
    }

    public int axes() {
        return levels.length;
    }

    /** Sets an axis at the beginning of the tick, as a poll would. */
    public void level(int axis, float value) {
        levels[axis] = value;
        levelsBefore[axis] = value;
    }

    /** Sets each axis to a saved value, until it is polled or a pushed value comes. */
    public void restore(float[] saved) {
        for (int axis = 0; axis < saved.length; axis++) {
            level(axis, saved[axis]);
        }
        wasRestored = true;
    }

    /** Returns whether a restore has set axes since the last call. */
    public boolean takeRestored() {
        boolean taken = wasRestored;
        wasRestored = false;
        return taken;
    }

    public void begin() {
        size = 0;
        joined = 0;
        left = 0;
        System.arraycopy(levels, 0, levelsBefore, 0, levels.length);
    }

    /** Moves the earliest waiting input to this tick. There is always room, because the heap has the same capacity. */
    InputEvent take(WaitingInput waiting) {
        InputEvent taken = waiting.remove(next());
        events[size++] = taken;
        if (!taken.action) {
            levels[taken.code] = taken.value;
        }
        return taken;
    }

    /** Adds an action, or a change of an axis. There must be room for it. */
    public void add(boolean isAction, int code, float value, double fraction) {
        InputEvent event = next();
        size++;
        event.action = isAction;
        event.code = code;
        event.value = value;
        event.fraction = fraction;
        if (!isAction) {
            levels[code] = value;
        }
    }

    /** Returns the next free input, which {@link #size} does not count yet. */
    private InputEvent next() {
        if (size == events.length) {
            events = InputEvent.grow(events, capacity);
        }
        return events[size];
    }

    public InputEvent event(int index) {
        return events[Ranges.index(index, size, "index", "size()")];
    }

    private int checkedAxis(int axis) {
        if (axis < 0 || axis >= levels.length) {
            throw new IndexOutOfBoundsException("axis must be at least 0 and below " + levels.length
                    + ", the number of declared axes, was " + axis + "; declare more with axes(n)");
        }
        return axis;
    }
}
