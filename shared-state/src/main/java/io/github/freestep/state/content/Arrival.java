package io.github.freestep.state.content;

/**
 * How a state has come over a network: all fields are zero or false if it has not. Part of each state, and of the
 * {@link Filler}, which has the values for the states from the next one on. A field that is added need only be copied
 * by {@link #set}. For the thread that publishes.
 */
class Arrival {
    /** What {@link StateInside#expectedLateNanos} returns. */
    public long expectedLateNanos;

    /** What {@link StateInside#isThinned} returns. */
    public boolean isThinned;

    /** What {@link StateInside#isCopy} returns. */
    public boolean isCopy;

    /** By block: the slots for which {@link StateInside#isGuessed} returns true. */
    public final long[] guessed;

    /** Whether there may be any. */
    public boolean hasGuesses;

    /** What {@link StateInside#tickBase} returns. */
    public long tickBase;

    /** What {@link StateInside#nanosBase} returns. */
    public long nanosBase;

    /** What {@link StateInside#positionError} returns. */
    public double positionError;

    /** What {@link StateInside#rotationError} returns. */
    public double rotationError;

    Arrival(int capacity) {
        guessed = new long[Blocks.of(capacity)];
    }

    void set(Arrival from) {
        expectedLateNanos = from.expectedLateNanos;
        isThinned = from.isThinned;
        isCopy = from.isCopy;
        if (from.hasGuesses) {
            System.arraycopy(from.guessed, 0, guessed, 0, guessed.length);
        }
        hasGuesses = from.hasGuesses;
        tickBase = from.tickBase;
        nanosBase = from.nanosBase;
        positionError = from.positionError;
        rotationError = from.rotationError;
    }
}
