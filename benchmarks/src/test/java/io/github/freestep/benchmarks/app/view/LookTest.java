package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import org.joml.Vector3f;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LookTest {
    private static final int BODIES = 30;

    @BeforeAll
    static void avoidUnsafe() {
        WindowSystem.avoidUnsafe();
    }

    static Iterable<String> scenes() {
        return Scenes.names();
    }

    @ParameterizedTest
    @MethodSource("scenes")
    void allBodiesAreInThePictureAndAboveTheGround(String name) {
        try (InlineStepper stepper = open(name);
                FrameSampler frames = FrameSampler.open(stepper.states())) {
            Frame frame = frames.sample();
            Look look = look(name, frame);
            assertTrue(frame.slots() >= BODIES);
            for (int body = 0; body < frame.slots(); body++) {
                Vector3f at = frame.position(body, new Vector3f());
                assertTrue(at.distance(look.centre()) < look.radius(), name + ", body " + body + " at " + at);
                assertTrue(at.y >= look.floor() + look.boxSize() / 2 - 1e-4f, name + ", body " + body + " at " + at);
            }
        }
    }

    private static InlineStepper open(String name) {
        return PhysicsService.builder(Scenes.of(name, BODIES, Seeds.of(1), StepCost.NONE))
                .inline();
    }

    private static Look look(String name, Frame first) {
        ViewSettings settings =
                new ViewSettings(name, BODIES, Ratio.of(100), Ratio.ONE, 1, FrameMode.INTERPOLATE, 1, null, true);
        return Look.at(settings, false, first);
    }
}
