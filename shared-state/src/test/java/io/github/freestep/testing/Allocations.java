package io.github.freestep.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Measures what the calling thread allocates, by the JVM's own counter, which is exact to the byte. */
public final class Allocations {
    public static final int ROUNDS = 20_000;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocations() {}

    /** Returns the bytes that one call allocates. */
    public static long once(Runnable work) {
        long thread = Thread.currentThread().getId();
        long before = THREADS.getThreadAllocatedBytes(thread);
        work.run();
        return THREADS.getThreadAllocatedBytes(thread) - before;
    }

    /**
     * Returns the bytes that {@value #ROUNDS} rounds allocate: the minimum of several runs. A method that the JVM
     * recompiles may allocate a few hundred bytes once, but what each round allocates appears in every run.
     */
    public static long of(Runnable work) {
        long thread = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 10 && least > 0; i++) {
            long before = THREADS.getThreadAllocatedBytes(thread);
            for (int round = 0; round < ROUNDS; round++) {
                work.run();
            }
            least = Math.min(least, THREADS.getThreadAllocatedBytes(thread) - before);
        }
        return least;
    }
}
