package io.github.freestep.benchmarks.app.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.benchmarks.app.compare.loops.KeyPlay;
import io.github.freestep.benchmarks.app.compare.loops.KeyWay;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import io.github.freestep.testing.Seeds;
import org.junit.jupiter.api.Test;

class KeyPlayTest {
    private static final double REFRESH_MILLIS = 1e3 / 60;

    /** A key waits for half a refresh until it is polled, and then for the end of the frame, which has a step. */
    @Test
    void aLoopNeedsOneAndAHalfRefreshes() {
        double mean = KeyPlay.of(KeyWay.LOOP, 60, StepLoad.LIGHT, Seeds.of(1)).mean();
        // The mean of 400 evenly distributed waits has a standard deviation of 0.24 ms.
        assertEquals(1.5 * REFRESH_MILLIS, mean, 1.2);
    }

    @Test
    void aPlayOfTheServiceIsTheSameEachTime() {
        KeyWay way = KeyWay.CALLBACKS_LATE;
        assertEquals(KeyPlay.of(way, 144, StepLoad.JITTERY, 3), KeyPlay.of(way, 144, StepLoad.JITTERY, 3));
    }
}
