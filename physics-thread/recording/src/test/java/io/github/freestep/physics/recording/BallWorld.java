package io.github.freestep.physics.recording;

import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PortableCommand;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.TickInput;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Falling balls, blown sideways by the axes, kicked by actions, and teleported upwards when they hit the ground.
 * Everything that a recording holds affects its states.
 */
class BallWorld implements Simulation {
    static final int BALLS = 6;

    final double[] height = new double[BALLS];
    final double[] aside = new double[BALLS];
    final double[] speed = new double[BALLS];
    Consumer<Tick> during = tick -> {};

    @Override
    public StateLayout layout() {
        return StateLayout.of(BALLS).linear("spin").stepped("tick");
    }

    @Override
    public void setUp(PhysicsContext context) {
        context.bodies().spawn(0);
        context.bodies().spawn(1);
        height[1] = 2;
    }

    @Override
    public void step(Tick tick) {
        during.accept(tick);
        TickInput input = tick.input();
        double wind = 0;
        for (int axis = 0; axis < 3; axis++) {
            wind += (axis + 1) * (input.axisAtStart(axis) + 2 * input.axis(axis));
        }
        for (int i = 0; i < input.size(); i++) {
            if (input.isAction(i)) {
                speed[Math.floorMod(input.code(i), BALLS)] += input.value(i) * (1 - input.fraction(i));
            } else {
                wind += input.value(i) * input.fraction(i);
            }
        }
        for (int ball = 0; ball < BALLS; ball++) {
            if (tick.bodies().isAlive(ball)) {
                fall(ball, wind, tick);
            }
        }
    }

    private void fall(int ball, double wind, Tick tick) {
        double dt = tick.dtSeconds();
        speed[ball] -= 9.81 * dt;
        height[ball] += speed[ball] * dt;
        aside[ball] += StrictMath.sin(wind + ball) * dt;
        if (height[ball] < 0) {
            height[ball] = 5;
            speed[ball] = 0;
            tick.bodies().teleport(ball);
        }
    }

    @Override
    public void write(StateWriter state) {
        for (int ball = 0; ball < BALLS; ball++) {
            if (!state.isAlive(ball)) {
                continue;
            }
            state.position(ball, (float) aside[ball], (float) height[ball], ball);
            float half = (float) (aside[ball] * 3);
            state.orientation(ball, 0, (float) StrictMath.sin(half), 0, (float) StrictMath.cos(half));
            state.linear(0, ball, speed[ball]);
            state.stepped(0, ball, Math.signum(speed[ball]));
        }
    }

    /** The same world, but savable, so that a replay can begin at a keyframe. */
    static class Savable extends BallWorld implements SavableSimulation {
        @Override
        public void save(DataOutput out) throws IOException {
            for (int ball = 0; ball < BALLS; ball++) {
                out.writeDouble(height[ball]);
                out.writeDouble(aside[ball]);
                out.writeDouble(speed[ball]);
            }
        }

        @Override
        public void restore(DataInput in) throws IOException {
            for (int ball = 0; ball < BALLS; ball++) {
                height[ball] = in.readDouble();
                aside[ball] = in.readDouble();
                speed[ball] = in.readDouble();
            }
        }
    }

    /** Spawns a ball, or removes it if it is alive. */
    record ToggleBall(int ball) implements PortableCommand {
        static final CommandReader READER = (type, in) -> {
            if (type != 7) {
                throw new IOException("type must be 7, was " + type);
            }
            return new ToggleBall(in.readInt());
        };

        @Override
        public void run(PhysicsContext context) {
            if (context.bodies().isAlive(ball)) {
                context.bodies().remove(ball);
            } else {
                context.bodies().spawn(ball);
            }
        }

        @Override
        public int type() {
            return 7;
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeInt(ball);
        }
    }
}
