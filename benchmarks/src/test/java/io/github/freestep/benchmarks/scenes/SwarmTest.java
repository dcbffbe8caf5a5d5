package io.github.freestep.benchmarks.scenes;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SwarmTest {
    @Test
    void noFrameOfARandomRunHasAFlaw() {
        int bridged = 0;
        int bursts = 0;
        for (long seed = Long.getLong("first", 1); seed <= Long.getLong("runs", 60); seed++) {
            SceneRun run = new SceneRun(System.getProperty("scene", "swarm"), seed, Integer.getInteger("slowest", 0));
            run.run(1_500);
            bridged += run.bridged;
            bursts += run.bursts;
        }
        System.out.println("bridged " + bridged + " bursts " + bursts);
        assertTrue(bridged > 1_000 && bursts > 100, bridged + " frames bridged, " + bursts + " bursts");
    }
}
