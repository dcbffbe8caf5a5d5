package io.github.freestep.benchmarks.readme;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;

/** The usual loop, when a stepper has replaced its accumulator. */
abstract class LoopWithStepper {
    void run(Simulation world) {
        try (InlineStepper stepper = PhysicsService.builder(world).rate(100).inline();
                FrameSampler frames = FrameSampler.open(stepper.states())) {
            long before = nanos();
            while (isOpen()) {
                long now = nanos();
                stepper.advance(now - before); // takes the steps that are due
                before = now;
                draw(frames.sample()); // between the last two states
            }
        }
    }

    abstract boolean isOpen();

    abstract long nanos();

    abstract void draw(Frame frame);
}
