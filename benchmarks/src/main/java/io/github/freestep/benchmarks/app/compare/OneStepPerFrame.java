package io.github.freestep.benchmarks.app.compare;

/**
 * Steps once in each frame and never asks for the time; the first loop everybody writes, and the first in Fiedler's "Fix Your
 * Timestep". The simulation is as fast as the display: right at one rate, wrong at all others.
 */
final class OneStepPerFrame extends SteppingLoop {
    OneStepPerFrame(StepFunction stepper) {
        super(stepper);
    }

    @Override
    public void frame(long nowNanos, ShownFrame picture) {
        step(TICK_NANOS);
        showNewest(picture);
    }
}
