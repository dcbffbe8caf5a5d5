package io.github.freestep.benchmarks.app.stress;

/** The time that a fault lasts, cut short by the end of the run. Safe for use by any number of threads. */
final class FaultSpan {
    private final RunClock clock;
    private final long endNanos;

    FaultSpan(RunClock clock, long nanos) {
        this.clock = clock;
        endNanos = clock.nanos() + nanos;
    }

    boolean lasts() {
        return !clock.isStopped() && clock.nanos() < endNanos;
    }

    /**
     * Sleeps, but not beyond the end.
     *
     * @return whether the span still lasts
     */
    boolean sleep(long nanos) {
        return clock.sleepUntil(Math.min(endNanos, clock.nanos() + nanos)) && lasts();
    }

    void sleepUntilItEnds() {
        sleep(Long.MAX_VALUE / 2);
    }
}
