package io.github.freestep.physics;

import java.util.concurrent.atomic.LongAdder;

/**
 * Takes the reports of an {@link InputSource} in one poll. They take effect when the poll returns. For the physics
 * thread, during the poll. Never blocks. Allocates only when a poll reports more actions than any before.
 */
public final class PolledInput {
    private final float[] levels;
    private final int capacity;
    private final LongAdder refused;

    /** Grows when a poll reports more actions than any before. */
    private InputEvent[] events;

    private boolean open;
    private int room;
    private int actions;

    PolledInput(int axes, int capacity, LongAdder refused) {
        levels = new float[axes];
        this.capacity = capacity;
        events = InputEvent.few(capacity);
        this.refused = refused;
    }

    /**
     * Reports the value of an axis. It holds from the first tick of this wake-up on, until a later poll reports another
     * value, or a tick takes a value that was pushed. If one poll reports several values, the last one counts.
     *
     * @param axis from 0, below the number of axes
     * @param value any finite number, in the unit that the device reports
     * @throws IllegalArgumentException if the axis is not declared, or the value is NaN or infinite
     * @throws IllegalStateException outside a poll
     */
    public void axis(int axis, float value) {
        requireOpen();
        InputPort.requireAxis(axis, levels.length);
        InputPort.requireFinite(value);
        levels[axis] = value;
    }

    /**
     * Reports an action, which happened once. It is delivered once, at the end of the newest tick of this wake-up.
     * Actions are delivered in the order of these calls.
     *
     * @param code what happened
     * @param value any finite number
     * @return true if the action was accepted; false if the queue is full, and it was refused
     * @throws IllegalArgumentException if the value is NaN or infinite
     * @throws IllegalStateException outside a poll
     */
    public boolean action(int code, float value) {
        requireOpen();
        InputPort.requireFinite(value);
        if (actions == room) {
            refused.increment();
            return false;
        }
        if (actions == events.length) {
            events = InputEvent.grow(events, capacity);
        }
        events[actions].code = code;
        events[actions++].value = value;
        return true;
    }

    /**
     * Begins a poll with the current value of every axis, so that axes which the source does not report
     * stay as they are.
     */
    void begin(TickInput current, int roomForActions) {
        for (int axis = 0; axis < levels.length; axis++) {
            levels[axis] = current.axis(axis);
        }
        room = roomForActions;
        actions = 0;
        open = true;
    }

    void end() {
        open = false;
    }

    float level(int axis) {
        return levels[axis];
    }

    int actions() {
        return actions;
    }

    InputEvent action(int index) {
        return events[index];
    }

    private void requireOpen() {
        if (!open) {
            throw new IllegalStateException("this poll has ended; use a PolledInput only during the call of poll()"
                    + " that it was passed to, and an InputPort elsewhere");
        }
    }
}
