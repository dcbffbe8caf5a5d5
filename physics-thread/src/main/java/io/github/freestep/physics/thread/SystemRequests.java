package io.github.freestep.physics.thread;

import io.github.freestep.physics.thread.ThreadSystem.Raised;
import org.jspecify.annotations.Nullable;

/**
 * What a service or a group requests from the system for its threads. Immutable, so safe for use by any number of
 * threads.
 *
 * @param system makes the requests; null if there are none, or if no artifact can make them
 * @param priority of the threads; 0 for ordinary ones
 * @param processor for the threads; -1 for any
 */
public record SystemRequests(@Nullable ThreadSystem system, int priority, int processor) {
    private static final int ORDINARY = 0;
    private static final int ANY = -1;

    /** Requests nothing. */
    public static final SystemRequests NONE = new SystemRequests(null, ORDINARY, ANY);

    public SystemRequests realTime(int newPriority) {
        return new SystemRequests(found(), newPriority, processor);
    }

    public SystemRequests cpu(int number) {
        return new SystemRequests(found(), priority, number);
    }

    private boolean isEmpty() {
        return priority == ORDINARY && processor == ANY;
    }

    /** Looks for a system only now, because that takes milliseconds. */
    private @Nullable ThreadSystem found() {
        return system == null ? ThreadSystem.FOUND : system;
    }

    /** Returns whether the threads that a thread with these requests starts inherit a request. */
    public boolean areInherited() {
        return processor != ANY;
    }

    /**
     * Tries all requests, as {@link ThreadSystem#check} says.
     *
     * @throws IllegalStateException if one is refused, or if no artifact can make requests
     */
    public void check() {
        if (isEmpty()) {
            return;
        }
        if (system == null) {
            String option = priority == ORDINARY ? "cpu" : "realTime";
            throw new IllegalStateException(option + " must be used with freestep-realtime, but this program has no"
                    + " such jar; add the artifact, or leave " + option + " out; in a shaded jar, keep"
                    + " META-INF/services");
        }
        system.check(priority, processor);
    }

    /** Returns the requests for one thread. Makes none yet. */
    public Raised raised() {
        return isEmpty() || system == null ? Raised.NOTHING : system.raised(priority, processor);
    }
}
