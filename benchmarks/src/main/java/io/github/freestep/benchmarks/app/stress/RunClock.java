package io.github.freestep.benchmarks.app.stress;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Measures the time of the run, and stops it. Thread-safe; does not allocate, except for a {@link Span}. */
final class RunClock {
    private static final double SECOND_NANOS = 1e9;

    private long startNanos = System.nanoTime();
    private final CountDownLatch stopped = new CountDownLatch(1);

    /** Restarts the clock. Call it before any other thread uses the clock. */
    void start() {
        startNanos = System.nanoTime();
    }

    long nanos() {
        return since(System.nanoTime());
    }

    /** Converts a reading of {@link System#nanoTime} into run time. */
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
     * Sleeps until a run time, or until the run is stopped.
     *
     * @return false if the run is stopped
     */
    boolean sleepUntil(long runNanos) {
        try {
            return !stopped.await(runNanos - nanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Begins a span of time that ends with the run at the latest. */
    Span span(long nanos) {
        return new Span(nanos() + nanos);
    }

    /** The time for which a fault lasts. Thread-safe. */
    final class Span {
        private final long endNanos;

        private Span(long endNanos) {
            this.endNanos = endNanos;
        }

        boolean lasts() {
            return !isStopped() && nanos() < endNanos;
        }

        /**
         * Sleeps, but not beyond the end of the span.
         *
         * @return whether the span still lasts
         */
        boolean sleep(long nanos) {
            return RunClock.this.sleepUntil(Math.min(endNanos, nanos() + nanos)) && lasts();
        }

        void sleepUntilItEnds() {
            RunClock.this.sleepUntil(endNanos);
        }
    }
}
