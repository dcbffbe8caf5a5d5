package io.github.freestep.physics.lockstep;

import java.util.Random;
import java.util.function.Supplier;

/** What a player does who can't make up his mind: the same for the same seed. */
final class Sticks implements Supplier<float[]> {
    static final int AXES = 3;

    private final Random random;

    Sticks(long seed) {
        random = new Random(seed);
    }

    @Override
    public float[] get() {
        float[] axes = new float[AXES];
        for (int axis = 0; axis < AXES; axis++) {
            axes[axis] = random.nextFloat() * 2 - 1;
        }
        return axes;
    }

    /** Of the values of one tick, one is off by its last bit. */
    static float[] flawed(float[] axes) {
        float[] flawed = axes.clone();
        flawed[1] = Float.intBitsToFloat(Float.floatToRawIntBits(flawed[1]) ^ 1);
        return flawed;
    }
}
