package io.github.freestep.physics.input;

import io.github.freestep.internal.Throwables;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Polls the sources of a run, which report to it by a {@code PolledInput}. For the physics thread. Allocates only when
 * a poll reports more actions than any before.
 */
public final class InputPolls {
    private final InputValues input;
    private final WaitingInput waiting;
    private final InputCounts counts;
    private final LongAdder refused;
    private final int capacity;

    /** The values of the axes in this poll. */
    public final float[] levels;

    /** The actions of this poll. Grows when a poll reports more than any before. */
    private InputEvent[] events;

    private int actions;

    /** How many actions this poll may report. */
    private int room;

    private boolean isPolling;

    /**
     * Creates polls.
     *
     * @param input gets the polled axes at once
     * @param waiting gets the polled actions, which a tick takes by their time
     */
    InputPolls(int capacity, InputValues input, WaitingInput waiting, InputCounts counts, LongAdder refused) {
        this.input = input;
        this.waiting = waiting;
        this.counts = counts;
        this.refused = refused;
        this.capacity = capacity;
        levels = new float[input.axes()];
        events = InputEvent.few(capacity);
    }

    /** Polls every source, as {@link InputCollector#poll} says. The time counts from the origin. */
    @Nullable Throwable poll(Runnable[] sources, long sinceOriginNanos) {
        Throwable failure = null;
        for (Runnable source : sources) {
            try {
                poll(source, sinceOriginNanos);
            } catch (Throwable e) {
                // An error ends the run, so an exception of another source must not hide it.
                failure = e instanceof Error && !(failure instanceof Error)
                        ? Throwables.firstOf(e, failure)
                        : Throwables.firstOf(failure, e);
            }
        }
        return failure;
    }

    private void poll(Runnable source, long sinceOriginNanos) {
        // Axes that the source does not report stay as they are.
        System.arraycopy(input.levels, 0, levels, 0, levels.length);
        room = waiting.room();
        actions = 0;
        isPolling = true;
        try {
            source.run();
        } finally {
            isPolling = false;
        }
        commit(sinceOriginNanos);
    }

    /** Returns whether a source may report. */
    public boolean isPolling() {
        return isPolling;
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

    /** Counts a polled axis as an input only if its value has changed, because most polls find the same value. */
    private void commit(long sinceOriginNanos) {
        for (int axis = 0; axis < levels.length; axis++) {
            if (levels[axis] != input.axis(axis)) {
                input.levels[axis] = levels[axis];
                counts.consume(counts.next(), sinceOriginNanos);
            }
        }
        for (int i = 0; i < actions; i++) {
            waiting.add(true, events[i].code, events[i].value, sinceOriginNanos, counts.next());
        }
    }
}
