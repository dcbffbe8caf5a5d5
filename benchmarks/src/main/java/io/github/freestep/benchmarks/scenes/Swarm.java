package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.Arrays;
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
    /** In words of 64 bodies; small enough that the output of one loop is still in the cache for the next one. */
    private static final int MAX_WORDS = 32;

    /** In a part of the bodies, at most this number is checked in a picture. */
    private static final int SAMPLE = 1 << 16;

    private static final float SECONDS = 1e-9f;

    private final Activity activity;
    private final Lives lives;
    private final SwarmCheck check;
    private final Bursts bursts = new Bursts();

    /** The seeds of the bursts that the next step makes. */
    private long[] burstSeeds = new long[4];

    private int burstCount;

    /** A bit for each body that moves, and one for each whose life has begun since the last write. */
    private final long[] moving;

    private final long[] begun;

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
        moving = new long[(bodies + Long.SIZE - 1) / Long.SIZE];
        begun = new long[moving.length];
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
        long bit = 1L << body;
        int word = body / Long.SIZE;
        if (lives.begin(body, tick, tick * periodNanos(), birthNanos, exists)) {
            moving[word] |= bit;
        } else {
            moving[word] &= ~bit;
        }
        begun[word] |= bit;
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
        for (int word = 0; word < moving.length; ) {
            int end = word;
            while (end < moving.length && end - word < MAX_WORDS && isWhole(end)) {
                begun[end++] = 0;
            }
            if (end > word) {
                write(state, word * Long.SIZE, Math.min(end * Long.SIZE, bodies), sign);
                word = end;
            } else {
                writeEach(state, word, sign);
                begun[word++] = 0;
            }
        }
    }

    /** Returns whether all bodies of a word must be written. */
    private boolean isWhole(int word) {
        long beyond = word == bodies / Long.SIZE ? -1L << bodies : 0;
        return (moving[word] | begun[word] | beyond) == -1L;
    }

    private void write(StateWriter state, int from, int to, float sign) {
        ages(from, to);
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
        product(lives.axisZ, c, c, from, to);
        state.orientations(a, b, c, d, from, to);
        stamps(from, to);
        state.stepped(0, ticks, from, to);
        state.stepped(1, lives.births, from, to);
    }

    private void writeEach(StateWriter state, int word, float sign) {
        for (long left = moving[word] | begun[word]; left != 0; left &= left - 1) {
            int body = word * Long.SIZE + Long.numberOfTrailingZeros(left);
            write(state, body, lives.hash(body), age(body), sign);
            state.stepped(0, body, stamp(body));
            state.stepped(1, body, lives.births[body]);
        }
    }

    /** Takes the values from the hash, because scattered bodies would cost a cache miss for each array. */
    private static void write(StateWriter state, int body, long hash, float age, float sign) {
        state.position(
                body,
                Life.x(hash) + Life.velocityX(hash) * age,
                Life.y(hash) + Life.velocityY(hash) * age,
                Life.z(hash) + Life.velocityZ(hash) * age);
        state.linear(0, body, Life.burning(hash) * age);
        float half = Life.spin(hash) * age;
        float sine = sign * Life.sine(half);
        state.orientation(
                body,
                Life.axisX(hash) * sine,
                Life.axisY(hash) * sine,
                Life.axisZ(hash) * sine,
                sign * Life.cosine(half));
    }

    private boolean moves(int body) {
        return (moving[body / Long.SIZE] >>> body & 1) != 0;
    }

    /** Uses doubles, because floats could not hold times of hours exactly enough. */
    private float age(int body) {
        return moves(body) ? (float) (nanos - lives.birthNanos[body]) * SECONDS : Activity.REST_AGE;
    }

    private void ages(int from, int to) {
        for (int i = from; i < to; i++) {
            age[i] = age(i);
        }
    }

    /** Returns the value of the tick channel: the tick of the last write that changes something. */
    private float stamp(int body) {
        return (moves(body) ? tick() : Births.rest(lives.births[body])) % TICKS;
    }

    private void stamps(int from, int to) {
        for (int i = from; i < to; i++) {
            ticks[i] = stamp(i);
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
        view.part(checkedBodies());
        return check.flaw(view);
    }

    @Override
    public int checkedBodies() {
        return activity.isAll() ? bodies : Math.min(bodies, SAMPLE);
    }
}
