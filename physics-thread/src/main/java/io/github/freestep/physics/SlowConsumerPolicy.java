package io.github.freestep.physics;

/**
 * Decides what happens to a consumer of events whose ring is full when the next event comes. Other consumers are never
 * affected. Immutable.
 */
public final class SlowConsumerPolicy {
    private static final SlowConsumerPolicy DROP = new SlowConsumerPolicy(false, "drop");
    private static final SlowConsumerPolicy END = new SlowConsumerPolicy(true, "end");

    private final boolean ends;
    private final String name;

    private SlowConsumerPolicy(boolean ends, String name) {
        this.ends = ends;
        this.name = name;
    }

    /**
     * Drops and counts the events that do not fit. The consumer is notified of the gap in its place, and continues
     * after it. The default.
     *
     * @return always the same object
     */
    public static SlowConsumerPolicy drop() {
        return DROP;
    }

    /**
     * Ends the stream at the first event that does not fit, for a consumer that must miss none. The consumer gets all
     * events before it, then a notice of the one that was missed, then nothing more. To continue, join again.
     *
     * @return always the same object
     */
    public static SlowConsumerPolicy end() {
        return END;
    }

    boolean ends() {
        return ends;
    }

    @Override
    public String toString() {
        return name;
    }
}
