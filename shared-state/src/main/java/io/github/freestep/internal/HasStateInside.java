package io.github.freestep.internal;

/**
 * The superclass of a state, with the fields that {@link StateInside} reads and writes for Freestep's own packages.
 * Users cannot reach them. It is a superclass and not an object of its own, so that loops follow no additional
 * reference.
 */
public abstract class HasStateInside {
    final int[] epochs;
    final long[] versions;
    final long[] changed;
    final float[][] values;
    long epochsVersion = -1;
    int lifeOffset;
    Attachments attachments = Attachments.NONE;
    long predecessorTick = StateInside.NO_TICK;
    long edition;
    boolean overloaded;
    long startedNanos;
    long publishedNanos;
    long expectedLateNanos;
    boolean isThinned;

    /**
     * Creates a state that was never written.
     *
     * @param epochs the epoch of each slot
     * @param versions the version of each block
     * @param changed the changed slots of each block
     * @param values the arrays that {@link StateInside#values} returns
     */
    protected HasStateInside(int[] epochs, long[] versions, long[] changed, float[][] values) {
        this.epochs = epochs;
        this.versions = versions;
        this.changed = changed;
        this.values = values;
    }
}
