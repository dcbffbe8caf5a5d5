package io.github.freestep.state.content;

import org.jspecify.annotations.Nullable;

/**
 * What only Freestep's own code may do with a list of bodies: set its epochs, say how the states from the next one on
 * have come over a network, and keep the list for itself, as the adapter of an engine does. A body that other code
 * spawned or removed would be known either to the list or to the engine, not both. For the thread that changes the
 * bodies.
 */
public final class Filler extends Arrival {
    /**
     * The epochs of all slots, which are odd if the slot has a body. Code that shows another list's states sets an
     * epoch directly after the spawn, removal or teleport, before the next state is published.
     */
    public final int[] epochs;

    /** Even; what readers subtract from the lives of these bodies, from the next state on. */
    public int lifeOffset;

    /** The message for a spawn or a removal; null if any code may make it. */
    private @Nullable String refusal;

    /** Creates a list without bodies, to which any code may add some. */
    public Filler(int capacity) {
        super(capacity);
        epochs = new int[capacity];
    }

    /**
     * Refuses spawns and removals from now on, or allows them.
     *
     * @param message the message of the exception; null allows them
     * @return the message before, to be set again after a change
     */
    public @Nullable String refuse(@Nullable String message) {
        String before = refusal;
        refusal = message;
        return before;
    }

    /** Whether spawns and removals by other code are refused. */
    public boolean isFilled() {
        return refusal != null;
    }

    /**
     * Refuses a spawn or a removal by any code but the filler.
     *
     * @throws IllegalStateException if there is a filler, and it makes no change at the moment
     */
    public void requireFiller() {
        if (refusal != null) {
            throw new IllegalStateException(refusal);
        }
    }
}
