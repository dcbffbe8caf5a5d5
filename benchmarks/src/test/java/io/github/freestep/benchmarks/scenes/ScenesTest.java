package io.github.freestep.benchmarks.scenes;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Thorough;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScenesTest {
    @ParameterizedTest
    @ValueSource(strings = {"swarm", "resting swarm", "springs"})
    void noPictureOfARandomRunHasAFlaw(String name) {
        int bridged = 0;
        int bursts = 0;
        // Each seed has its own rate, window, overload policy and mode; together they reach every case of the check.
        for (long seed = 1; seed <= Thorough.of(8, 30) || seed < 50 && bridged <= 100; seed++) {
            SceneRun run = new SceneRun(name, seed, 300);
            run.run(1_000);
            bridged += run.bridged();
            bursts += run.bursts();
        }
        assertTrue(bridged > 100 && bursts > 30, bridged + " frames bridged, " + bursts + " bursts");
    }
}
