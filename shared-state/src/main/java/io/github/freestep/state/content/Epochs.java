package io.github.freestep.state.content;

/**
 * Reads the bits of an epoch, which the document of the package {@code state} describes. Safe for use by any number of
 * threads; internal.
 */
public final class Epochs {
    /** The count of spawns and removals; the bits above it count teleports. */
    public static final int LIVES = (1 << 24) - 1;

    /** The epoch of a slot that never had a body. */
    public static final int NEVER = 0;

    private Epochs() {}

    /**
     * Whether two epochs of a slot belong to the same body.
     *
     * @param epoch an epoch of the slot
     * @param other another epoch of the same slot
     * @return false if a body was spawned or removed in between
     */
    public static boolean sameLife(int epoch, int other) {
        return ((epoch ^ other) & LIVES) == 0;
    }

    /**
     * The part of an epoch that spawns and removals change, and teleports do not.
     *
     * @param epoch the epoch of the slot
     * @return the life of its body
     */
    public static int life(int epoch) {
        return epoch & LIVES;
    }

    /**
     * Whether the slot has a body.
     *
     * @param epoch the epoch of the slot
     * @return false before the body's spawn and after its removal
     */
    public static boolean isAlive(int epoch) {
        return (epoch & 1) != 0;
    }
}
