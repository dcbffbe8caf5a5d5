package io.github.freestep.benchmarks.app.stress;

import com.sun.management.ThreadMXBean;
import io.github.freestep.tools.report.Units;
import java.lang.management.ManagementFactory;

/**
 * Counts what a thread allocates in repeated work, such as ticks, by the virtual machine's own count. That thread adds;
 * other threads read once it has ended.
 *
 * <p>If the work allocates, it does so nearly every time. Bytes at a few times come from the virtual machine: when a
 * method moves from one compiler to the next, that may leave a few hundred bytes, once. So only work that allocates in
 * more than a share of its times counts as allocating.
 */
final class Garbage {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** The share of the ticks or frames that may allocate: on a busy machine, many change the sustained scale. */
    static final double SHARE = 0.5;

    /** Fewer times prove nothing. */
    private static final int LEAST_TIMES = 20;

    final String name;
    private final String unit;
    private final double share;
    private long times;
    private long allocating;
    private long bytes;
    private long firstTick;

    /**
     * @param unit what is done repeatedly, such as "ticks"
     * @param share of the times that may allocate
     */
    Garbage(String name, String unit, double share) {
        this.share = share;
        this.name = name;
        this.unit = unit;
    }

    /** Returns how many bytes this thread has allocated. */
    static long bytes() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    void add(long more, long tick) {
        times++;
        if (more > 0) {
            firstTick = allocating == 0 ? tick : firstTick;
            allocating++;
            bytes += more;
        }
    }

    boolean isEnough() {
        return times >= LEAST_TIMES;
    }

    /** Whether the work allocates, and on average more than it may. */
    boolean exceeds(long allowedBytes) {
        return isEnough() && allocating > share * times && bytes > allowedBytes * times;
    }

    void judge(Promise promise, long allowedBytes, Violations violations) {
        if (exceeds(allowedBytes)) {
            violations.add(promise, firstTick, name + " allocated " + text());
        }
    }

    String text() {
        return Units.text("%,d bytes in %,d of %,d %s", bytes, allocating, times, unit);
    }
}
