package io.github.freestep.benchmarks.jmh.handoff;

import java.util.Random;

/**
 * States to publish: two sets of positions in turn, and the same orientations in every tick. Freestep stores each
 * quaternion with the sign that is nearer to the one in the previous state, so the first state determines the sign.
 * For every second body, the later states have the opposite sign. So Freestep must negate half of the quaternions in
 * every tick.
 */
final class PublishedPoses {
    /** A position and an orientation per body, one array per component. */
    static final int ARRAYS = 7;

    private static final int SEED = 42;
    private static final int FIRST_OF_ORIENTATION = 3;

    private final float[][] first;
    private final float[][] even;
    private final float[][] odd;

    PublishedPoses(int bodies) {
        first = new float[ARRAYS][bodies];
        even = new float[ARRAYS][bodies];
        odd = new float[ARRAYS][bodies];
        Random random = new Random(SEED);
        for (int body = 0; body < bodies; body++) {
            place(body, random);
            turn(body, random);
        }
    }

    float[][] first() {
        return first;
    }

    float[][] at(long tick) {
        return (tick & 1) == 0 ? even : odd;
    }

    private void place(int body, Random random) {
        for (int i = 0; i < FIRST_OF_ORIENTATION; i++) {
            even[i][body] = random.nextFloat();
            odd[i][body] = random.nextFloat();
        }
    }

    private void turn(int body, Random random) {
        double[] quaternion = random.doubles(4, -1, 1).toArray();
        double square = 0;
        for (double component : quaternion) {
            square += component * component;
        }
        float sign = (body & 1) == 0 ? 1 : -1;
        for (int i = 0; i < quaternion.length; i++) {
            float component = (float) (quaternion[i] / Math.sqrt(square));
            first[FIRST_OF_ORIENTATION + i][body] = component;
            even[FIRST_OF_ORIENTATION + i][body] = sign * component;
            odd[FIRST_OF_ORIENTATION + i][body] = sign * component;
        }
    }
}
