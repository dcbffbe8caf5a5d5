package io.github.freestep.benchmarks.app.stress;

import com.sun.management.ThreadMXBean;
import io.github.freestep.benchmarks.report.Units;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * Measures what a thread allocates. It reads the virtual machine's own count from outside the thread, ten times a
 * second; the time between two readings is a span. For the thread that reads.
 *
 * <p>If each tick allocates, every span has bytes. Bytes in only a few spans come from the virtual machine: when a
 * method moves from one compiler to the next, that may leave a few hundred bytes, once. Therefore the promise counts as
 * broken only if more than half of the spans have bytes.
 */
final class AllocationWatch {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Fewer spans prove nothing: of three, two in which a method moved to the next compiler would be most. */
    private static final int LEAST_SPANS = 5;

    private final String name;
    private final String unit;
    private final LongSupplier threadId;
    private final LongSupplier work;

    private boolean excused;
    private long sampledThread;
    private long sampledBytes;
    private long sampledWork;

    private long spans;
    private long spansNotZero;
    private long bytes;
    private long units;
    private long newestBytes;

    /**
     * @param threadId the id of the thread, which may change; 0 while there is none
     * @param work the number of units, such as ticks, that the thread has done
     */
    AllocationWatch(String name, String unit, LongSupplier threadId, LongSupplier work) {
        this.name = name;
        this.unit = unit;
        this.threadId = threadId;
        this.work = work;
    }

    /** Reports the thread without judging it, because its engine allocates. */
    void excuse() {
        excused = true;
    }

    /** Ends a span and begins the next. {@code counts} is false if something in the span allocates by design. */
    void sample(boolean counts) {
        long thread = threadId.getAsLong();
        long bytesNow = thread == 0 ? -1 : THREADS.getThreadAllocatedBytes(thread);
        long workNow = work.getAsLong();
        if (bytesNow >= 0 && thread == sampledThread) {
            newestBytes = bytesNow - sampledBytes;
            if (counts && workNow > sampledWork) {
                spans++;
                spansNotZero += newestBytes > 0 ? 1 : 0;
                bytes += newestBytes;
                units += workNow - sampledWork;
            }
        }
        sampledThread = bytesNow < 0 ? 0 : thread;
        sampledBytes = bytesNow;
        sampledWork = workNow;
    }

    String name() {
        return name;
    }

    /** The bytes of the newest span. */
    long newestBytes() {
        return newestBytes;
    }

    /** Whether there were enough spans to judge. */
    boolean isEnough() {
        return spans >= LEAST_SPANS;
    }

    boolean isJudged() {
        return isEnough() && !excused;
    }

    void judge(Violations violations) {
        if (isJudged() && 2 * spansNotZero > spans) {
            violations.add(
                    Promise.ALLOCATION,
                    name + " allocated " + bytes + " bytes in " + units + " " + unit + "s, in " + spansNotZero + " of "
                            + spans + " readings");
        }
    }

    /** Says whether the allocation was judged. */
    String verdict() {
        return excused
                ? "not judged, because its engine allocates"
                : isEnough() ? "judged" : "not checked, because there was hardly a moment without faults";
    }

    /** Says what was measured. */
    String text() {
        return Units.text("%s %d B, in %d of %d readings (%s)", name, bytes, spansNotZero, spans, verdict());
    }
}
