package io.github.freestep.state.content;

/**
 * The superclass of a state, with the fields that {@link StateInside} reads and writes for Freestep's own packages.
 * Users cannot reach them. It is a superclass and not an object of its own, so that loops follow no additional
 * reference.
 */
public abstract class HasStateInside {
    /** The epoch of each slot. */
    protected final int[] epochs;

    /** The version of each block. */
    protected final long[] versions;

    /** The changed slots of each block. */
    protected final long[] changed;

    /** The arrays that {@link StateInside#values} returns. */
    protected final float[][] values;

    /** What {@link StateInside#listed} returns. */
    protected final PoseList listed;

    long epochsVersion = -1;
    int lifeOffset;
    Attachments attachments = Attachments.NONE;
    long predecessorTick = StateInside.NO_TICK;
    long edition;
    boolean overloaded;
    long startedNanos;
    long publishedNanos;
    final Arrival arrival;

    /**
     * Creates a state that was never written.
     *
     * @param capacity the number of slots
     * @param values the arrays that {@link StateInside#values} returns
     * @param listed what {@link StateInside#listed} returns
     */
    protected HasStateInside(int capacity, float[][] values, PoseList listed) {
        epochs = new int[capacity];
        versions = new long[Blocks.of(capacity)];
        changed = new long[versions.length];
        arrival = new Arrival(capacity);
        this.values = values;
        this.listed = listed;
    }
}
