package io.github.freestep.benchmarks.hosts.jolt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.testing.HandClock;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The crate is drawn on the lift, evenly, while both go up and down. */
class JoltGameTest {
    @Test
    void theCrateRidesOnTheLift() {
        JoltSimulation.load(); // Jolt's library
        Map<String, Float> drawn = new HashMap<>();
        HandClock clock = new HandClock();
        try (JoltGame game = new JoltGame() {
            @Override
            void draw(String name, float height) {
                drawn.put(name, height);
            }
        }) {
            game.create(clock);
            float highest = 0;
            for (int frame = 0; frame < 1_000; frame++) {
                clock.pass(10_000_000);
                game.render();
                highest = Math.max(highest, drawn.get("lift"));
                if (frame > 100) {
                    assertEquals(drawn.get("lift") + 0.6, drawn.get("crate"), 0.05);
                }
            }
            assertTrue(highest > 0.5, "the highest place of the lift was " + highest);
        }
    }
}
