package io.github.freestep.benchmarks.gallery;

/** Steps in multiples of the refresh, and after a frame that took too long once by all of it: no time is lost, but stability. */
final class OneLongStep extends RefreshMultiples {
    OneLongStep(Stepper stepper, long refreshNanos) {
        super(stepper, refreshNanos);
    }

    @Override
    long tooLong(long refreshes) {
        return refreshes;
    }
}
