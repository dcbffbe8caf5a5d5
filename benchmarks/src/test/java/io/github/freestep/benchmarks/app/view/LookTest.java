package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
        try (InlineStepper stepper = open(name, new MouseInput());
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

    @ParameterizedTest
    @MethodSource("scenes")
    void takesBoxesIsTrueForScenesWhereAThrowAddsABody(String name) {
        MouseInput mouse = new MouseInput();
        try (InlineStepper stepper = open(name, mouse);
                FrameSampler frames = FrameSampler.builder(stepper.states())
                        .mode(FrameMode.LATEST)
                        .open()) {
            boolean takesBoxes = look(name, frames.sample()).takesBoxes();
            assertTrue(mouse.add(new Toss(50, 50, 0, 0, 1, 0)));
            for (int i = 0; i < 3; i++) {
                stepper.advanceTick();
            }
            assertEquals(
                    BODIES + Scenes.parts(name, BODIES) + (takesBoxes ? 1 : 0),
                    frames.sample().slots());
        }
    }

    private static InlineStepper open(String name, MouseInput mouse) {
        return PhysicsService.builder(Scenes.of(name, BODIES, Seeds.of(1), StepCost.NONE))
                .input(mouse)
                .inline();
    }

    private static Look look(String name, Frame first) {
        ViewSettings settings =
                new ViewSettings(name, BODIES, Ratio.of(100), Ratio.ONE, 1, FrameMode.INTERPOLATE, 1, null, true);
        return Look.at(settings, false, first);
    }
}
