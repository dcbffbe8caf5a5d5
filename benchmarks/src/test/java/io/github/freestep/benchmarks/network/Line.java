package io.github.freestep.benchmarks.network;

import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateWriter;
import io.github.freestep.tools.Walkers;

/** Bodies in a line that go up and down. */
class Line extends Walkers {
    private long tick;

    Line(int bodies) {
        super(bodies);
    }

    @Override
    public void step(Tick now) {
        tick = now.number();
    }

    @Override
    public void write(StateWriter state) {
        for (int body = 0; body < layout().capacity(); body++) {
            state.position(body, body, Math.abs(Math.sin((tick + body) * 0.03)), 0);
            state.orientation(body, 0, 0, 0, 1);
        }
    }
}
