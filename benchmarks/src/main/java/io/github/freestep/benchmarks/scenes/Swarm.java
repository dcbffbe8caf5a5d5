package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.SplittableRandom;

/**
 * Bodies that move and spin evenly. A body goes from one {@link Life} to the next by a teleport, a removal or a
 * spawn. Each body has its own schedule for these, and bursts add more. Every value has a closed form that is linear
 * in time, so interpolation and extrapolation are exact except for rounding, at any rate, any time scale, and with
 * steps of any length.
 */
final class Swarm extends CheckedScene implements Lives.Ends {
    /** Small enough that the output of one loop is still in the cache for the next one. */
    private static final int BLOCK = 2048;

    private static final float SECONDS = 1e-9f;

    private final Lives lives;
    private final SwarmCheck check;
    private final Bursts bursts = new Bursts();

    /** Bodies whose life a burst ended after the newest tick was written. They begin the next life in the next tick. */
    private final boolean[] waiting;

    private final int[] queue;
    private int queued;

    private long nanos;
    private long writtenTick = -1;
    private Bodies all;

    private final float[] age;
    private final float[] a;
    private final float[] b;
    private final float[] c;
    private final float[] d;

    Swarm(int bodies, long seed, StepCost cost) {
        super(StateLayout.of(bodies).linear("fuel").stepped(TICK_CHANNEL, Births.CHANNEL), bodies, seed, cost);
        lives = new Lives(bodies, seed);
        check = new SwarmCheck(seed, bursts);
        waiting = new boolean[bodies];
        queue = new int[bodies];
        age = new float[bodies];
        a = new float[bodies];
        b = new float[bodies];
        c = new float[bodies];
        d = new float[bodies];
    }

    @Override
    public void setUp(PhysicsContext context) {
        super.setUp(context);
        for (int body = 0; body < bodies; body++) {
            lives.begin(body, 0, 0, true);
        }
    }

    @Override
    public void step(Tick tick) {
        begin(tick);
        nanos = tick.simulationNanos();
        all = tick.bodies();
        for (int i = 0; i < queued; i++) {
            waiting[queue[i]] = false;
            lives.begin(queue[i], tick(), nanos, all.isAlive(queue[i]));
        }
        queued = 0;
        lives.sweep(nanos, this);
    }

    @Override
    public void ended(int body) {
        int end = Life.end(lives.hash(body));
        if (!all.isAlive(body)) {
            all.spawn(body);
        } else if (end < 2) {
            all.teleport(body);
        } else {
            all.remove(body);
            if (end == 2) {
                all.spawn(body);
            }
        }
        lives.begin(body, tick(), nanos, all.isAlive(body));
    }

    @Override
    public int burst(Bodies all, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int count = Math.max(1, bodies / 4);
        bursts.add(tick());
        for (int i = 0; i < count; i++) {
            int body = random.nextInt(bodies);
            if (!all.isAlive(body)) {
                all.spawn(body);
            } else if (random.nextBoolean()) {
                all.teleport(body);
            } else {
                all.remove(body);
            }
            renew(body, all.isAlive(body));
        }
        return count;
    }

    /**
     * Begins a new life now or, if this tick's state is already written, in the next tick, whose time is not known yet.
     */
    private void renew(int body, boolean exists) {
        if (writtenTick < tick()) {
            lives.begin(body, tick(), nanos, exists);
        } else if (!waiting[body]) {
            waiting[body] = true;
            queue[queued++] = body;
        }
    }

    @Override
    public void write(StateWriter state) {
        // A quaternion and its negative are the same orientation. They alternate here, so that the library has to
        // align signs.
        float sign = (tick() & 1) == 0 ? 1 : -1;
        for (int from = 0; from < bodies; from += BLOCK) {
            int to = Math.min(from + BLOCK, bodies);
            ages(lives.birthNanos, nanos, age, from, to);
            line(lives.x, lives.velocityX, age, a, from, to);
            line(lives.y, lives.velocityY, age, b, from, to);
            line(lives.z, lives.velocityZ, age, c, from, to);
            state.positions(a, b, c, from, to);
            product(lives.burning, age, a, from, to);
            state.linear(0, a, from, to);
            product(lives.spin, age, d, from, to);
            sines(d, sign, c, from, to);
            cosines(d, sign, from, to);
            product(lives.axisX, c, a, from, to);
            product(lives.axisY, c, b, from, to);
            scale(c, lives.axisZ, from, to);
            state.orientations(a, b, c, d, from, to);
            writeTick(state, from, to);
            state.stepped(1, lives.births, from, to);
        }
        writtenTick = tick();
    }

    /**
     * JDK 17 does not vectorise this loop. It uses doubles, because floats could not hold times of hours
     * exactly enough.
     */
    private static void ages(double[] births, double now, float[] age, int from, int to) {
        for (int i = from; i < to; i++) {
            age[i] = (float) (now - births[i]) * SECONDS;
        }
    }

    private static void line(float[] start, float[] rate, float[] age, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = start[i] + rate[i] * age[i];
        }
    }

    private static void product(float[] rate, float[] age, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = rate[i] * age[i];
        }
    }

    private static void scale(float[] values, float[] by, int from, int to) {
        for (int i = from; i < to; i++) {
            values[i] *= by[i];
        }
    }

    private static void sines(float[] angle, float sign, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = sign * Life.sine(angle[i]);
        }
    }

    private static void cosines(float[] angle, float sign, int from, int to) {
        for (int i = from; i < to; i++) {
            angle[i] = sign * Life.cosine(angle[i]);
        }
    }

    @Override
    String flawOf(CheckedPicture view) {
        return check.flaw(view);
    }
}
