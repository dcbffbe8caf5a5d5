package io.github.freestep.physics.thread;

/** Ends parks more precisely than the JVM does on some systems. For one thread; allocates nothing once compiled. */
public interface ParkTimer {
    /** Ends no park. */
    ParkTimer NONE = nanos -> false;

    /** Parks for this time, at most some milliseconds. Returns false at once if the timer cannot. */
    boolean park(long nanos);

    /** Gives the timer back. Further calls of {@link #park} return false. */
    default void close() {}
}
