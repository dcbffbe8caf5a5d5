package io.github.freestep.physics.server;

import io.github.freestep.physics.TickInput;
import io.github.freestep.physics.prediction.TickNumbers;
import java.util.Arrays;
import java.util.Objects;

/**
 * The input of one player in a tick, with axes and actions numbered from 0. For the physics thread, during a step.
 * Allocates nothing in the long run.
 */
public final class PlayerInput {
    /** The number of codes of actions that a seat has. */
    static final int ACTIONS = 1 << 20;

    /** By how many ticks an input may be early. No prediction is further ahead. */
    static final int MOST_EARLY = 120;

    /** How many inputs of a player may wait for their tick. */
    static final int MOST_WAITING = 128;

    /** The tick of an input whose number has not come yet. */
    private static final long UNNUMBERED = Long.MAX_VALUE;

    private final float[] levels;
    private final int numberAxis;

    /** Whether what has come is of the player who has the seat. */
    private boolean isOpen;

    /** Whether the player has numbered any input. */
    private boolean isNumbered;

    /** The inputs that wait, in order: negative codes for axes, the tick that each was predicted for, and its own. */
    private final int[] codes = new int[MOST_WAITING];

    private final float[] values = new float[MOST_WAITING];
    private final long[] predicted = new long[MOST_WAITING];
    private final long[] ticks = new long[MOST_WAITING];
    private int waiting;

    /** The tick of the newest input. */
    private long lastTick;

    /** The actions of this tick. */
    private int size;

    private int[] actionCodes = new int[64];
    private float[] actionValues = new float[64];
    private int[] actionLates = new int[64];

    /** How many inputs were not in the tick that their numbers name. For any thread. */
    volatile long mistimed;

    /** @param numberAxis the axis of the numbers; -1 if each input takes effect when it comes */
    PlayerInput(int axes, int numberAxis) {
        levels = new float[axes];
        this.numberAxis = numberAxis;
    }

    /** Forgets everything. */
    void close() {
        isOpen = false;
        isNumbered = false;
        Arrays.fill(levels, 0);
        waiting = 0;
        size = 0;
        lastTick = 0;
        mistimed = 0;
    }

    /** Begins with the values that the axes of a seat have before an input of the tick. */
    void open(TickInput input, int before, int firstAxis) {
        isOpen = true;
        waiting = 0;
        size = 0;
        lastTick = 0;
        for (int axis = 0; axis < levels.length; axis++) {
            levels[axis] = input.axisAtStart(firstAxis + axis);
        }
        for (int i = 0; i < before; i++) {
            int axis = input.code(i) - firstAxis;
            if (!input.isAction(i) && axis >= 0 && axis < levels.length) {
                levels[axis] = input.value(i);
            }
        }
        isNumbered = numberAxis >= 0 && levels[numberAxis] != 0;
    }

    /** Begins a tick. */
    void begin() {
        size = 0;
    }

    /** Takes an input that has come. */
    void take(boolean isAction, int code, float value, long tick) {
        if (!isOpen) {
            return;
        }
        if (!isAction && code == numberAxis) {
            levels[code] = value;
            number((int) value, tick);
            return;
        }
        int signed = isAction ? code : ~code;
        if (numberAxis < 0) {
            apply(signed, value, 0);
            return;
        }
        if (waiting == MOST_WAITING) {
            mistimed += isNumbered ? 1 : 0;
            applyFirst(1, tick);
        }
        codes[waiting] = signed;
        values[waiting] = value;
        ticks[waiting++] = UNNUMBERED;
    }

    /** Takes the number of the inputs that have come since the number before. A client may send any number. */
    private void number(int number, long tick) {
        if (number == 0) {
            return;
        }
        isNumbered = true;
        long of = TickNumbers.tick(number, tick);
        lastTick = Math.max(lastTick, of < tick || of > tick + MOST_EARLY ? tick : of);
        for (int i = waiting - 1; i >= 0 && ticks[i] == UNNUMBERED; i--) {
            predicted[i] = of;
            ticks[i] = lastTick;
            mistimed += of == lastTick ? 0 : 1;
        }
    }

    /** Applies what has waited for this tick. */
    void apply(long tick) {
        int count = 0;
        while (count < waiting && (ticks[count] <= tick || !isNumbered)) {
            count++;
        }
        applyFirst(count, tick);
    }

    private void applyFirst(int count, long tick) {
        for (int i = 0; i < count; i++) {
            long late = ticks[i] == UNNUMBERED ? 0 : tick - predicted[i];
            apply(codes[i], values[i], (int) Math.max(0, Math.min(late, Integer.MAX_VALUE)));
        }
        waiting -= count;
        System.arraycopy(codes, count, codes, 0, waiting);
        System.arraycopy(values, count, values, 0, waiting);
        System.arraycopy(predicted, count, predicted, 0, waiting);
        System.arraycopy(ticks, count, ticks, 0, waiting);
    }

    private void apply(int signed, float value, int late) {
        if (signed < 0) {
            levels[~signed] = value;
            return;
        }
        if (size == actionCodes.length) { // At most once for each length.
            actionCodes = Arrays.copyOf(actionCodes, 2 * size);
            actionValues = Arrays.copyOf(actionValues, 2 * size);
            actionLates = Arrays.copyOf(actionLates, 2 * size);
        }
        actionCodes[size] = signed;
        actionValues[size] = value;
        actionLates[size++] = late;
    }

    /**
     * Returns the value of an axis of this player.
     *
     * @param axis from 0, below {@link Players.Builder#axes}
     * @return the newest value; 0 before the first, and while the player is not here
     * @throws IllegalArgumentException if a player has no such axis
     */
    public float axis(int axis) {
        if (axis < 0 || axis >= levels.length) {
            throw new IllegalArgumentException("axis must be between 0 and " + (levels.length - 1) + ", was " + axis
                    + "; build the players with more axes(...)");
        }
        return levels[axis];
    }

    /**
     * Returns how many actions of this player the tick has.
     *
     * @return 0 in most ticks
     */
    public int actions() {
        return size;
    }

    /**
     * Returns the code of an action.
     *
     * @param index from 0, in the order of time
     * @return the code that the client has sent
     * @throws IndexOutOfBoundsException if the tick has no such action of this player
     */
    public int code(int index) {
        return actionCodes[Objects.checkIndex(index, size)];
    }

    /**
     * Returns the value of an action.
     *
     * @param index from 0, in the order of time
     * @return a finite number
     * @throws IndexOutOfBoundsException if the tick has no such action of this player
     */
    public float value(int index) {
        return actionValues[Objects.checkIndex(index, size)];
    }

    /**
     * Returns by how many ticks an action is late, because it came after the one for which the client has predicted it.
     *
     * @param index from 0, in the order of time
     * @return 0 if it is in time, or without {@link Players.Builder#inTime}
     * @throws IndexOutOfBoundsException if the tick has no such action of this player
     */
    public int lateTicks(int index) {
        return actionLates[Objects.checkIndex(index, size)];
    }
}
