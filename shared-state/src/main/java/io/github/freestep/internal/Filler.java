package io.github.freestep.internal;

/**
 * Keeps a list of bodies for the code that fills it, such as the adapter of an engine. A body that other code spawned
 * or removed would be known to only one of the list and the engine. Not a method of {@link Spawning}, because users
 * inherit that and could call it.
 */
public final class Filler {
    private Filler() {}

    /**
     * Refuses spawns and removals from now on, or allows them.
     *
     * @param bodies the bodies
     * @param refusal the message of the exception; null allows them
     * @return the message before, to be set again after a change
     */
    public static String refuse(Spawning bodies, String refusal) {
        String before = bodies.refusal;
        bodies.refusal = refusal;
        return before;
    }

    /**
     * Returns whether spawns and removals by other code are refused.
     *
     * @param bodies the bodies
     * @return false if any code may spawn and remove them
     */
    public static boolean isFilled(Spawning bodies) {
        return bodies.refusal != null;
    }

    /**
     * Returns the epoch of a slot.
     *
     * @param bodies the bodies
     * @param slot below the capacity
     * @return odd if the slot has a body, and even otherwise
     */
    public static int epoch(Spawning bodies, int slot) {
        return bodies.epochs[slot];
    }

    /**
     * Sets the epoch of a slot, for code that shows states of another list. Call it directly after the spawn, removal
     * or teleport in that slot which the epoch stands for, and before the next state is published.
     *
     * @param bodies the bodies
     * @param slot a slot that was just spawned, removed or teleported
     * @param epoch odd if the slot has a body, and even otherwise
     */
    public static void epoch(Spawning bodies, int slot, int epoch) {
        bodies.epochs[slot] = epoch;
    }

    /**
     * Sets the life of a slot, and leaves its count of teleports, under the same conditions as {@link #epoch}.
     *
     * @param bodies the bodies
     * @param slot a slot that was just spawned or removed
     * @param life odd if the slot has a body, and even otherwise; only the bits of {@link Epochs#LIVES} count
     */
    public static void life(Spawning bodies, int slot, int life) {
        bodies.epochs[slot] = bodies.epochs[slot] & ~Epochs.LIVES | Epochs.life(life);
    }

    /**
     * Sets what readers subtract from the lives of these bodies, from the next state on.
     *
     * @param bodies the bodies
     * @param offset an even number
     */
    public static void lifeOffset(Spawning bodies, int offset) {
        bodies.lifeOffset = offset;
    }

    /**
     * Sets what states of these bodies have as {@link StateInside#expectedLateNanos}, from the next one on.
     *
     * @param bodies the bodies
     * @param nanos a span of wall time, or {@code ~} of it
     */
    public static void expectedLateNanos(Spawning bodies, long nanos) {
        bodies.expectedLateNanos = nanos;
    }
}
