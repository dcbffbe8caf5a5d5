package io.github.freestep.physics.prediction.shown;

/**
 * The numbers of a player's inputs, each of which has the tick for which it was predicted. Floats are exact up to 2^24,
 * so a number has the low bits of the tick, and which one of that tick it is. 0 is none. Stateless.
 */
public final class TickNumbers {
    /** The axis on which numbers are sent to a server with players, whose own axes come before it. */
    public static final int AXIS = 63;

    private static final int SHIFT = 6;
    private static final int LAST_OF_TICK = (1 << SHIFT) - 1;
    private static final int TICK_BITS = 17;

    /** A tick that is less far behind the one before counts as that one, because inputs keep their order. */
    private static final int MOST_BEHIND = 256;

    private TickNumbers() {}

    /**
     * Returns the number of an input.
     *
     * @param before the number of the input before
     * @param tick the tick for which the input is predicted
     * @return a number; 0 if that tick has no more
     */
    public static int after(int before, long tick) {
        long behind = tick(before, tick) - tick;
        if (before == 0 || behind < 0 || behind >= MOST_BEHIND) {
            return (int) (tick & (1 << TICK_BITS) - 1) << SHIFT | 1;
        }
        return (before & LAST_OF_TICK) == LAST_OF_TICK ? 0 : before + 1;
    }

    /** Returns the tick of a number, of those with the same low bits the one that is next to the present tick. */
    public static long tick(int number, long present) {
        int unused = Integer.SIZE - TICK_BITS;
        return present + ((int) ((number >> SHIFT) - present) << unused >> unused);
    }
}
