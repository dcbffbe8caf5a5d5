package io.github.freestep.physics;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the calling thread allocates, by the virtual machine's own count, which is exact to the byte. */
public final class Allocations {
    public static final int ROUNDS = 20_000;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocations() {}

    /**
     * The bytes of {@value #ROUNDS} rounds. It is the least of several runs: a method that goes from one compiler to the next
     * may allocate a few hundred bytes, once, while what each round allocates is in every run.
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
