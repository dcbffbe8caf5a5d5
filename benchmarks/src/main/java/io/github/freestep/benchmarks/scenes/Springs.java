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
 * <p>There is no closed form. Each body carries a checksum of its values and its tick. A state, and a frame at the time
 * of a state, have exactly the values of the checksum, so they are checked exactly. Frames between two states are
 * checked against a bound, {@link #MAX_SPEED}. A kick that would exceed it is ignored.
 */
final class Springs extends CheckedScene {
    private static final String SUM_CHANNEL = "sum";

    /** A float holds every integer of this many bits exactly. */
    private static final int SUM_BITS = 24;

    private static final float STIFFNESS = 15;
    private static final float DAMPING = 0.1f;

    /**
     * In seconds. Longer steps are split, because with them the motion of a spring this stiff would grow without limit.
     */
    private static final double MAX_STEP = 0.02;

    /** The limit of the square root of twice the energy, in metres per second. */
    static final float MAX_SPEED = 40;

    /**
     * A factor of the limit. Semi-implicit steps make the energy oscillate by step * frequency, which is at most 8 %.
     */
    private static final float SWING = 1.1f;

    /**
     * A factor of the limit. Extrapolation of states a and b gives at most b + (b - a), which is up to three times
     * the limit.
     */
    private static final float BRIDGED = 3;

    /**
     * A factor of the limit. Errors add up if the sampler extrapolates again before it has blended out the
     * previous error.
     */
    private static final float BLENDED = 16;

    private final float[] x;
    private final float[] y;
    private final float[] z;
    private final float[] velocity;
    private final float[] zeros;
    private final float[] ones;

    Springs(int bodies, long seed, StepCost cost) {
        super(StateLayout.of(bodies).linear("velocity").stepped(TICK_CHANNEL, SUM_CHANNEL), bodies, seed, cost);
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
        state.linear(0, velocity, 0, bodies);
        writeTick(state, 0, bodies);
        float tick = tick() % TICKS;
        for (int body = 0; body < bodies; body++) {
            state.stepped(1, body, sum(tick, x[body], velocity[body]));
        }
    }

    /** Sums the values that differ between states. The factors are odd, so that every bit has an effect. */
    private static float sum(float tick, float x, float velocity) {
        int bits = ((int) tick * 0x9E3779B1 + bits(x)) * 0x85EBCA6B + bits(velocity);
        bits = (bits ^ bits >>> 15) * 0xC2B2AE35;
        return bits >>> Integer.SIZE - SUM_BITS;
    }

    /** Turns minus zero into zero, because a frame may do so as well. */
    private static int bits(float value) {
        return Float.floatToRawIntBits(value + 0f);
    }

    @Override
    String flawOf(CheckedPicture view) {
        float most = MAX_SPEED * SWING * (view.alpha > 1 ? BRIDGED : 1);
        boolean exact = view.alpha == 0 && view.left == 0;
        for (int body = 0; body < bodies; body++) {
            String flaw = flawOf(view, body, most, exact);
            if (flaw != null) {
                return view + ", body " + body + " is " + view.values(body) + ": " + flaw;
            }
        }
        return null;
    }

    private String flawOf(CheckedPicture view, int body, float most, boolean exact) {
        if (!view.alive(body)) {
            return "missing";
        }
        if (!isWithin(most, view.corrected(CheckedPicture.X, body), view.corrected(CheckedPicture.LINEAR, body))
                || view.left != 0
                        && !isWithin(
                                BLENDED * MAX_SPEED * SWING,
                                view.error[CheckedPicture.X][body],
                                view.error[CheckedPicture.LINEAR][body])) {
            return "its energy is too high";
        }
        if (!rests(view, body)) {
            return "turned, or off its axis";
        }
        float sum = exact
                ? sum(view.ticks[body], view.all[CheckedPicture.X][body], view.all[CheckedPicture.LINEAR][body])
                : 0;
        return exact && view.second[body] != sum
                ? "its checksum is " + (int) view.second[body] + ", expected " + (int) sum
                : null;
    }

    private boolean rests(CheckedPicture view, int body) {
        return view.all[CheckedPicture.Y][body] == y[body]
                && view.all[CheckedPicture.Z][body] == z[body]
                && view.all[CheckedPicture.QX][body] == 0
                && view.all[CheckedPicture.QY][body] == 0
                && view.all[CheckedPicture.QZ][body] == 0
                && Math.abs(view.all[CheckedPicture.QW][body] - 1) <= 1e-6f;
    }

    /** False for NaN. A comparison with {@code >} would accept NaN. */
    private static boolean isWithin(float most, float x, float velocity) {
        return twiceEnergy(x, velocity) <= most * most;
    }
}
