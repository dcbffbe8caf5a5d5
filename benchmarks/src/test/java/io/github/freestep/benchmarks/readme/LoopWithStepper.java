package io.github.freestep.benchmarks.readme;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.InputPort;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.FramePacer;

/** The usual loop, when a stepper has replaced its accumulator. */
abstract class LoopWithStepper {
    void run(Simulation world) {
        try (InlineStepper stepper = PhysicsService.builder(world).rate(100).inline();
                FrameSampler frames = FrameSampler.open(stepper.states());
                FramePacer pacer = FramePacer.open()) {
            long before = System.nanoTime();
            while (isOpen()) {
                pollKeys(stepper.input()); // the next step reads them
                stepper.advance(pacer.refreshNanos() - before); // takes the steps that are due when the frame is seen
                before = pacer.refreshNanos();
                draw(frames.sample()); // between the last two states
                pacer.swap(this::swap); // and waits until there is just enough time to step and draw
            }
        }
    }

    abstract boolean isOpen();

    abstract void pollKeys(InputPort input);

    abstract void draw(Frame frame);

    abstract void swap();
}
