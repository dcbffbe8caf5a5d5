package io.github.freestep.benchmarks.gallery;

/** A loop that steps in the frame, and keeps the times of its last two states. */
abstract class SteppingLoop implements Loop {
    private final Stepper stepper;
    private long olderNanos;
    private long newestNanos;

    SteppingLoop(Stepper stepper) {
        this.stepper = stepper;
    }

    final void step(long dtNanos) {
        stepper.step(dtNanos);
        olderNanos = newestNanos;
        newestNanos += dtNanos;
    }

    /** Above 1 is beyond the newest. */
    final void showBetweenLastTwo(Picture picture, double alpha) {
        picture.between(olderNanos, newestNanos, alpha);
    }

    final void showNewest(Picture picture) {
        picture.state(newestNanos);
    }
}
