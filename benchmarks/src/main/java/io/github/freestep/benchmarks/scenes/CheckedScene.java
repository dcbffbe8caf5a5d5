package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.state.StateLayout;

/** Scenes that move their bodies themselves, without an engine. */
abstract class CheckedScene implements BookedScene {
    final int bodies;
    final Books books;

    CheckedScene(StateLayout layout, long seed, StepCost cost) {
        bodies = layout.capacity();
        books = new Books(layout, bodies, seed, cost, this::flawOf);
    }

    @Override
    public final Books books() {
        return books;
    }

    @Override
    public final StateLayout layout() {
        return books.layout();
    }

    /** All of them are there at the start. */
    @Override
    public void setUp(PhysicsContext context) {
        for (int body = 0; body < bodies; body++) {
            context.bodies().spawn(body);
        }
    }

    /** What is wrong with the bodies. */
    abstract String flawOf(CheckedPicture view);
}
