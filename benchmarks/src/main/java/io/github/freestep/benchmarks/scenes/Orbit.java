package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.SplittableRandom;

/**
 * Bodies on ellipses, in closed form. All bodies of a ring have the same angular speed, so a tick computes sine and
 * cosine once per ring, and only products for each body. Meant for 100 Hz and more. At lower rates, linear
 * interpolation deviates so far from the ellipse that the check has to tolerate almost anything.
 */
final class Orbit extends CheckedScene {
    static final int RINGS = 64;

    private static final double MIN_RADIUS = 10;
    private static final double MAX_RADIUS = 100;
    private static final double MIN_SPEED = 0.1;
    private static final double MAX_SPEED = 0.5;

    private final double[] speed = new double[RINGS];

    /**
     * Coefficients of each body. With the angle a of its ring, x is {@code xCosine * cos(a) + xSine * sin(a)}, and z
     * likewise. Its orientation follows in the same way from the sine and the cosine of a / 2.
     */
    final float[] xCosine;

    final float[] xSine;
    final float[] y;
    final float[] zCosine;
    final float[] zSine;
    final float[] halfCosine;
    final float[] halfSine;

    private final ThreadLocal<OrbitCheck> checks = ThreadLocal.withInitial(() -> new OrbitCheck(this));
    private final float[] x;
    private final float[] z;
    private final float[] qy;
    private final float[] qw;
    private final float[] zeros;
    private long nanos;

    Orbit(int bodies, long seed, StepCost cost) {
        super(StateLayout.of(bodies).stepped(TICK_CHANNEL), bodies, seed, cost);
        xCosine = new float[bodies];
        xSine = new float[bodies];
        y = new float[bodies];
        zCosine = new float[bodies];
        zSine = new float[bodies];
        halfCosine = new float[bodies];
        halfSine = new float[bodies];
        x = new float[bodies];
        z = new float[bodies];
        qy = new float[bodies];
        qw = new float[bodies];
        zeros = new float[bodies];
        place(new SplittableRandom(seed));
    }

    private void place(SplittableRandom random) {
        for (int ring = 0; ring < RINGS; ring++) {
            speed[ring] = MIN_SPEED + (MAX_SPEED - MIN_SPEED) * ring / (RINGS - 1);
        }
        for (int body = 0; body < bodies; body++) {
            double start = random.nextDouble() * 2 * Math.PI;
            double a = MIN_RADIUS + random.nextDouble() * (MAX_RADIUS - MIN_RADIUS);
            double b = MIN_RADIUS + random.nextDouble() * (MAX_RADIUS - MIN_RADIUS);
            xCosine[body] = (float) (a * StrictMath.cos(start));
            xSine[body] = (float) (-a * StrictMath.sin(start));
            y[body] = (float) (random.nextDouble() * MAX_RADIUS);
            zCosine[body] = (float) (b * StrictMath.sin(start));
            zSine[body] = (float) (b * StrictMath.cos(start));
            halfCosine[body] = (float) StrictMath.cos(start / 2);
            halfSine[body] = (float) StrictMath.sin(start / 2);
        }
    }

    @Override
    public void step(Tick tick) {
        begin(tick);
        nanos = tick.simulationNanos();
    }

    /** Returns the first body of a ring. */
    private int from(int ring) {
        return (int) ((long) bodies * ring / RINGS);
    }

    @Override
    public void write(StateWriter state) {
        for (int ring = 0; ring < RINGS; ring++) {
            int from = from(ring);
            int to = from(ring + 1);
            // StrictMath would allocate on some JDKs.
            double angle = speed[ring] * nanos * 1e-9;
            float cosine = (float) Math.cos(angle);
            float sine = (float) Math.sin(angle);
            turn(xCosine, cosine, xSine, sine, x, from, to);
            turn(zCosine, cosine, zSine, sine, z, from, to);
            state.positions(x, y, z, from, to);
            float halfwayCosine = (float) Math.cos(angle / 2);
            float halfwaySine = (float) Math.sin(angle / 2);
            turn(halfSine, halfwayCosine, halfCosine, halfwaySine, qy, from, to);
            turn(halfCosine, halfwayCosine, halfSine, -halfwaySine, qw, from, to);
            state.orientations(zeros, qy, zeros, qw, from, to);
        }
        writeTick(state, 0, bodies);
    }

    private static void turn(float[] a, float byA, float[] b, float byB, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = a[i] * byA + b[i] * byB;
        }
    }

    @Override
    String flawOf(CheckedPicture view) {
        OrbitCheck check = checks.get();
        String flaw = null;
        for (int ring = 0; ring < RINGS && flaw == null; ring++) {
            check.set(speed[ring], view);
            flaw = check.flaw(from(ring), from(ring + 1));
        }
        return flaw;
    }
}
