package io.github.freestep.benchmarks.jmh.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.jmh.MovingSlots;
import io.github.freestep.benchmarks.jmh.MovingSlots.Place;
import io.github.freestep.internal.Blocks;
import io.github.freestep.render.Frame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that frames of the benchmark change as many bodies as its names say. */
class RestingWorldTest {
    private static final int BODIES = 10_000;
    private static final int FRAMES = 30;

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 100", "10, 1000", "100, 10000"})
    void onlyBlocksOfMovingBodiesChange(int percent, int moving) {
        int changed = lastChanged(new RestingWorld(new MovingSlots(BODIES, percent, Place.IN_ONE_PLACE), false));
        int bound = moving == 0 ? 0 : moving + 2 * Blocks.SIZE;
        assertTrue(moving <= changed && changed <= bound, changed + " bodies changed");
    }

    @Test
    void scatteredBodiesChangeMoreBlocks() {
        int changed = lastChanged(new RestingWorld(new MovingSlots(BODIES, 1, Place.SCATTERED), false));
        assertTrue(changed > 40 * Blocks.SIZE, changed + " bodies changed");
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void allChangeIfAllAreWritten(Place place) {
        assertEquals(BODIES, lastChanged(new RestingWorld(new MovingSlots(BODIES, 1, place), true)));
    }

    private static int lastChanged(RestingWorld world) {
        Frame frame = world.frame();
        for (int i = 0; i < FRAMES; i++) {
            world.untilNextFrame();
            frame = world.frame();
        }
        int changed = 0;
        for (int range = 0; range < frame.changedRanges(); range++) {
            changed += frame.changedTo(range) - frame.changedFrom(range);
        }
        return changed;
    }
}
