package io.github.freestep.physics;

import java.util.concurrent.atomic.LongAdder;

/**
 * What an {@link InputSource} has to say in one poll, kept back until that poll has returned. For the physics thread, within
 * the poll; allocates nothing, never blocks.
 */
public final class PolledInput {
    private final float[] levels;
    private final int[] codes;
    private final float[] values;
    private final LongAdder refused;
    private boolean open;
    private int room;
    private int edges;

    PolledInput(int axes, int capacity, LongAdder refused) {
        levels = new float[axes];
        codes = new int[capacity];
        values = new float[capacity];
        this.refused = refused;
    }

    /**
     * Reports the value of an axis, in the unit that the device reports. It holds from the first tick of this
     * wake-up on, until a later poll or a pushed value whose tick comes replaces it. If one poll reports several,
     * the last counts.
     *
     * @param axis from 0, below the number of axes
     * @param value any finite number
     * @throws IllegalArgumentException for another axis or value
     * @throws IllegalStateException outside a poll
     */
    public void axis(int axis, float value) {
        requireOpen();
        InputPort.requireAxis(axis, levels.length);
        InputPort.requireFinite(value);
        levels[axis] = value;
    }

    /**
     * Reports an edge, something that happened once. It is delivered once, at the end of the newest tick of this
     * wake-up, in the order of these calls.
     *
     * @param code what it was
     * @param value any finite number
     * @return false if there is no room for it, and it was refused
     * @throws IllegalArgumentException for a NaN or infinite value
     * @throws IllegalStateException outside a poll
     */
    public boolean action(int code, float value) {
        requireOpen();
        InputPort.requireFinite(value);
        if (edges == room) {
            refused.increment();
            return false;
        }
        codes[edges] = code;
        values[edges++] = value;
        return true;
    }

    /** Begins with the levels as they are, so that all of them can be taken over again, whichever the source names. */
    void begin(TickInput current, int roomForEdges) {
        for (int axis = 0; axis < levels.length; axis++) {
            levels[axis] = current.axis(axis);
        }
        room = roomForEdges;
        edges = 0;
        open = true;
    }

    void end() {
        open = false;
    }

    float level(int axis) {
        return levels[axis];
    }

    int edges() {
        return edges;
    }

    int code(int index) {
        return codes[index];
    }

    float value(int index) {
        return values[index];
    }

    private void requireOpen() {
        if (!open) {
            throw new IllegalStateException(
                    "this sample is over; use it within the poll that it was given to, and push from elsewhere");
        }
    }
}
