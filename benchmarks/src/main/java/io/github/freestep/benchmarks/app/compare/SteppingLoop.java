package io.github.freestep.benchmarks.app.compare;

/** A loop that steps in the frame, and keeps the times of its last two states. */
abstract class SteppingLoop implements Loop {
    private final StepFunction stepper;
    private long olderNanos;
    private long newestNanos;

    SteppingLoop(StepFunction stepper) {
        this.stepper = stepper;
    }

    final void step(long dtNanos) {
        stepper.step(dtNanos);
        olderNanos = newestNanos;
        newestNanos += dtNanos;
    }

    /** Above 1 is beyond the newest. */
    final void showBetweenLastTwo(ShownFrame picture, double alpha) {
        picture.between(olderNanos, newestNanos, alpha);
    }

    final void showNewest(ShownFrame picture) {
        picture.state(newestNanos);
    }
}
