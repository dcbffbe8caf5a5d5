package io.github.freestep.physics.own;

/**
 * The greatest lead with which the small world is not too far ahead of the newest state when the next one comes. For
 * one thread; allocates nothing.
 *
 * <p>It is the second least of those that fitted just before a state came, among about the last {@value #WINDOW}
 * states. The least may be that of an outage, after which it must not stay small.
 */
final class FittingLead {
    private static final int WINDOW = 64;

    private long nanos = Long.MAX_VALUE;
    private long least = Long.MAX_VALUE;
    private long second = Long.MAX_VALUE;
    private int count;

    /** Takes the lead that fitted just before a state came. */
    void add(long fitted) {
        second = Math.min(second, Math.max(least, fitted));
        least = Math.min(least, fitted);
        nanos = Math.min(nanos, second);
        if (++count == WINDOW) {
            nanos = second;
            least = Long.MAX_VALUE;
            second = Long.MAX_VALUE;
            count = 0;
        }
    }

    /** Returns that lead, at least 0; very large before the second state. */
    long nanos() {
        return Math.max(0, nanos);
    }
}
