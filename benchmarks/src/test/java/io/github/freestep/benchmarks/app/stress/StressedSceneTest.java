package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.Bodies;
import io.github.freestep.testing.Seeds;
import org.junit.jupiter.api.Test;

class StressedSceneTest {
    @Test
    void closesTheWorldOfAnEngine() {
        Scene scene = Scenes.of("pile2d", 4, Seeds.of(1), StepCost.NONE);
        InlineStepper stepper = PhysicsService.builder(new StressedScene(scene, new RunClock(), PlantedFlaw.NONE))
                .inline();
        Bodies bodies = stepper.call(PhysicsContext::bodies).join();
        assertEquals(1, scene.burst(bodies, 1));
        stepper.close();
        assertThrows(IllegalStateException.class, () -> scene.burst(bodies, 1));
    }
}
