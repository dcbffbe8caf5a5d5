package io.github.freestep.physics.realtime;

import io.github.freestep.internal.Threads;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The priority and the processor that a service requests for its threads, at least one of them. Immutable.
 *
 * @param priority 0 for an ordinary thread
 * @param processor -1 for any
 */
record ThreadSettings(Host host, int priority, int processor) {
    private static final String PRIORITY = "realTime";
    private static final int ORDINARY = 0;
    private static final int ANY = -1;

    /** Tries all requests, on a thread that ends at once. Blocks until it has, or for this time. */
    void check(long mostNanos) {
        AtomicReference<Throwable> refusal = new AtomicReference<>();
        Thread trying = new Thread(() -> attempt(refusal), "freestep-try");
        trying.setDaemon(true);
        trying.start();
        if (!Threads.join(trying, mostNanos)) {
            throw new IllegalStateException(this + " must take effect within "
                    + TimeUnit.NANOSECONDS.toMillis(mostNanos)
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

    /** Returns the system's number of the calling thread, above 0. */
    int thread() {
        return host.kernel(priority == ORDINARY ? "cpu" : PRIORITY).thread();
    }

    /** Makes all requests for a thread. If the system refuses one, earlier ones may stay in effect. */
    void make(int thread) {
        // The priority comes first: an ordinary thread may never run on a processor that real-time threads occupy.
        if (priority != ORDINARY) {
            host.requirePriority(priority, host.kernel(PRIORITY).realTime(thread, priority));
        }
        if (processor != ANY) {
            host.requireProcessor(processor, host.kernel("cpu").processor(thread, processor));
        }
    }

    /** Takes the priority back. The processor stays: an ordinary thread does not block others there. */
    void takeBack(int thread) {
        if (priority != ORDINARY) {
            host.kernel(PRIORITY).ordinary(thread);
        }
    }

    /** Returns the requests as calls of a builder. */
    @Override
    public String toString() {
        String realTime = priority == ORDINARY ? "" : "realTime(" + priority + ")";
        String cpu = processor == ANY ? "" : "cpu(" + processor + ")";
        return realTime + (realTime.isEmpty() || cpu.isEmpty() ? "" : " with ") + cpu;
    }
}
