package io.github.freestep.benchmarks.network;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;

/** Bodies in a line. Axis 0 moves the first one; each action removes the last body. The others move by themselves. */
class Line implements Simulation {
    static final StateLayout LAYOUT = StateLayout.of(1_000);

    private final int bodies;

    private PhysicsContext context;
    private int left;
    private float first;
    private long tick;

    Line(int bodies) {
        this.bodies = bodies;
    }

    @Override
    public StateLayout layout() {
        return LAYOUT;
    }

    @Override
    public void setUp(PhysicsContext newContext) {
        context = newContext;
        left = bodies;
        for (int body = 0; body < bodies; body++) {
            context.bodies().spawn(body);
        }
    }

    @Override
    public void step(Tick now) {
        tick = now.number();
        first = now.input().axis(0);
        for (int i = 0; i < now.input().size(); i++) {
            if (now.input().isAction(i)) {
                context.bodies().remove(--left);
            }
        }
    }

    @Override
    public void write(StateWriter state) {
        for (int body = 0; body < left; body++) {
            float height = (float) Math.abs(Math.sin((tick + body) * 0.03));
            state.position(body, body == 0 ? first : body, height, 0);
            state.orientation(body, 0, 0, 0, 1);
        }
    }
}
