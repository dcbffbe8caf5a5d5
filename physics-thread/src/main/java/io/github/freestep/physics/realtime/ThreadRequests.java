package io.github.freestep.physics.realtime;

import io.github.freestep.internal.Threads;
import io.github.freestep.time.NanoClock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What a service or a group requests from the system for its threads. Immutable, so safe for use by any number of
 * threads.
 */
public final class ThreadRequests {
    /** The longest time for a trial. A busy machine may hold up an ordinary thread for about half a second. */
    private static final long TRIAL_NANOS = 5_000_000_000L;

    private static final int ORDINARY = 0;
    private static final int ANY = -1;

    /** Requests nothing. */
    public static final ThreadRequests NONE = new ThreadRequests(Host::here, WaitableTimer::new, TRIAL_NANOS);

    private final Supplier<Host> host;
    private final Function<NanoClock, WaitableTimer> timers;
    private final long trialNanos;
    private final int priority;
    private final int processor;

    /** Requests nothing, from this host. */
    ThreadRequests(Supplier<Host> host, Function<NanoClock, WaitableTimer> timers, long trialNanos) {
        this(host, timers, trialNanos, ORDINARY, ANY);
    }

    private ThreadRequests(
            Supplier<Host> host,
            Function<NanoClock, WaitableTimer> timers,
            long trialNanos,
            int priority,
            int processor) {
        this.host = host;
        this.timers = timers;
        this.trialNanos = trialNanos;
        this.priority = priority;
        this.processor = processor;
    }

    public ThreadRequests realTime(int newPriority) {
        return new ThreadRequests(host, timers, trialNanos, newPriority, processor);
    }

    public ThreadRequests cpu(int number) {
        return new ThreadRequests(host, timers, trialNanos, priority, number);
    }

    boolean isEmpty() {
        return priority == ORDINARY && processor == ANY;
    }

    /** Returns a new timer for precise waits on a clock, for one thread. Makes no request yet. */
    public WaitableTimer timer(NanoClock clock) {
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

    /** Returns the Linux thread id of the calling thread. */
    int thread() {
        return kernel().thread();
    }

    /** Makes all requests for a thread. If the system refuses one, earlier ones may stay in effect. */
    void make(int thread) {
        Kernel kernel = kernel();
        Host here = host.get();
        // The priority comes first: an ordinary thread may never run on a processor that real-time threads occupy.
        if (priority != ORDINARY) {
            here.requirePriority(priority, kernel.realTime(thread, priority));
        }
        if (processor != ANY) {
            here.requireProcessor(processor, kernel.processor(thread, processor));
        }
    }

    /** Takes the priority back. The processor stays: an ordinary thread does not block others there. */
    void takeBack(int thread) {
        if (priority != ORDINARY) {
            kernel().ordinary(thread);
        }
    }

    private Kernel kernel() {
        return host.get().kernel(priority == ORDINARY ? "cpu" : "realTime");
    }

    /** Returns the requests as calls of a builder. */
    @Override
    public String toString() {
        String realTime = priority == ORDINARY ? "" : "realTime(" + priority + ")";
        String cpu = processor == ANY ? "" : "cpu(" + processor + ")";
        return realTime + (realTime.isEmpty() || cpu.isEmpty() ? "" : " with ") + cpu;
    }
}
