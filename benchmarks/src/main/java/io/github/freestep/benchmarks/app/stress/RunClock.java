package io.github.freestep.benchmarks.app.stress;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How far the run has come, and whether it is to stop. Safe for use by any number of threads; does not allocate. */
final class RunClock {
    private static final double SECOND_NANOS = 1e9;

    private long startNanos;
    private final CountDownLatch stopped = new CountDownLatch(1);

    RunClock() {
        this(System.nanoTime());
    }

    /** Begun at that reading of the clock. */
    RunClock(long startNanos) {
        this.startNanos = startNanos;
    }

    /** Anew, before there is any other thread. */
    void start() {
        startNanos = System.nanoTime();
    }

    long nanos() {
        return since(System.nanoTime());
    }

    /** Of a reading of the system's clock. */
    long since(long nanos) {
        return nanos - startNanos;
    }

    double seconds() {
        return nanos() / SECOND_NANOS;
    }

    void stop() {
        stopped.countDown();
    }

    boolean isStopped() {
        return stopped.getCount() == 0;
    }

    /**
     * Sleeps, but not beyond the stop.
     *
     * @return false once stopped
     */
    boolean sleepUntil(long runNanos) {
        try {
            return !stopped.await(runNanos - nanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
