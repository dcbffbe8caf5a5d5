package io.github.freestep.benchmarks.app.pacing;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Records the wake-ups of one run. The pacing thread calls {@link #start} and {@link #wakeUp}; another thread waits in
 * {@link #round}. A wake-up allocates nothing.
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

    /** Fixes the grid of due times, which begins one period from now. */
    void start() {
        startNanos = System.nanoTime();
        previousNanos = startNanos;
    }

    /** Returns when the next wake-up is due on the grid. */
    long dueNanos() {
        return startNanos + (wakeUps + 1) * SECOND_NANOS / rate;
    }

    /** Returns when the next wake-up is due for a pacer without a grid: one period after the previous wake-up. */
    long afterPreviousNanos() {
        return previousNanos + periodNanos();
    }

    long periodNanos() {
        return SECOND_NANOS / rate;
    }

    /**
     * Records a wake-up now. Call this first at each wake-up.
     *
     * @return whether the run needs more wake-ups; later calls do nothing
     */
    boolean wakeUp(long dueNanos) {
        return wakeUp(dueNanos, System.nanoTime());
    }

    /** Records a wake-up whose time is known. */
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
            // Read last here and first at the end, so that the other reads do not count.
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

    /** Waits for the last wake-up and returns the figures of the run. */
    PacingRound round() throws InterruptedException {
        long limitSeconds = 30 + 2L * (leadIn + latenessNanos.length) / rate;
        if (!full.await(limitSeconds, TimeUnit.SECONDS)) {
            throw new IllegalStateException("only " + wakeUps + " of " + (leadIn + latenessNanos.length)
                    + " wake-ups came within " + limitSeconds + " s; use a lower --rate");
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

    /** Returns ticks done minus ticks due, rounded to the nearest, so that a late last wake-up is no missing tick. */
    static long rateError(int ticks, long spanNanos, int rate) {
        return ticks - Math.round((double) spanNanos * rate / SECOND_NANOS);
    }
}
