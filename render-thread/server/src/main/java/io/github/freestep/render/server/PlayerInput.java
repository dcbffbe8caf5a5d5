package io.github.freestep.render.server;

import io.github.freestep.internal.Ranges;
import io.github.freestep.physics.TickInput;
import io.github.freestep.physics.prediction.shown.TickNumbers;
import java.util.Arrays;

/**
 * The input of one player in a tick, with axes and actions numbered from 0. For the physics thread, during a step.
 * Allocates nothing in the long run.
 *
 * <pre>{@code
 * PlayerInput input = players.input(tick, seat);
 * x += input.axis(WALK) * SPEED * tick.dtSeconds();
 * }</pre>
 */
public final class PlayerInput {
    /** The number of codes of actions that a seat has. */
    static final int ACTIONS = 1 << 20;

    /** By how many ticks an input may be early. No prediction is further ahead. */
    static final int MOST_EARLY = 120;

    /** How many inputs of a player may wait for their tick. A power of two. */
    static final int MOST_WAITING = 128;

    /** For which tick an input was predicted whose number has not come yet. */
    private static final long UNNUMBERED = Long.MAX_VALUE;

    /** The values of the axes, and after them the newest number. */
    private final float[] levels;

    /** Whether what has come is of the player who has the seat. */
    private boolean isOpen;

    /** Whether the player has numbered any input. */
    private boolean isNumbered;

    /**
     * A ring of the inputs that wait, in order: negative codes for axes, the tick that each was predicted for, and the
     * last one for which it waits.
     */
    private final int[] codes = new int[MOST_WAITING];

    private final float[] values = new float[MOST_WAITING];
    private final long[] predicted = new long[MOST_WAITING];
    private final long[] ticks = new long[MOST_WAITING];
    private int first;
    private int waiting;

    /** The first tick of this step. */
    private long now;

    /** The tick of the newest input. */
    private long lastTick;

    /** The actions of this tick. */
    private int size;

    private int[] actionCodes = new int[64];
    private float[] actionValues = new float[64];
    private int[] actionLates = new int[64];

    /** How many inputs were not in the tick that their numbers name. For any thread. */
    volatile long mistimed;

    PlayerInput(int axes) {
        levels = new float[axes + 1];
    }

    /** The number of the newest input that has come; 0 if there is none. */
    float number() {
        return levels[levels.length - 1];
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
        isNumbered = (int) number() != 0;
    }

    /** Begins a step. */
    void begin(long tick) {
        size = 0;
        now = tick;
    }

    /** Whether any input waits for its tick. */
    boolean waits() {
        return waiting > 0;
    }

    /** Takes an input that has come. */
    void take(boolean isAction, int code, float value) {
        if (!isOpen) {
            return;
        }
        if (!isAction && code == levels.length - 1) {
            levels[code] = value;
            number((int) value);
            return;
        }
        if (waiting == MOST_WAITING) {
            mistimed += isNumbered ? 1 : 0;
            applyFirst();
        }
        int place = place(waiting++);
        codes[place] = isAction ? code : ~code;
        values[place] = value;
        predicted[place] = UNNUMBERED;
        ticks[place] = now + MOST_EARLY;
    }

    /** Takes the number of the inputs that have come since the number before. A client may send any number. */
    private void number(int number) {
        if (number == 0) {
            return;
        }
        isNumbered = true;
        long of = TickNumbers.tick(number, now);
        lastTick = Math.max(lastTick, of < now || of > now + MOST_EARLY ? now : of);
        for (int i = waiting - 1; i >= 0 && predicted[place(i)] == UNNUMBERED; i--) {
            predicted[place(i)] = of;
            ticks[place(i)] = Math.min(ticks[place(i)], lastTick); // However late its number is.
            mistimed += of == ticks[place(i)] ? 0 : 1;
        }
    }

    /** Applies what has waited for the ticks of this step. */
    void apply(long lastTickOfStep) {
        while (waiting > 0 && (!isNumbered || ticks[first] <= lastTickOfStep)) {
            // If its number has not come in all that time, the player does not number input any more.
            isNumbered &= predicted[first] != UNNUMBERED;
            applyFirst();
        }
    }

    private void applyFirst() {
        long late = predicted[first] == UNNUMBERED ? 0 : now - predicted[first];
        apply(codes[first], values[first], (int) Math.max(0, Math.min(late, MOST_EARLY)));
        first = place(1);
        waiting--;
    }

    /** The place in the ring of an input that waits, from 0 for the first one. */
    private int place(int index) {
        return first + index & MOST_WAITING - 1;
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
        if (axis < 0 || axis >= levels.length - 1) {
            throw new IllegalArgumentException("axis must be between 0 and " + (levels.length - 2) + ", was " + axis
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
        return actionCodes[checked(index)];
    }

    /**
     * Returns the value of an action.
     *
     * @param index from 0, in the order of time
     * @return a finite number
     * @throws IndexOutOfBoundsException if the tick has no such action of this player
     */
    public float value(int index) {
        return actionValues[checked(index)];
    }

    /**
     * Returns by how many ticks an action is late, because it came after the one for which the client has predicted it.
     * The client chooses that tick, and may lie.
     *
     * @param index from 0, in the order of time
     * @return at most 120; 0 if it is in time, or if the client does not predict
     * @throws IndexOutOfBoundsException if the tick has no such action of this player
     */
    public int lateTicks(int index) {
        return actionLates[checked(index)];
    }

    private int checked(int index) {
        return Ranges.index(index, size, "index", "actions()");
    }
}
