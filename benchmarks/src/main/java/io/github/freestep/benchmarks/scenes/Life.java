package io.github.freestep.benchmarks.scenes;

/**
 * What a body of the swarm does from one birth to the next, or until a burst cuts it short: it moves and spins evenly. All of
 * it is read off a hash of the body and the tick of its birth, so writers and readers need nothing in common but these
 * formulas. Stateless.
 *
 * <p>A life is so short, and a spin so slow, that a body never turns by more than 86 degrees in one: whatever gap lies
 * between two states of it, the short way from one orientation to the other is the way it took. And no age is so high that a
 * float would be off by more than 0.24 microseconds.
 */
final class Life {
    /** No life is longer; one is at least a 4096th of it. */
    static final long LONGEST_NANOS = 1L << 33;

    /** Of anything's change: metres a second. */
    static final float FASTEST = 12;

    private static final int PARTS = 12;
    private static final float HALF_METRE = 0.5f;
    private static final float VELOCITY = FASTEST / 31.5f;

    /** Half a turn's rate, radians a second: at the most 0.75 in the longest life. */
    private static final float SPIN = 0.75f / 16 / (LONGEST_NANOS / 1e9f);

    private static final int AXES = 256;
    private static final float[] AXIS = new float[3 * AXES];

    static {
        // Evenly spread: a spiral down a sphere.
        for (int i = 0; i < AXES; i++) {
            double height = 1 - (2 * i + 1.0) / AXES;
            double radius = Math.sqrt(1 - height * height);
            AXIS[3 * i] = (float) (radius * StrictMath.cos(i * 2.4));
            AXIS[3 * i + 1] = (float) height;
            AXIS[3 * i + 2] = (float) (radius * StrictMath.sin(i * 2.4));
        }
    }

    /** Radians a second, of half the angle. */
    static final float FASTEST_SPIN = 16 * SPIN;

    private Life() {}

    /** The finalizer of a splittable generator: every bit of the result depends on every bit of all three. */
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

    /** Never zero, so that every component tells the time. */
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

    /** How the linear channel, zero at birth, changes. */
    static float burning(long hash) {
        return velocity((int) (hash >>> 57) & 63);
    }

    /** How long it is planned to be. */
    static long nanos(long hash) {
        return ((hash * 0x9E3779B97F4A7C15L >>> 64 - PARTS) + 1) * (LONGEST_NANOS >> PARTS);
    }

    /** How it ends: 0 and 1 by a teleport, 2 by a removal and a spawn in one tick, 3 by a removal. */
    static int end(long hash) {
        return (int) (hash >>> 61 ^ hash) & 3;
    }

    /**
     * In the range of half a life's turn, and as much again in a bridge, within 3e-8 and 3e-7; and short enough for a loop
     * over arrays to become SIMD code.
     */
    static float sine(float angle) {
        float square = angle * angle;
        float end = -1 / 5040f + square * (1 / 362_880f - square / 39_916_800);
        return angle + angle * square * (-1 / 6f + square * (1 / 120f + square * end));
    }

    /** Likewise. */
    static float cosine(float angle) {
        float square = angle * angle;
        float end = -1 / 720f + square * (1 / 40_320f - square / 3_628_800);
        return 1 + square * (-1 / 2f + square * (1 / 24f + square * end));
    }
}
