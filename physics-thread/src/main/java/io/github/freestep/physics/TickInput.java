package io.github.freestep.physics;

import io.github.freestep.physics.input.InputValues;

/**
 * The input of one tick: the values of the axes, and the actions and changes of axes in its span. For the physics
 * thread, during the step. Reused for the next tick. Reading allocates nothing.
 *
 * <pre>{@code
 * TickInput input = tick.input();
 * double wish = input.axis(WALK);
 * for (int i = 0; i < input.size(); i++) {
 *     if (input.isAction(i) && input.code(i) == JUMP) {
 *         jump(input.fraction(i)); // when in this tick the key was pressed
 *     }
 * }
 * }</pre>
 *
 * <p>Inputs are in the order of time. They are actions and pushed changes of axes, so a simulation can integrate
 * between them. A polled value of an axis is not an input in this sense: it holds from the beginning of the tick until
 * the first pushed change.
 */
public final class TickInput {
    /** The greatest number of players, whose numbers begin with 0. */
    public static final int MAX_PLAYERS = 32;

    /** What the physics thread fills. */
    final InputValues values;

    TickInput(InputValues values) {
        this.values = values;
    }

    /**
     * Returns the value of an axis at the end of the tick.
     *
     * @param axis from 0, below the number of axes
     * @return the value that was applied last, polled or pushed, in the unit that the device reports; 0
     *     before the first
     * @throws IndexOutOfBoundsException if the axis is not declared
     */
    public float axis(int axis) {
        return values.axis(axis);
    }

    /**
     * Returns the value of an axis at the beginning of the tick: after the poll before the tick, and before the first
     * change within the tick.
     *
     * @param axis from 0, below the number of axes
     * @return the value in the unit that the device reports; 0 before the first
     * @throws IndexOutOfBoundsException if the axis is not declared
     */
    public float axisAtStart(int axis) {
        return values.axisAtStart(axis);
    }

    /**
     * Returns the number of inputs in this tick: actions and pushed changes of axes.
     *
     * @return 0 in most ticks
     */
    public int size() {
        return values.size;
    }

    /**
     * Returns whether an input is an action or the change of an axis.
     *
     * @param index from 0, in the order of time
     * @return true for an action, false for the change of an axis
     * @throws IndexOutOfBoundsException if the tick has no such input
     */
    public boolean isAction(int index) {
        return values.event(index).action;
    }

    /**
     * Returns the code of an action, or the number of an axis.
     *
     * @param index from 0, in the order of time
     * @return the code or number that was pushed or polled
     * @throws IndexOutOfBoundsException if the tick has no such input
     */
    public int code(int index) {
        return values.event(index).code;
    }

    /**
     * Returns the value of an input.
     *
     * @param index from 0, in the order of time
     * @return a finite number, in the unit that the device reports
     * @throws IndexOutOfBoundsException if the tick has no such input
     */
    public float value(int index) {
        return values.event(index).value;
    }

    /**
     * Returns the time of an input as a fraction of the tick's span of simulation time. An input that came during a
     * pause, or too late for the tick of its time, gets the fraction of the previous input, or 0 if it is the first.
     *
     * @param index from 0, in the order of time
     * @return from 0, the beginning of the tick, to 1, its end; at least the fraction of the previous input
     * @throws IndexOutOfBoundsException if the tick has no such input
     */
    public double fraction(int index) {
        return values.event(index).fraction;
    }

    /**
     * Returns whether a player takes part in a lockstep match from this tick on. Joins and leaves are no inputs: {@link
     * #size} does not count them.
     *
     * @param player the number of a player, from 0
     * @return true in the tick at which the player joins; always false outside a match
     */
    public boolean hasJoined(int player) {
        return isIn(values.joined, player);
    }

    /**
     * Returns whether a player no longer takes part in a lockstep match from this tick on. The player's axes are 0 from
     * this tick on.
     *
     * @param player the number of a player, from 0
     * @return true in the tick at which the player leaves; always false outside a match
     */
    public boolean hasLeft(int player) {
        return isIn(values.left, player);
    }

    private static boolean isIn(int players, int player) {
        return player >= 0 && player < MAX_PLAYERS && (players >>> player & 1) != 0;
    }
}
