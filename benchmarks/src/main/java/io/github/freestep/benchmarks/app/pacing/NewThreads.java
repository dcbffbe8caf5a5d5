package io.github.freestep.benchmarks.app.pacing;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/** Reads the processor time of the threads that have started since this object was created. For one thread. */
final class NewThreads {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Set<Long> before = new HashSet<>();
    private Map<Long, Long> marked = Map.of();

    NewThreads() {
        Arrays.stream(THREADS.getAllThreadIds()).forEach(before::add);
    }

    private LongStream ids() {
        return Arrays.stream(THREADS.getAllThreadIds()).filter(id -> !before.contains(id));
    }

    int count() {
        return (int) ids().count();
    }

    /** Begins to count processor time. */
    void mark() {
        marked = cpuNanos();
    }

    /** Returns the processor time since the {@linkplain #mark mark} of all threads that still live. */
    long cpuNanosSinceMark() {
        return cpuNanos().entrySet().stream()
                .mapToLong(each -> each.getValue() - marked.getOrDefault(each.getKey(), 0L))
                .sum();
    }

    private Map<Long, Long> cpuNanos() {
        Map<Long, Long> nanos = new HashMap<>();
        ids().forEach(id -> {
            long cpu = THREADS.getThreadCpuTime(id);
            // A thread that has just ended has none.
            if (cpu >= 0) {
                nanos.put(id, cpu);
            }
        });
        return nanos;
    }
}
