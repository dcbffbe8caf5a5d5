package io.github.freestep.physics.prediction;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.State;
import io.github.freestep.state.StateWriter;

/** A small world of one body that stays where the server has it. */
class Still implements OwnWorld {
    private double x;

    @Override
    public int slot(State server) {
        return 0;
    }

    @Override
    public void set(State server, int slot, PhysicsContext context) {
        x = server.x(slot);
    }

    @Override
    public void step(Tick tick) {
        x += tick.input().axis(0) * 0;
    }

    @Override
    public void write(StateWriter state) {
        state.position(0, x, 0, 0);
    }
}
