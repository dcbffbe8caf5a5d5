package io.github.freestep.internal;

/**
 * The superclass of a list of bodies. Freestep's own code can keep the list for itself, and set its epochs, see
 * {@link Filler}. For the thread that changes the bodies.
 */
public abstract class Spawning {
    final int[] epochs;
    String refusal;
    int lifeOffset;
    long expectedLateNanos;

    /**
     * Creates a list to which any code may add bodies.
     *
     * @param epochs the epoch of each slot
     */
    protected Spawning(int[] epochs) {
        this.epochs = epochs;
    }

    /**
     * Refuses a spawn or a removal by any code but the filler.
     *
     * @throws IllegalStateException if there is a filler, and it makes no change at the moment
     */
    protected final void requireFiller() {
        if (refusal != null) {
            throw new IllegalStateException(refusal);
        }
    }

    /**
     * What states of these bodies have as {@link StateInside#lifeOffset}.
     *
     * @return an even number; 0 unless the filler has set another one
     */
    protected final int lifeOffset() {
        return lifeOffset;
    }
}
