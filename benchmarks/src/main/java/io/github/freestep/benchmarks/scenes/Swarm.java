package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;

/**
 * Bodies that move and spin evenly. A body goes from one {@link Life} to the next by a teleport, a removal or a
 * spawn. Each body has its own schedule for these, and bursts add more. Every value has a closed form that is linear
 * in time, so interpolation and extrapolation are exact except for rounding, at any rate, any time scale, and with
 * steps of any length.
 *
 * <p>If only a share of the bodies moves ({@link Activity}), the others are written once at the beginning of their life
 * and then skipped. The work of a tick is then proportional to the number of moving bodies, except for a scan of one
 * bit per body.
 */
final class Swarm extends CheckedScene implements Lives.Ends {
    /** The number of bodies in a loop, so small that the output of one loop is still in the cache for the next one. */
    private static final int MOST_AT_ONCE = 2_048;

    private static final float SECONDS = 1e-9f;

    private final Activity activity;
    private final Lives lives;
    private final SwarmCheck check;
    private final Bursts bursts = new Bursts();

    /** The seeds of the bursts that the next step makes. */
    private long[] burstSeeds = new long[4];

    private int burstCount;

    private final BitSet moving;

    /** The bodies that move or whose life has begun since the last write. */
    private final BitSet unwritten;

    private long nanos;
    private Bodies all;

    private final float[] age;
    private final float[] a;
    private final float[] b;
    private final float[] c;
    private final float[] d;
    private final float[] ticks;

    Swarm(int bodies, Activity activity, long seed, StepCost cost) {
        super(StateLayout.of(bodies).linear("fuel").stepped(TICK_CHANNEL, Births.CHANNEL), bodies, seed, cost);
        this.activity = activity;
        lives = new Lives(bodies, seed, activity);
        check = new SwarmCheck(seed, bursts, activity);
        moving = new BitSet(bodies);
        unwritten = new BitSet(bodies);
        age = new float[bodies];
        a = new float[bodies];
        b = new float[bodies];
        c = new float[bodies];
        d = new float[bodies];
        ticks = new float[bodies];
    }

    @Override
    public void setUp(PhysicsContext context) {
        super.setUp(context);
        for (int body = 0; body < bodies; body++) {
            begin(body, 0, 0, true);
        }
    }

    @Override
    public void step(Tick tick) {
        begin(tick);
        nanos = tick.simulationNanos();
        all = tick.bodies();
        for (int i = 0; i < burstCount; i++) {
            burst(burstSeeds[i]);
        }
        burstCount = 0;
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
        begin(body, tick(), nanos, all.isAlive(body));
    }

    private void begin(int body, long tick, long birthNanos, boolean exists) {
        moving.set(body, lives.begin(body, tick, tick * periodNanos(), birthNanos, exists));
        unwritten.set(body);
    }

    /** Lets the next step make the burst, because lives begin with a tick, and the newest one may be shown already. */
    @Override
    public void burst(Bodies all, long seed) {
        if (burstCount == burstSeeds.length) {
            burstSeeds = Arrays.copyOf(burstSeeds, 2 * burstCount);
        }
        burstSeeds[burstCount++] = seed;
    }

    private int bodiesOfBurst() {
        return (int) Math.max(1, bodies * activity.share() / 4);
    }

    private void burst(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        bursts.add(tick());
        for (int i = 0; i < bodiesOfBurst(); i++) {
            int body = random.nextInt(bodies);
            if (!all.isAlive(body)) {
                all.spawn(body);
            } else if (random.nextBoolean()) {
                all.teleport(body);
            } else {
                all.remove(body);
            }
            begin(body, tick(), nanos, all.isAlive(body));
        }
    }

    @Override
    public void write(StateWriter state) {
        // A quaternion and its negative are the same orientation. They alternate here, so that the library has to
        // align signs.
        float sign = (tick() & 1) == 0 ? 1 : -1;
        // Neighbours move and rest together, so the ranges are long.
        for (int to, from = unwritten.nextSetBit(0); from >= 0; from = unwritten.nextSetBit(to)) {
            to = Math.min(unwritten.nextClearBit(from), from + MOST_AT_ONCE);
            write(state, from, to, sign);
        }
        unwritten.and(moving);
    }

    /** Takes all from hashes, because an array for each value would cost a cache miss for each resting neighbour. */
    private void write(StateWriter state, int from, int to, float sign) {
        place(from, to);
        state.positions(a, b, c, from, to);
        state.linear(0, d, from, to);
        turn(from, to, sign);
        state.orientations(a, b, c, d, from, to);
        state.stepped(0, ticks, from, to);
        state.stepped(1, lives.births, from, to);
    }

    private void place(int from, int to) {
        for (int i = from; i < to; i++) {
            long hash = lives.hash(i);
            float time = age(i);
            a[i] = Life.x(hash) + Life.velocityX(hash) * time;
            b[i] = Life.y(hash) + Life.velocityY(hash) * time;
            c[i] = Life.z(hash) + Life.velocityZ(hash) * time;
            d[i] = Life.burning(hash) * time;
            age[i] = time;
        }
    }

    private void turn(int from, int to, float sign) {
        for (int i = from; i < to; i++) {
            long hash = lives.hash(i);
            float half = Life.spin(hash) * age[i];
            float sine = sign * Life.sine(half);
            a[i] = Life.axisX(hash) * sine;
            b[i] = Life.axisY(hash) * sine;
            c[i] = Life.axisZ(hash) * sine;
            d[i] = sign * Life.cosine(half);
            ticks[i] = stamp(i);
        }
    }

    /** Uses doubles, because floats could not hold times of hours exactly enough. */
    private float age(int body) {
        return moving.get(body) ? (float) (nanos - lives.birthNanos[body]) * SECONDS : Activity.REST_AGE;
    }

    /** Returns the value of the tick channel: the tick of the last write that changes something. */
    private float stamp(int body) {
        return (moving.get(body) ? tick() : Births.rest(lives.births[body])) % TICKS;
    }

    /**
     * The check of lives includes the tick channel, because the tick channel of a resting body has another tick than
     * the state.
     */
    @Override
    String flawOfTicks(CheckedPicture view) {
        return null;
    }

    @Override
    String flawOf(CheckedPicture view) {
        return check.flaw(view);
    }
}
