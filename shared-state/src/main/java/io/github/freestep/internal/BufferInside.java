package io.github.freestep.internal;

/**
 * What a buffer of states has for Freestep's other packages: the times of ticks, and copies of its states. Each copy is
 * for one thread at a time.
 *
 * @param <S> the type of the states, which this package does not know
 */
public abstract class BufferInside<S extends HasStateInside> {
    private final TickTimes ticks = new TickTimes();

    /** Creates the inside of a buffer without ticks. */
    protected BufferInside() {}

    /**
     * The times of the newest ticks.
     *
     * @return always the same
     */
    public TickTimes ticks() {
        return ticks;
    }

    /**
     * Makes room for a copy of a state.
     *
     * @return a state of the buffer's layout that was never written
     */
    public abstract S newCopy();

    /**
     * Makes a copy equal to a state of the buffer, to the last bit, with its versions. Takes time proportional to the
     * blocks in which the two differ; allocates nothing.
     *
     * @param from a state of the buffer, or a copy of one
     * @param into a copy
     */
    public abstract void copy(S from, S into);

    /**
     * The memory that a copy takes.
     *
     * @return bytes, without a constant part below 1 KB
     */
    public abstract long copyBytes();
}
