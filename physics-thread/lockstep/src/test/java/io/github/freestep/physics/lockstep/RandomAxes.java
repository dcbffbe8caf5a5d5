package io.github.freestep.physics.lockstep;

import io.github.freestep.testing.Seeds;
import java.util.Random;
import java.util.function.Supplier;

/** A player's random axes. The same seed gives the same axes. */
final class RandomAxes implements Supplier<float[]> {
    static final int AXES = 3;

    private final Random random;

    RandomAxes(long seed) {
        random = Seeds.random(seed);
    }

    @Override
    public float[] get() {
        float[] axes = new float[AXES];
        for (int axis = 0; axis < AXES; axis++) {
            axes[axis] = random.nextFloat() * 2 - 1;
        }
        return axes;
    }
}
