package io.github.freestep.benchmarks.app.remote;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The CPU time of threads of this process. Stateless. */
final class ThreadTime {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private ThreadTime() {}

    /** Returns the CPU time that all threads with this name have used so far, in nanoseconds. */
    static long nanos(String name) {
        long sum = 0;
        for (long id : THREADS.getAllThreadIds()) {
            var thread = THREADS.getThreadInfo(id);
            if (thread != null && thread.getThreadName().equals(name)) {
                sum += Math.max(0, THREADS.getThreadCpuTime(id));
            }
        }
        return sum;
    }
}
