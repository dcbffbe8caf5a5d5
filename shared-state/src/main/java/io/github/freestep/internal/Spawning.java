package io.github.freestep.internal;

/**
 * The superclass of a list of bodies that some code may keep for itself, see {@link Filler}. For the thread that
 * changes the bodies.
 */
public abstract class Spawning {
    String refusal;

    /** Creates a list to which any code may add bodies. */
    protected Spawning() {}

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
}
