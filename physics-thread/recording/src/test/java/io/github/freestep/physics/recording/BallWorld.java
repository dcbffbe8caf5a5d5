package io.github.freestep.physics.recording;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.TickInput;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.physics.saves.PortableCommand;
import io.github.freestep.physics.saves.SavableSimulation;
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

    private final StateLayout layout;
    private final int balls;

    BallWorld() {
        this(StateLayout.of(BALLS).linear("spin").stepped("tick"));
    }

    /** A world with any layout, and as many balls as fit. */
    BallWorld(StateLayout layout) {
        this.layout = layout;
        balls = Math.min(BALLS, layout.capacity());
    }

    @Override
    public StateLayout layout() {
        return layout;
    }

    @Override
    public void setUp(PhysicsContext context) {
        for (int ball = 0; ball < Math.min(2, balls); ball++) {
            context.bodies().spawn(ball);
        }
        height[1] = 2;
    }

    @Override
    public void step(Tick tick) {
        during.accept(tick);
        TickInput input = tick.input();
        double wind = 0;
        for (int axis = 0; axis < 3; axis++) {
            wind += (axis + 1) * (input.axisAtStart(axis) + 2.0 * input.axis(axis));
        }
        for (int i = 0; i < input.size(); i++) {
            if (input.isAction(i)) {
                speed[Math.floorMod(input.code(i), BALLS)] += input.value(i) * (1 - input.fraction(i));
            } else {
                wind += input.value(i) * input.fraction(i);
            }
        }
        for (int ball = 0; ball < balls; ball++) {
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
        for (int ball = 0; ball < balls; ball++) {
            if (!state.isAlive(ball)) {
                continue;
            }
            state.position(ball, (float) aside[ball], (float) height[ball], ball);
            float half = (float) (aside[ball] * 3);
            state.orientation(ball, 0, (float) StrictMath.sin(half), 0, (float) StrictMath.cos(half));
            if (!layout.linearChannels().isEmpty()) {
                state.linear(0, ball, speed[ball]);
            }
            if (!layout.steppedChannels().isEmpty()) {
                state.stepped(0, ball, Math.signum(speed[ball]));
            }
        }
    }

    /** The same world, but savable, so that a replay can begin at a keyframe. */
    static class Savable extends BallWorld implements SavableSimulation {
        private static final double MOST = 1e6;

        Savable() {}

        Savable(StateLayout layout) {
            super(layout);
        }

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
                height[ball] = number(in);
                aside[ball] = number(in);
                speed[ball] = number(in);
            }
        }

        private static double number(DataInput in) throws IOException {
            double number = in.readDouble();
            if (!(Math.abs(number) < MOST)) {
                throw new IOException("a number of a ball must be below " + MOST + ", was " + number);
            }
            return number;
        }
    }

    /** The same world, whose saves have more bytes. */
    static final class Large extends Savable {
        private final byte[] more;

        Large(int bytes) {
            more = new byte[bytes];
        }

        @Override
        public void save(DataOutput out) throws IOException {
            super.save(out);
            out.write(more);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            super.restore(in);
            in.readFully(more);
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
            if (ball >= BALLS) {
                throw new IllegalArgumentException("there is no ball " + ball);
            }
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
