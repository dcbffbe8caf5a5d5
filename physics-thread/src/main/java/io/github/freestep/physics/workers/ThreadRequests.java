package io.github.freestep.physics.workers;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.spi.ParkTimer;
import io.github.freestep.physics.spi.ThreadSystem;
import io.github.freestep.time.NanoClock;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a service or a group requests from the system for its threads. Immutable, so safe for use by any number of
 * threads.
 *
 * @param finder finds the system when a service first needs it
 * @param timers makes a timer for the precise waits on a clock
 * @param trialNanos the longest time for a trial
 * @param priority of the threads; 0 for ordinary ones
 * @param processor for the threads; -1 for any
 */
public record ThreadRequests(
        Supplier<@Nullable ThreadSystem> finder,
        Function<NanoClock, ParkTimer> timers,
        long trialNanos,
        int priority,
        int processor) {
    /** The longest time for a trial. A busy machine may hold up an ordinary thread for about half a second. */
    private static final long TRIAL_NANOS = 5_000_000_000L;

    private static final int ORDINARY = 0;
    private static final int ANY = -1;

    /** Requests nothing. */
    public static final ThreadRequests NONE =
            new ThreadRequests(() -> Found.SYSTEM, ThreadRequests::timerOf, TRIAL_NANOS);

    private static final boolean IS_WINDOWS = System.getProperty("os.name", "").startsWith("Windows");

    /** Looked for when a service first needs it, because that takes milliseconds. */
    private static final class Found {
        static final @Nullable ThreadSystem SYSTEM = ServiceLoader.load(
                        ThreadSystem.class, ThreadSystem.class.getClassLoader())
                .findFirst()
                .orElse(null);
    }

    /** Requests nothing, from this system. */
    ThreadRequests(Supplier<@Nullable ThreadSystem> finder, Function<NanoClock, ParkTimer> timers, long trialNanos) {
        this(finder, timers, trialNanos, ORDINARY, ANY);
    }

    /**
     * The parks of clocks that are not the system's, such as virtual ones, may pass no real time. Systems but Windows
     * need no such timer.
     */
    private static ParkTimer timerOf(NanoClock clock) {
        boolean isNeeded = IS_WINDOWS && clock == NanoClock.system();
        ThreadSystem found = isNeeded ? Found.SYSTEM : null;
        return found == null ? ParkTimer.NONE : found.timer();
    }

    public ThreadRequests realTime(int newPriority) {
        return new ThreadRequests(finder, timers, trialNanos, newPriority, processor);
    }

    public ThreadRequests cpu(int number) {
        return new ThreadRequests(finder, timers, trialNanos, priority, number);
    }

    boolean isEmpty() {
        return priority == ORDINARY && processor == ANY;
    }

    /** Returns a new timer for precise waits on a clock, for one thread. Makes no request yet. */
    public ParkTimer timer(NanoClock clock) {
        return timers.apply(clock);
    }

    /** Returns whether a thread with these requests need not wait for ordinary threads. */
    public boolean areOnTime() {
        return priority != ORDINARY;
    }

    /** Returns whether the threads that a thread with these requests starts inherit a request. */
    public boolean areInherited() {
        return processor != ANY;
    }

    /**
     * Tries all requests, on a thread that ends at once. Blocks until it has, at most 5 s.
     *
     * @throws IllegalStateException if one is refused, or has no effect in that time; names the option, its value, the
     *     limit and the remedy
     */
    public void check() {
        if (isEmpty()) {
            return;
        }
        AtomicReference<Throwable> refusal = new AtomicReference<>();
        Thread trying = new Thread(() -> attempt(refusal), "freestep-try");
        trying.setDaemon(true);
        trying.start();
        if (!Threads.join(trying, trialNanos)) {
            throw new IllegalStateException(this + " must take effect within "
                    + TimeUnit.NANOSECONDS.toMillis(trialNanos)
                    + " ms, but did not; if other real-time threads occupy "
                    + (processor == ANY ? "all processors, choose" : "the processor, choose another processor or")
                    + " a higher priority, or leave the options out");
        }
        if (refusal.get() instanceof Error error) {
            throw error;
        }
        if (refusal.get() != null) {
            throw (RuntimeException) refusal.get();
        }
    }

    private void attempt(AtomicReference<Throwable> refusal) {
        try {
            make(thread());
        } catch (LinkageError | UnsupportedOperationException noCall) {
            refusal.set(new IllegalStateException(
                    this + " must be requested from the C library, but this JVM cannot call it; leave the options out",
                    noCall));
        } catch (Throwable refused) {
            refusal.set(refused);
        }
    }

    /** Returns the system's number of the calling thread. */
    int thread() {
        return system().thread(option());
    }

    /** Makes all requests for a thread. If the system refuses one, earlier ones may stay in effect. */
    void make(int thread) {
        // The priority comes first: an ordinary thread may never run on a processor that real-time threads occupy.
        if (priority != ORDINARY) {
            system().setPriority(thread, priority);
        }
        if (processor != ANY) {
            system().setProcessor(thread, processor);
        }
    }

    /** Takes the priority back. The processor stays: an ordinary thread does not block others there. */
    void takeBack(int thread) {
        if (priority != ORDINARY) {
            system().clearPriority(thread);
        }
    }

    private ThreadSystem system() {
        ThreadSystem found = finder.get();
        if (found == null) {
            throw new IllegalStateException(option() + " must be used with freestep-realtime, but this program has no"
                    + " such jar; add the artifact, or leave " + option() + " out; in a shaded jar, keep"
                    + " META-INF/services");
        }
        return found;
    }

    private String option() {
        return priority == ORDINARY ? "cpu" : "realTime";
    }

    /** Returns the requests as calls of a builder. */
    @Override
    public String toString() {
        String realTime = priority == ORDINARY ? "" : "realTime(" + priority + ")";
        String cpu = processor == ANY ? "" : "cpu(" + processor + ")";
        return realTime + (realTime.isEmpty() || cpu.isEmpty() ? "" : " with ") + cpu;
    }
}
