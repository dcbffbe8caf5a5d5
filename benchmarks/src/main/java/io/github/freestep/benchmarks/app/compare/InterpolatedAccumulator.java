package io.github.freestep.benchmarks.app.compare;

/**
 * The accumulator, drawn between the last two states by what is left in it: "The final touch" of Fiedler's article, and what this
 * gallery's single thread has to offer at its best. Smooth as long as no frame is late; but the steps are in the frame, so a
 * slow one makes it late.
 */
final class InterpolatedAccumulator extends Accumulator {
    InterpolatedAccumulator(StepFunction stepper) {
        super(stepper);
    }

    @Override
    void show(ShownFrame picture, double alpha) {
        showBetweenLastTwo(picture, alpha);
    }
}
