package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.Tick;
import io.github.freestep.physics.TickInput;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Damped springs, {@code a = -15 x - 0.1 v}, integrated step by step: the example of the classic article on fixed time
 * steps. Input kicks them. The result depends on every step and every input, and on nothing else, so two runs with the
 * same input are equal bit for bit.
 *
 * <p>There is no closed form. Each body carries {@link Marks}. A kick that would exceed a bound, {@link #MAX_SPEED}, is
 * ignored, so that places stay near the origin, where the marks are most accurate.
 */
final class Springs extends CheckedScene {
    private static final float STIFFNESS = 15;
    private static final float DAMPING = 0.1f;

    /**
     * In seconds. Longer steps are split, because with them the motion of a spring this stiff would grow without limit.
     */
    private static final double MAX_STEP = 0.02;

    /** The limit of the square root of twice the energy, in metres per second. */
    static final float MAX_SPEED = 40;

    private final float[] x;
    private final float[] y;
    private final float[] z;
    private final float[] velocity;
    private final float[] zeros;
    private final float[] ones;
    private final BoxCheck check = new BoxCheck(new Bursts());

    Springs(int bodies, long seed, StepCost cost) {
        super(
                StateLayout.of(bodies).linear(Marks.PLACE_CHANNEL).stepped(TICK_CHANNEL, Marks.SUM_CHANNEL),
                bodies,
                seed,
                cost);
        x = new float[bodies];
        y = new float[bodies];
        z = new float[bodies];
        velocity = new float[bodies];
        zeros = new float[bodies];
        ones = new float[bodies];
        Arrays.fill(ones, 1);
        SplittableRandom random = new SplittableRandom(seed);
        for (int body = 0; body < bodies; body++) {
            x[body] = (float) random.nextDouble(-5, 5);
            y[body] = body & 1023;
            z[body] = body >>> 10;
        }
    }

    @Override
    public void step(Tick tick) {
        begin(tick);
        kick(tick.input());
        double dt = tick.dtSeconds();
        int parts = (int) Math.ceil(dt / MAX_STEP);
        float part = (float) (dt / parts);
        for (int i = 0; i < parts; i++) {
            accelerate(x, velocity, part, bodies);
            move(x, velocity, part, bodies);
        }
    }

    private void kick(TickInput input) {
        for (int i = 0; i < input.size(); i++) {
            int body = Math.floorMod(input.code(i), bodies);
            float kicked = velocity[body] + input.value(i);
            if (twiceEnergy(x[body], kicked) <= MAX_SPEED * MAX_SPEED) {
                velocity[body] = kicked;
            }
        }
    }

    private static float twiceEnergy(float x, float velocity) {
        return velocity * velocity + STIFFNESS * x * x;
    }

    private static void accelerate(float[] x, float[] velocity, float dt, int bodies) {
        for (int i = 0; i < bodies; i++) {
            velocity[i] += (-STIFFNESS * x[i] - DAMPING * velocity[i]) * dt;
        }
    }

    private static void move(float[] x, float[] velocity, float dt, int bodies) {
        for (int i = 0; i < bodies; i++) {
            x[i] += velocity[i] * dt;
        }
    }

    @Override
    public void write(StateWriter state) {
        state.positions(x, y, z, 0, bodies);
        state.orientations(zeros, zeros, zeros, ones, 0, bodies);
        writeTick(state, 0, bodies);
        float tick = tick() % Marks.TICKS;
        float longTick = tick() % TICKS;
        for (int body = 0; body < bodies; body++) {
            state.linear(0, body, Marks.place(x[body], y[body], z[body]) + tick);
            state.stepped(1, body, Marks.sum(Marks.bits(x[body], y[body], z[body], 0, 0, 0, 1), longTick));
        }
    }

    @Override
    String flawOf(CheckedPicture view) {
        return check.flaw(view);
    }
}
