package io.github.freestep.physics;

/**
 * The input of one tick: the values of the axes, and the actions and changes of axes in its span. For the physics
 * thread, during the step. Reused for the next tick. Reading allocates nothing.
 *
 * <p>Inputs are in the order of time. They are actions and pushed changes of axes, so a simulation can integrate
 * between them. A polled value of an axis is not an input in this sense: it holds from the beginning of the tick until
 * the first pushed change.
 */
public final class TickInput {
    /** The greatest number of players. */
    static final int MAX_PLAYERS = 32;

    private final long originNanos;
    private final float[] levels;
    private final float[] levelsBefore;
    private final int capacity;

    /** A bit for each player who joined, or left, before this tick. */
    private int joined;

    private int left;

    /** Whether a restore has set axes since the newest report. */
    boolean wasRestored;

    /** Grows when a tick has more inputs than any before. */
    private InputEvent[] events;

    private int size;

    TickInput(int axes, int capacity, long originNanos) {
        this.originNanos = originNanos;
        levels = new float[axes];
        levelsBefore = new float[axes];
        this.capacity = capacity;
        events = InputEvent.few(capacity);
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
        return levels[checkedAxis(axis)];
    }

    /**
     * Returns the value of an axis at the beginning of the tick: after the poll of this wake-up, and before the first
     * change within the tick.
     *
     * @param axis from 0, below the number of axes
     * @return the value in the unit that the device reports; 0 before the first
     * @throws IndexOutOfBoundsException if the axis is not declared
     */
    public float axisAtStart(int axis) {
        return levelsBefore[checkedAxis(axis)];
    }

    /**
     * Returns the number of inputs in this tick: actions and pushed changes of axes.
     *
     * @return 0 in most ticks
     */
    public int size() {
        return size;
    }

    /**
     * Returns whether an input is an action or the change of an axis.
     *
     * @param index from 0, in the order of time
     * @return true for an action, false for the change of an axis
     * @throws IndexOutOfBoundsException if the tick has no such input
     */
    public boolean isAction(int index) {
        return event(index).action;
    }

    /**
     * Returns the code of an action, or the number of an axis.
     *
     * @param index from 0, in the order of time
     * @return the code or number that was pushed or polled
     * @throws IndexOutOfBoundsException if the tick has no such input
     */
    public int code(int index) {
        return event(index).code;
    }

    /**
     * Returns the value of an input.
     *
     * @param index from 0, in the order of time
     * @return a finite number, in the unit that the device reports
     * @throws IndexOutOfBoundsException if the tick has no such input
     */
    public float value(int index) {
        return event(index).value;
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
        return event(index).fraction;
    }

    /**
     * Returns the time of an input as a reading of the service's clock. For measuring only: a simulation that depends
     * on it is not repeatable.
     *
     * @param index from 0, in the order of time
     * @return nanoseconds of the service's clock, at most the time at which the physics thread received the input
     * @throws IndexOutOfBoundsException if the tick has no such input
     */
    public long arrivalNanos(int index) {
        return originNanos + event(index).sinceOriginNanos;
    }

    /**
     * Returns the sequence number of an input. The physics thread numbers all inputs in the order in which it receives
     * them. For measuring only, like {@link #arrivalNanos}.
     *
     * @param index from 0, in the order of time
     * @return the sequence number, from 1
     * @throws IndexOutOfBoundsException if the tick has no such input
     */
    public long sequence(int index) {
        return event(index).sequence;
    }

    /**
     * Returns whether a player takes part in a lockstep match from this tick on. Joins and leaves are no inputs: {@link
     * #size} does not count them.
     *
     * @param player the number of a player, from 0
     * @return true in the tick at which the player joins; always false outside a match
     */
    public boolean hasJoined(int player) {
        return isIn(joined, player);
    }

    /**
     * Returns whether a player no longer takes part in a lockstep match from this tick on. The player's axes are 0 from
     * this tick on.
     *
     * @param player the number of a player, from 0
     * @return true in the tick at which the player leaves; always false outside a match
     */
    public boolean hasLeft(int player) {
        return isIn(left, player);
    }

    private static boolean isIn(int players, int player) {
        return player >= 0 && player < MAX_PLAYERS && (players >>> player & 1) != 0;
    }

    /** Returns a bit for each player who joins at this tick. */
    int joined() {
        return joined;
    }

    /** Returns a bit for each player who leaves at this tick. */
    int left() {
        return left;
    }

    void joins(int player) {
        joined |= 1 << player;
    }

    void leaves(int player) {
        left |= 1 << player;
    }

    int axes() {
        return levels.length;
    }

    void axis(int axis, float value) {
        levels[axis] = value;
    }

    /** Sets an axis at the beginning of the tick, as a poll would. */
    void level(int axis, float value) {
        levels[axis] = value;
        levelsBefore[axis] = value;
    }

    /** Adds an input from a feed. It has neither waited in the heap nor a time of the clock. */
    void add(boolean isAction, int code, float value, double fraction) {
        if (size == capacity) {
            throw new IllegalArgumentException("a feed must pass at most " + size + " inputs per tick, was "
                    + (size + 1) + "; raise inputCapacity");
        }
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

    /** Numbers and stamps the inputs of a feed, as if they had been received now. */
    void stamp(long firstSequence, long nanos) {
        for (int i = 0; i < size; i++) {
            events[i].sequence = firstSequence + i;
            events[i].sinceOriginNanos = nanos - originNanos;
        }
    }

    void begin() {
        size = 0;
        joined = 0;
        left = 0;
        System.arraycopy(levels, 0, levelsBefore, 0, levels.length);
    }

    /** Moves the earliest waiting input to this tick. There is always room, because the heap has the same capacity. */
    InputEvent take(InputHeap waiting) {
        InputEvent taken = waiting.remove(next());
        events[size++] = taken;
        if (!taken.action) {
            levels[taken.code] = taken.value;
        }
        return taken;
    }

    private InputEvent next() {
        if (size == events.length) {
            events = InputEvent.grow(events, capacity);
        }
        return events[size];
    }

    private InputEvent event(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("index must be at least 0 and below " + size
                    + ", the number of inputs of this tick, was " + index + "; check size() first");
        }
        return events[index];
    }

    private int checkedAxis(int axis) {
        if (axis < 0 || axis >= levels.length) {
            throw new IndexOutOfBoundsException("axis must be at least 0 and below " + levels.length
                    + ", the number of declared axes, was " + axis + "; declare more with axes(n)");
        }
        return axis;
    }
}
