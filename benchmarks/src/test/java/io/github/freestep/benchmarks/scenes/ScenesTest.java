package io.github.freestep.benchmarks.scenes;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Thorough;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenesTest {
    @ParameterizedTest
    @CsvSource({
        "swarm, 300, 1000, 8, 100, 30",
        "resting swarm, 300, 1000, 8, 100, 30",
        "springs, 300, 1000, 8, 100, 30",
        "pile, 40, 100, 2, 0, 2",
        "pile2d, 40, 100, 2, 0, 2",
        "pile-bullet, 40, 100, 2, 0, 2",
        "pile-box2d, 40, 100, 2, 0, 2",
        "pile-jolt, 40, 100, 2, 0, 2"
    })
    void noPictureOfARandomRunHasAFlaw(
            String name, int bodies, int frames, int runs, int leastBridged, int leastBursts) {
        int bridged = 0;
        int bursts = 0;
        // Each seed has its own rate, window, overload policy and mode; together they reach every case of the check.
        for (long seed = 1;
                seed <= Thorough.of(runs / 2, 5 * runs)
                        || seed < 50 && (bridged <= leastBridged || bursts <= leastBursts);
                seed++) {
            SceneRun run = new SceneRun(name, seed, bodies);
            run.run(frames);
            bridged += run.bridged;
            bursts += run.bursts;
        }
        assertTrue(bridged > leastBridged && bursts > leastBursts, bridged + " frames bridged, " + bursts + " bursts");
    }
}
