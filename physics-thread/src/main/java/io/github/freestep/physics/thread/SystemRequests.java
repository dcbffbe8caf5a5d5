package io.github.freestep.physics.thread;

import io.github.freestep.physics.thread.ThreadSystem.Raised;
import io.github.freestep.time.NanoClock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a service or a group requests from the system for its threads. Immutable, so safe for use by any number of
 * threads.
 *
 * @param finder finds the system when a service first needs it
 * @param timers makes a timer for the precise waits on a clock
 * @param priority of the threads; 0 for ordinary ones
 * @param processor for the threads; -1 for any
 */
public record SystemRequests(
        Supplier<@Nullable ThreadSystem> finder, Function<NanoClock, ParkTimer> timers, int priority, int processor) {
    private static final int ORDINARY = 0;
    private static final int ANY = -1;

    /** Requests nothing. */
    public static final SystemRequests NONE =
            new SystemRequests(() -> ThreadSystem.FOUND, SystemRequests::timerOf, ORDINARY, ANY);

    private static final String SYSTEM_NAME = System.getProperty("os.name", "");

    private static ParkTimer timerOf(NanoClock clock) {
        ThreadSystem found = isTimerNeeded(SYSTEM_NAME, clock) ? ThreadSystem.FOUND : null;
        return found == null ? ParkTimer.NONE : found.timer();
    }

    /** Returns whether waits need a timer of the system, which no system but Windows does. */
    static boolean isTimerNeeded(String systemName, NanoClock clock) {
        return systemName.startsWith("Windows") && clock.parksInRealTime();
    }

    public SystemRequests realTime(int newPriority) {
        return new SystemRequests(finder, timers, newPriority, processor);
    }

    public SystemRequests cpu(int number) {
        return new SystemRequests(finder, timers, priority, number);
    }

    private boolean isEmpty() {
        return priority == ORDINARY && processor == ANY;
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
        ThreadSystem found = finder.get();
        if (found == null) {
            String option = priority == ORDINARY ? "cpu" : "realTime";
            throw new IllegalStateException(option + " must be used with freestep-realtime, but this program has no"
                    + " such jar; add the artifact, or leave " + option + " out; in a shaded jar, keep"
                    + " META-INF/services");
        }
        found.check(priority, processor);
    }

    /** Returns the requests for one thread. Makes none yet. */
    public Raised raised() {
        ThreadSystem found = isEmpty() ? null : finder.get();
        return found == null ? Raised.NOTHING : found.raised(priority, processor);
    }
}
