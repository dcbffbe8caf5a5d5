package io.github.freestep.benchmarks.app.compare;

/** Steps in multiples of the refresh, and after a frame that took too long says that it took one: time is lost, silently. */
final class LieAboutTime extends RefreshMultiples {
    LieAboutTime(StepFunction stepper, long refreshNanos) {
        super(stepper, refreshNanos);
    }

    @Override
    long tooLong(long refreshes) {
        return 1;
    }
}
