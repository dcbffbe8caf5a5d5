package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.testing.Seeds;
import org.joml.Vector3f;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LookTest {
    private static final int BODIES = 30;

    @BeforeAll
    static void avoidUnsafe() {
        WindowSystem.avoidUnsafe();
    }

    @Test
    void allBoxesAreInThePictureAndAboveTheGround() {
        try (InlineStepper stepper = PhysicsService.builder(Scenes.of("drum", BODIES, Seeds.of(1), StepCost.NONE))
                        .inline();
                FrameSampler frames = FrameSampler.open(stepper.states())) {
            Frame frame = frames.sample();
            Look look = Look.at(BODIES, false, frame);
            assertTrue(frame.slots() >= BODIES);
            for (int body = 0; body < frame.slots(); body++) {
                Vector3f at = frame.position(body, new Vector3f());
                assertTrue(at.distance(look.centre()) < look.radius(), "body " + body + " at " + at);
                assertTrue(at.y >= 0.5f - 1e-4f, "body " + body + " at " + at);
            }
        }
    }
}
