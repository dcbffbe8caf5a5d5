package io.github.freestep.benchmarks.app.compare;

/** Takes a step of the simulation, which costs time. */
@FunctionalInterface
interface StepFunction {
    void step(long dtNanos);
}
