package io.github.freestep.benchmarks.app.pacing;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One run, as the pacing thread sees it. {@link #start} and {@link #wakeUp} are for that thread, {@link #round} for the one
 * that waits for it. A wake-up allocates nothing.
 */
final class WakeUpLog {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final long SECOND_NANOS = 1_000_000_000;

    private final int rate;
    private final int leadIn;
    private final long[] latenessNanos;
    private final CountDownLatch full = new CountDownLatch(1);

    private long startNanos;
    private long previousNanos;
    private int wakeUps;

    private long firstDueNanos;
    private long cpuNanos;
    private long processNanos;
    private long bytes;

    WakeUpLog(int rate, int ticks) {
        this.rate = rate;
        leadIn = Math.max(1, rate / 4);
        latenessNanos = new long[ticks];
    }

    /** Fixes the grid of due times: the first is a period from now. */
    void start() {
        startNanos = System.nanoTime();
        previousNanos = startNanos;
    }

    /** When the next wake-up is due on the grid. */
    long dueNanos() {
        return startNanos + (wakeUps + 1) * SECOND_NANOS / rate;
    }

    /** When it is due for one who has no grid. */
    long afterPreviousNanos() {
        return previousNanos + periodNanos();
    }

    long periodNanos() {
        return SECOND_NANOS / rate;
    }

    /**
     * To be called first thing at each wake-up.
     *
     * @return whether more are wanted; calls beyond that do nothing
     */
    boolean wakeUp(long dueNanos) {
        return wakeUp(dueNanos, System.nanoTime());
    }

    /** The same, by one who knows when it was. */
    boolean wakeUp(long dueNanos, long now) {
        int tick = wakeUps - leadIn;
        if (tick >= latenessNanos.length) {
            return false;
        }
        previousNanos = now;
        wakeUps++;
        if (tick >= 0) {
            latenessNanos[tick] = now - dueNanos;
        } else if (tick == -1) {
            firstDueNanos = dueNanos;
            processNanos = PROCESS.getProcessCpuTime();
            cpuNanos = THREADS.getCurrentThreadCpuTime();
            // Last here and first at the end, so that reading the others is not counted.
            bytes = THREADS.getCurrentThreadAllocatedBytes();
        }
        if (tick == latenessNanos.length - 1) {
            bytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
            cpuNanos = THREADS.getCurrentThreadCpuTime() - cpuNanos;
            processNanos = PROCESS.getProcessCpuTime() - processNanos;
            full.countDown();
            return false;
        }
        return true;
    }

    /** Waits for the last wake-up. */
    PacingRound round() throws InterruptedException {
        long limitSeconds = 30 + 2L * (leadIn + latenessNanos.length) / rate;
        if (!full.await(limitSeconds, TimeUnit.SECONDS)) {
            throw new IllegalStateException("only " + wakeUps + " of " + (leadIn + latenessNanos.length)
                    + " wake-ups within " + limitSeconds + " s; try a lower --rate");
        }
        int ticks = latenessNanos.length;
        long spanNanos = previousNanos - firstDueNanos;
        return PacingRound.of(
                latenessNanos,
                100.0 * cpuNanos / spanNanos,
                100.0 * processNanos / spanNanos,
                (double) bytes / ticks,
                rateError(ticks, spanNanos, rate));
    }

    /** Ticks done less those due: to the nearest, since a last wake-up that is merely late is no tick too few. */
    static long rateError(int ticks, long spanNanos, int rate) {
        return ticks - Math.round((double) spanNanos * rate / SECOND_NANOS);
    }
}
