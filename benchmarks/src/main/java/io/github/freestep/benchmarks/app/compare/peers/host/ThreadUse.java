package io.github.freestep.benchmarks.app.compare.peers.host;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/** What the threads of this process use between two moments. For the thread that draws. */
final class ThreadUse {
    /** The name of a thread that does not count. */
    static final String OWN = "peer-collections";

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final double NANOS = 1e9;
    private static final double MICRO = 1e3;

    private Map<Long, Long> processor;
    private Map<Long, Long> allocated;
    private long beganNanos;
    private long burntElsewhere;
    private long steps;

    /** Returns the processor time of this thread. */
    static long ownNanos() {
        return THREADS.getCurrentThreadCpuTime();
    }

    void begin(long burnt, long stepsSoFar) {
        burntElsewhere = burnt;
        steps = stepsSoFar;
        beganNanos = System.nanoTime();
        processor = processor();
        allocated = allocated();
    }

    /** Returns the costs since {@link #begin}. */
    PeerFilm.Costs costs(long drawingNanos, int frames, long burnt, long stepsSoFar) {
        // First, because what follows allocates.
        long bytes = rise(allocated, allocated());
        long others = rise(processor, processor());
        long ticks = stepsSoFar - steps;
        double seconds = (System.nanoTime() - beganNanos) / NANOS;
        return new PeerFilm.Costs(
                bytes / seconds,
                drawingNanos / MICRO / frames,
                Math.max(0, others - (burnt - burntElsewhere)) / MICRO / ticks,
                ticks / seconds);
    }

    private static long rise(Map<Long, Long> from, Map<Long, Long> to) {
        return to.entrySet().stream()
                .mapToLong(each -> each.getValue() - from.getOrDefault(each.getKey(), 0L))
                .sum();
    }

    /** Returns the processor time of each other thread. */
    private static Map<Long, Long> processor() {
        Map<Long, Long> nanos = new HashMap<>();
        for (long id : THREADS.getAllThreadIds()) {
            if (id != Thread.currentThread().getId() && counts(id)) {
                nanos.put(id, Math.max(0, THREADS.getThreadCpuTime(id)));
            }
        }
        return nanos;
    }

    private static Map<Long, Long> allocated() {
        Map<Long, Long> bytes = new HashMap<>();
        for (long id : THREADS.getAllThreadIds()) {
            if (counts(id)) {
                bytes.put(id, Math.max(0, THREADS.getThreadAllocatedBytes(id)));
            }
        }
        return bytes;
    }

    private static boolean counts(long id) {
        var thread = THREADS.getThreadInfo(id);
        return thread != null && !thread.getThreadName().equals(OWN);
    }
}
