package io.github.freestep.benchmarks.gallery;

/** Takes a step of the simulation, which costs time. */
@FunctionalInterface
interface Stepper {
    void step(long dtNanos);
}
