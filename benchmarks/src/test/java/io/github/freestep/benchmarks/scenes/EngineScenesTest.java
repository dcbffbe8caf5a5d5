package io.github.freestep.benchmarks.scenes;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.render.Frame;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenes in PhysX, or in dyn4j where PhysX is missing; the same assertions hold for both. */
class EngineScenesTest {
    private static final int BODY = 7;

    private final List<InlineStepper> steppers = new ArrayList<>();
    private Scene scene;

    @AfterEach
    void close() {
        steppers.forEach(InlineStepper::close);
    }

    private PictureRig open(String name) {
        PictureRig picture = new PictureRig(name);
        steppers.add(picture.stepper);
        scene = picture.scene;
        return picture;
    }

    @ParameterizedTest
    @ValueSource(strings = {"springs", "pile", "pile2d", "pile-bullet", "pile-box2d", "pile-jolt"})
    void oneFloatOfAStateThatIsOffIsFound(String name) {
        PictureRig picture = open(name);
        StateReader window = picture.stepper.states().reader();
        picture.next();
        window.acquire();
        State state = window.state(0);
        assertNull(scene.flaw(state));
        for (float[] values : PictureRig.values(state)) {
            // The check compares a position to within its rounding.
            float off = values == state.linear(0) ? 0.01f : Math.ulp(values[BODY]);
            assertFound(() -> scene.flaw(state), values, values[BODY] + off);
            assertFound(() -> scene.flaw(state), values, Float.NaN);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"springs", "pile", "pile2d", "pile-bullet", "pile-box2d", "pile-jolt"})
    void aPlaceOffTheLineBetweenTwoStatesIsFoundInAFrame(String name) {
        Frame frame = open(name).next();
        assertNull(scene.flaw(frame));
        for (float[] values : List.of(frame.x(), frame.y(), frame.z(), frame.linear(0), frame.stepped(0))) {
            assertFound(() -> scene.flaw(frame), values, values[BODY] + 0.01f);
            assertFound(() -> scene.flaw(frame), values, Float.NaN);
        }
        for (float[] values : List.of(frame.qx(), frame.qy(), frame.qz(), frame.qw())) {
            assertFound(() -> scene.flaw(frame), values, 1.1f);
            assertFound(() -> scene.flaw(frame), values, Float.NaN);
        }
        assertFound(() -> scene.flaw(frame), frame.stepped(1), Marks.GONE);
    }

    private static void assertFound(Supplier<String> flaw, float[] values, float wrong) {
        float right = values[BODY];
        values[BODY] = wrong;
        String found = flaw.get();
        assertNotNull(found, wrong + " in place of " + right);
        assertTrue(found.contains("body " + BODY), found);
        values[BODY] = right;
    }
}
