package io.github.freestep.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/** Measures what a thread allocates, by the JVM's own counter, which is exact to the byte. */
public final class Allocations {
    /** In the long version enough for the second compiler. */
    public static final int ROUNDS = Thorough.of(5_000, 20_000);

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocations() {}

    /** Returns the bytes that a thread has allocated until now. */
    public static long by(long threadId) {
        return THREADS.getThreadAllocatedBytes(threadId);
    }

    /** Returns the bytes that one call allocates on the calling thread. */
    public static long once(Runnable work) {
        long thread = Thread.currentThread().getId();
        long before = by(thread);
        work.run();
        return by(thread) - before;
    }

    /** Returns the bytes that {@link #ROUNDS} allocate: the {@link #least} of several runs. */
    public static long of(Runnable work) {
        return of(ROUNDS, work);
    }

    public static long of(int rounds, Runnable work) {
        return least(() -> once(() -> {
            for (int round = 0; round < rounds; round++) {
                work.run();
            }
        }));
    }

    /**
     * Returns the minimum of several runs, each of which returns the bytes of many rounds. A method that the JVM
     * recompiles may allocate a few hundred bytes once, but what each round allocates appears in every run.
     */
    public static long least(LongSupplier run) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 10 && least > 0; i++) {
            least = Math.min(least, run.getAsLong());
        }
        return least;
    }
}
