package io.github.freestep.benchmarks.scenes;

/**
 * The life of a swarm body, from its birth to its planned end or until a burst ends it. Meanwhile, the body moves and
 * spins evenly. A hash of the body and the tick of its birth determines all values, so writers and readers share only
 * these formulas. Stateless.
 *
 * <p>Lives are so short, and spins so slow, that a body turns by at most 86 degrees in a life. So of the two rotations
 * between two orientations of a life, the body always made the shorter one, however far apart the states are. A float
 * holds an age to within 0.24 microseconds.
 */
final class Life {
    /** The longest life; the shortest is 1/4096 of it. */
    static final long MAX_NANOS = 1L << 33;

    /** The highest speed along any axis, in metres per second; also the highest rate of the linear channel. */
    static final float MAX_SPEED = 12;

    private static final int PARTS = 12;
    private static final float HALF_METRE = 0.5f;
    private static final float VELOCITY = MAX_SPEED / 31.5f;

    /**
     * The unit of spin, in radians per second. Spin is the rate of half the angle of rotation. At the fastest spin, 16
     * units, half the angle reaches 0.75 in the longest life.
     */
    private static final float SPIN = 0.75f / 16 / (MAX_NANOS / 1e9f);

    private static final int AXES = 256;
    private static final float[] AXIS = new float[3 * AXES];

    static {
        // A spiral down a sphere spreads axes evenly.
        for (int i = 0; i < AXES; i++) {
            double height = 1 - (2 * i + 1.0) / AXES;
            double radius = Math.sqrt(1 - height * height);
            AXIS[3 * i] = (float) (radius * StrictMath.cos(i * 2.4));
            AXIS[3 * i + 1] = (float) height;
            AXIS[3 * i + 2] = (float) (radius * StrictMath.sin(i * 2.4));
        }
    }

    private Life() {}

    /** The finalizer of SplittableRandom: every bit of the result depends on every bit of the arguments. */
    static long hash(long seed, int body, long birthTick) {
        long z = seed + body * 0x9E3779B97F4A7C15L + birthTick * 0xD1B54A32D192ED03L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    static float x(long hash) {
        return place((int) hash & 511);
    }

    static float y(long hash) {
        return place((int) (hash >>> 9) & 511);
    }

    static float z(long hash) {
        return place((int) (hash >>> 18) & 511);
    }

    private static float place(int bits) {
        return (bits - 255.5f) * HALF_METRE;
    }

    static float velocityX(long hash) {
        return velocity((int) (hash >>> 27) & 63);
    }

    static float velocityY(long hash) {
        return velocity((int) (hash >>> 33) & 63);
    }

    static float velocityZ(long hash) {
        return velocity((int) (hash >>> 39) & 63);
    }

    /** Never zero, so that every component changes with time. */
    private static float velocity(int bits) {
        return (bits - 31.5f) * VELOCITY;
    }

    static float axisX(long hash) {
        return AXIS[3 * axis(hash)];
    }

    static float axisY(long hash) {
        return AXIS[3 * axis(hash) + 1];
    }

    static float axisZ(long hash) {
        return AXIS[3 * axis(hash) + 2];
    }

    private static int axis(long hash) {
        return (int) (hash >>> 45) & AXES - 1;
    }

    static float spin(long hash) {
        return (((int) (hash >>> 53) & 15) + 1) * SPIN;
    }

    /** Returns the rate of the linear channel; the channel is 0 at birth. */
    static float burning(long hash) {
        return velocity((int) (hash >>> 57) & 63);
    }

    /** Returns the planned length of the life. */
    static long nanos(long hash) {
        return ((hash * 0x9E3779B97F4A7C15L >>> 64 - PARTS) + 1) * (MAX_NANOS >> PARTS);
    }

    /** Returns how the life ends: 0, 1 = teleport; 2 = removal and spawn in one tick; 3 = removal. */
    static int end(long hash) {
        return (int) (hash >>> 61 ^ hash) & 3;
    }

    /**
     * Returns the sine. Its error is at most 3e-8 for angles up to 0.75, which is the largest half angle of a life. It
     * is at most 3e-7 for angles up to 1.5, which an extrapolation reaches. The code is so short that the JIT compiler
     * vectorises a loop over arrays.
     */
    static float sine(float angle) {
        float square = angle * angle;
        float end = -1 / 5040f + square * (1 / 362_880f - square / 39_916_800);
        return angle + angle * square * (-1 / 6f + square * (1 / 120f + square * end));
    }

    /** Returns the cosine, as accurately and as fast as {@link #sine}. */
    static float cosine(float angle) {
        float square = angle * angle;
        float end = -1 / 720f + square * (1 / 40_320f - square / 3_628_800);
        return 1 + square * (-1 / 2f + square * (1 / 24f + square * end));
    }
}
