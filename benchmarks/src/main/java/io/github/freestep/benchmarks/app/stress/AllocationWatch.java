package io.github.freestep.benchmarks.app.stress;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * What a thread allocates, by the virtual machine's own count, looked at from outside in spans of a fraction of a second. For
 * the thread that watches.
 *
 * <p>A leak a tick shows in every span. What shows in a few only is the virtual machine's own: a method that goes from one
 * compiler to the next may leave a few hundred bytes, once. So the promise is broken if more than half of the spans are not
 * at zero.
 */
final class AllocationWatch {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** With fewer, nothing can be said. */
    private static final int LEAST_SPANS = 3;

    private final String name;
    private final String unit;
    private final LongSupplier threadId;
    private final LongSupplier work;
    private final LongUnaryOperator allocatedBytes;

    private boolean excused;
    private long sampledThread;
    private long sampledBytes;
    private long sampledWork;

    private long spans;
    private long spansNotZero;
    private long bytes;
    private long units;
    private long newestBytes;

    /** The thread may change, and is 0 while there is none; the work is how many units, ticks say, it has done. */
    AllocationWatch(String name, String unit, LongSupplier threadId, LongSupplier work) {
        this(name, unit, threadId, work, THREADS::getThreadAllocatedBytes);
    }

    /** With a count of its own of the bytes of a thread, which is -1 once that has ended. */
    AllocationWatch(
            String name, String unit, LongSupplier threadId, LongSupplier work, LongUnaryOperator allocatedBytes) {
        this.name = name;
        this.unit = unit;
        this.threadId = threadId;
        this.work = work;
        this.allocatedBytes = allocatedBytes;
    }

    /** What it leaves is told, and not judged: it runs an engine that allocates. */
    void excuse() {
        excused = true;
    }

    boolean isExcused() {
        return excused;
    }

    /** Ends a span and begins the next; it counts if nothing was going on that allocates by design. */
    void sample(boolean counts) {
        long thread = threadId.getAsLong();
        long bytesNow = thread == 0 ? -1 : allocatedBytes.applyAsLong(thread);
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

    long spans() {
        return spans;
    }

    /** Of the newest span. */
    long newestBytes() {
        return newestBytes;
    }

    /** Whether there were spans enough to judge by. */
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
                    name + " has allocated " + bytes + " bytes in " + units + " " + unit + "s, in " + spansNotZero
                            + " of " + spans + " spans of time");
        }
    }

    Looks looks() {
        double perUnit = units == 0 ? Double.NaN : (double) bytes / units;
        return new Looks(name, unit, units, bytes, perUnit, spans, spansNotZero, isEnough(), isJudged(), excused);
    }

    /** What was seen of a thread. */
    record Looks(
            String thread,
            String unit,
            long units,
            long bytes,
            double bytesPerUnit,
            long spans,
            long spansNotZero,
            boolean lookedAt,
            boolean judged,
            boolean excused) {
        @Override
        public String toString() {
            return thread
                    + (lookedAt ? " " + bytes + " B, in " + spansNotZero + " of " + spans + " looks" : " not looked at")
                    + (excused ? " (not judged: its engine allocates)" : "");
        }
    }
}
