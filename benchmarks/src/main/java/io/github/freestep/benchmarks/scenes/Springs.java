package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.Tick;
import io.github.freestep.physics.TickInput;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Damped springs, {@code a = -15 x - 0.1 v}, integrated with the length of a step: the example of the classic article. Input
 * kicks them. What comes out depends on every step and every input, and on nothing else; so two runs with the same input are
 * alike bit by bit.
 *
 * <p>There is no closed form. Each body carries a sum of its values and its tick, which is there unchanged in every state and
 * every frame at a state's own time: they are exact. Between two states there is a bound: a kick that would take a spring beyond
 * {@link #MOST} is taken for none.
 */
final class Springs extends CheckedScene {
    private static final String SUM_CHANNEL = "sum";

    /** A float holds each of them exactly. */
    private static final int SUM_BITS = 24;

    private static final float STIFFNESS = 15;
    private static final float DAMPING = 0.1f;

    /** Seconds. Longer steps are taken in several, as long ones would make a spring this stiff explode. */
    private static final double LONGEST_STEP = 0.02;

    /** Of the square root of twice the energy, metres a second. */
    static final float MOST = 40;

    /** Semi-implicit steps let the energy swing by the step times the frequency, 8 %. */
    private static final float SWING = 1.1f;

    /** A bridge goes on from b by b - a at the most. */
    private static final float BRIDGED = 3;

    /** Errors pile up where one is still taken back as the next bridge is made. */
    private static final float BLENDED = 16;

    private final float[] x;
    private final float[] y;
    private final float[] z;
    private final float[] velocity;
    private final float[] zeros;
    private final float[] ones;

    Springs(int bodies, long seed, StepCost cost) {
        super(StateLayout.of(bodies).linear("velocity").stepped(Books.TICK_CHANNEL, SUM_CHANNEL), seed, cost);
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
        books.begin(tick);
        kick(tick.input());
        double dt = tick.dtSeconds();
        int parts = (int) Math.ceil(dt / LONGEST_STEP);
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
            if (twiceEnergy(x[body], kicked) <= MOST * MOST) {
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
    public int burst(Bodies all, long seed) {
        return 0;
    }

    @Override
    public void write(StateWriter state) {
        state.positions(x, y, z, 0, bodies);
        state.orientations(zeros, zeros, zeros, ones, 0, bodies);
        System.arraycopy(velocity, 0, state.linear(0), 0, bodies);
        books.writeTick(state.stepped(0), 0, bodies);
        float tick = books.tick() % Books.TICKS;
        float[] sums = state.stepped(1);
        for (int body = 0; body < bodies; body++) {
            sums[body] = sum(tick, x[body], velocity[body]);
        }
    }

    /** Of what is not the same in every state. Multiplied by odd numbers, so that no one bit is without effect. */
    private static float sum(float tick, float x, float velocity) {
        int bits = ((int) tick * 0x9E3779B1 + bits(x)) * 0x85EBCA6B + bits(velocity);
        bits = (bits ^ bits >>> 15) * 0xC2B2AE35;
        return bits >>> Integer.SIZE - SUM_BITS;
    }

    /** A frame can make zero of minus zero. */
    private static int bits(float value) {
        return Float.floatToRawIntBits(value + 0f);
    }

    @Override
    String flawOf(CheckedPicture view) {
        float most = MOST * SWING * (view.alpha > 1 ? BRIDGED : 1);
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
                                BLENDED * MOST * SWING,
                                view.error[CheckedPicture.X][body],
                                view.error[CheckedPicture.LINEAR][body])) {
            return "beyond its energy";
        }
        if (!rests(view, body)) {
            return "turned or off its axis";
        }
        float sum = exact
                ? sum(view.ticks[body], view.all[CheckedPicture.X][body], view.all[CheckedPicture.LINEAR][body])
                : 0;
        return exact && view.second[body] != sum
                ? "its sum is " + (int) view.second[body] + " and not " + (int) sum
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

    /** Not "beyond", which is false of what is not a number. */
    private static boolean isWithin(float most, float x, float velocity) {
        return twiceEnergy(x, velocity) <= most * most;
    }
}
