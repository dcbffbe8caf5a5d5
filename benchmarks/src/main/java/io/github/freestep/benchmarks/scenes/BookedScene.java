package io.github.freestep.benchmarks.scenes;

import io.github.freestep.render.Frame;
import io.github.freestep.state.State;

/** A scene that leaves to its books what all have in common. */
interface BookedScene extends Scene {
    Books books();

    @Override
    default String flaw(State state) {
        return books().flaw(state);
    }

    @Override
    default String flaw(Frame frame) {
        return books().flaw(frame);
    }

    @Override
    default long inputs() {
        return books().inputs();
    }

    @Override
    default double inputSum() {
        return books().inputSum();
    }
}
