package io.github.freestep.physics.input;

import java.util.concurrent.atomic.LongAdder;

/** What a poll reports, which users fill as a {@code PolledInput}. For the physics thread. */
public final class PolledValues {
    public final float[] levels;
    private final int capacity;
    private final LongAdder refused;

    /** Grows when a poll reports more actions than any before. */
    InputEvent[] events;

    /** Whether a poll is in progress. */
    public boolean open;

    private int room;
    int actions;

    PolledValues(int axes, int capacity, LongAdder refused) {
        levels = new float[axes];
        this.capacity = capacity;
        events = InputEvent.few(capacity);
        this.refused = refused;
    }

    /** Adds an action. Returns false, and counts it as refused, if there is no room. */
    public boolean action(int code, float value) {
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
    void begin(InputValues current, int roomForActions) {
        System.arraycopy(current.levels, 0, levels, 0, levels.length);
        room = roomForActions;
        actions = 0;
        open = true;
    }

    /** Ends a poll, after which its source may report nothing. */
    void end() {
        open = false;
    }
}
