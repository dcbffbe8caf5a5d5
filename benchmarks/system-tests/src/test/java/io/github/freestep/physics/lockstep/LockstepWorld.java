package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.Tick;
import io.github.freestep.physics.TickInput;
import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Geometry;
import org.dyn4j.geometry.MassType;
import org.dyn4j.geometry.Vector2;

/**
 * A simulation with much arithmetic: players kick the boxes of a pile, and push a damped spring and a pendulum for each
 * box. The smallest difference of an input changes the state of its tick, and soon all values. Each action is an event.
 */
final class LockstepWorld implements EngineScene<Dyn4jSimulation> {
    private static final int BOXES = 9;
    private static final int ROW = 3;

    private final float[] axes = new float[BOXES];
    private final double[] spring = new double[BOXES];
    private final double[] springSpeed = new double[BOXES];
    private final double[] angle = new double[BOXES];
    private final double[] angularSpeed = new double[BOXES];

    /** Makes the simulation of this scene, which runs once. */
    Dyn4jSimulation simulation() {
        return Dyn4jSimulation.of(
                StateLayout.of(BOXES).linear("spring", "pendulum").stepped("axis"), this);
    }

    @Override
    public void build(Dyn4jSimulation world) {
        Body floor = new Body();
        floor.addFixture(Geometry.createRectangle(200, 1));
        floor.setMass(MassType.INFINITE);
        floor.translate(0, -0.5);
        world.world().addBody(floor);
        for (int i = 0; i < BOXES; i++) {
            Body box = new Body();
            box.addFixture(Geometry.createSquare(1));
            box.setMass(MassType.NORMAL);
            box.translate(i % ROW * 1.02 - 1 + i / ROW * 0.1, 0.6 + i / ROW * 1.1);
            world.add(box);
        }
    }

    @Override
    public void beforeStep(Dyn4jSimulation world, Tick tick) {
        TickInput input = tick.input();
        double dt = tick.dtSeconds();
        for (int i = 0; i < BOXES; i++) {
            axes[i] = input.axis(i);
            kick(world.body(i), axes[i]);
            swing(i, dt);
            oscillate(i, dt);
        }
        for (int i = 0; i < input.size(); i++) {
            tick.events().user(input.code(i), 0, 0, 0, 0, 0, (long) input.value(i));
        }
    }

    private static void kick(Body box, float axis) {
        if (Math.abs(axis) > 0.9) {
            box.applyImpulse(new Vector2(axis, 2 * axis * axis));
        }
    }

    /** Steps a pendulum by the midpoint method. */
    private void swing(int i, double dt) {
        double halfway = angle[i] + angularSpeed[i] * dt / 2;
        angularSpeed[i] += (axes[i] - 9.81 * StrictMath.sin(halfway) - 0.1 * angularSpeed[i]) * dt;
        angle[i] += angularSpeed[i] * dt;
    }

    /** Steps a damped spring, pulled by the pendulum, by its exact solution over a tick. */
    private void oscillate(int i, double dt) {
        double damping = 0.5;
        double frequency = 3 + i;
        double rest = StrictMath.cos(angle[i]);
        double from = spring[i] - rest;
        double slope = (springSpeed[i] + damping * from) / frequency;
        double decay = StrictMath.exp(-damping * dt);
        double cos = StrictMath.cos(frequency * dt);
        double sin = StrictMath.sin(frequency * dt);
        double to = decay * (from * cos + slope * sin);
        springSpeed[i] = decay * frequency * (slope * cos - from * sin) - damping * to;
        spring[i] = rest + to;
    }

    @Override
    public void write(Dyn4jSimulation world, StateWriter state) {
        for (int i = 0; i < BOXES; i++) {
            state.linear(0, i, spring[i]);
            state.linear(1, i, angle[i]);
            state.stepped(0, i, axes[i]);
        }
    }
}
