package io.github.freestep.benchmarks.app.compare;

/** Steps in multiples of the refresh, and after a frame that took too long once by all of it: no time is lost, but stability. */
final class OneLongStep extends RefreshMultiples {
    OneLongStep(StepFunction stepper, long refreshNanos) {
        super(stepper, refreshNanos);
    }

    @Override
    long tooLong(long refreshes) {
        return refreshes;
    }
}
