package io.github.freestep.benchmarks.network;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.content.StateInside;

/** Boxes of an engine, stepped tick by tick. */
final class SteppedBoxes implements AutoCloseable {
    private final int boxes;
    private final InlineStepper stepper;
    private final StateReader reader;

    SteppedBoxes(Simulation world) {
        boxes = world.layout().capacity();
        stepper = PhysicsService.builder(world).inline();
        reader = stepper.states().reader();
    }

    /** Steps a tick, and returns its state. */
    State step() {
        stepper.advanceTick();
        reader.acquire();
        return reader.state(0);
    }

    /** The number of boxes that the newest tick has moved. */
    int moving() {
        float[][] now = StateInside.values(reader.state(0));
        float[][] before = StateInside.values(reader.state(1));
        int count = 0;
        for (int box = 0; box < boxes; box++) {
            boolean moves = false;
            for (int i = 0; i < now.length; i++) {
                moves |= now[i][box] != before[i][box];
            }
            count += moves ? 1 : 0;
        }
        return count;
    }

    @Override
    public void close() {
        stepper.close();
    }
}
