package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.Input;
import io.github.freestep.physics.Tick;
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
 * <p>There is no closed form, but a bound: a kick that would take a spring beyond {@link #MOST} is taken for none.
 */
final class Springs extends CheckedScene {
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

    private final StateLayout layout;
    private final float[] x;
    private final float[] y;
    private final float[] z;
    private final float[] velocity;
    private final float[] zeros;
    private final float[] ones;

    Springs(int bodies, long seed, StepCost cost) {
        super(bodies, seed, cost);
        layout = StateLayout.of(bodies).linear("velocity").stepped(TICK_CHANNEL);
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
    public StateLayout layout() {
        return layout;
    }

    @Override
    public void setUp(Bodies all) {
        for (int body = 0; body < bodies; body++) {
            all.spawn(body);
        }
    }

    @Override
    public void step(Tick tick) {
        begin(tick);
        kick(tick.input());
        double dt = tick.dtSeconds();
        int parts = (int) Math.ceil(dt / LONGEST_STEP);
        float part = (float) (dt / parts);
        for (int i = 0; i < parts; i++) {
            accelerate(x, velocity, part, bodies);
            move(x, velocity, part, bodies);
        }
    }

    private void kick(Input input) {
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
        writeTick(state.stepped(0), 0, bodies);
    }

    @Override
    String flawOf(View view) {
        float most = MOST * SWING * (view.alpha > 1 ? BRIDGED : 1);
        for (int body = 0; body < bodies; body++) {
            boolean bounded = within(most, view.corrected(View.X, body), view.corrected(View.LINEAR, body))
                    && (view.left == 0
                            || within(BLENDED * MOST * SWING, view.error[View.X][body], view.error[View.LINEAR][body]));
            boolean rests = view.all[View.Y][body] == y[body]
                    && view.all[View.Z][body] == z[body]
                    && view.all[View.QX][body] == 0
                    && view.all[View.QY][body] == 0
                    && view.all[View.QZ][body] == 0
                    && Math.abs(view.all[View.QW][body] - 1) <= 1e-6f;
            if (!view.alive(body) || !bounded || !rests) {
                return view + ", body " + body + " is " + view.values(body) + ": "
                        + (!view.alive(body) ? "missing" : bounded ? "turned or off its axis" : "beyond its energy");
            }
        }
        return null;
    }

    /** Not "beyond", which is false of what is not a number. */
    private static boolean within(float most, float x, float velocity) {
        return twiceEnergy(x, velocity) <= most * most;
    }
}
