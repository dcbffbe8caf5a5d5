package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.internal.Blocks;
import io.github.freestep.testing.Seeds;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScatteredTest {
    /** Three times as many scattered bodies as are gathered at a time, and some more. */
    private static final int BLOCKS = 100;

    private static final int BODIES = BLOCKS * Blocks.SIZE;

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3, 1, 1.4})
    void scatteredBodiesAreInterpolatedAsInARange(double t) {
        Random random = Seeds.random(1);
        StatePair pair = new StatePair(BODIES);
        pair.randomise(random, 90);
        pair.publish();
        Interpolator interpolator = new Interpolator();
        Poses wanted = new Poses(pair.layout);
        interpolator.interpolate(pair.olderState(), pair.newerState(), wanted, 0, BODIES, t);
        Scattered scattered = new Scattered(pair.layout);
        for (int block = 0; block < BLOCKS; block++) {
            long bodies = someBodies(random);
            scattered.add(block, bodies);
            for (int i = 0; i < Blocks.SIZE; i++) {
                if ((bodies >>> i & 1) == 0) {
                    clear(wanted, block * Blocks.SIZE + i);
                }
            }
        }
        assertEquals(BLOCKS * Scattered.FEW, scattered.count());
        Poses shown = new Poses(pair.layout);
        scattered.interpolate(interpolator, pair.olderState(), pair.newerState(), shown, t);
        for (int component = 0; component < shown.all.length; component++) {
            assertArrayEquals(wanted.all[component], shown.all[component]);
        }
    }

    private static void clear(Poses poses, int slot) {
        for (float[] component : poses.all) {
            component[slot] = 0;
        }
    }

    private static long someBodies(Random random) {
        long bodies = 0;
        while (Long.bitCount(bodies) < Scattered.FEW) {
            bodies |= 1L << random.nextInt(Blocks.SIZE);
        }
        return bodies;
    }
}
