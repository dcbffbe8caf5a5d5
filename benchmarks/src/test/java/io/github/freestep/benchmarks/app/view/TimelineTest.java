package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.examples.Toys;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.NanoClock;
import org.junit.jupiter.api.Test;

class TimelineTest {
    private static final int WIDE = 2_000;
    private static final int HIGH = 720;
    private static final int ON = HIGH - (Sliders.HEIGHT + 5) * Canvas.scale(WIDE, HIGH);

    /** The engine does not restore exactly. */
    private static final float NEARLY = 0.1f;

    private static float x(StateReader reader) {
        reader.acquire();
        return reader.state(0).x()[Toys.PLAYER];
    }

    /** The strip has 20 seconds, of which a pixel is a tick here. */
    @Test
    void theMouseDragsTheWorldBothWaysAndReleasesIt() {
        Timeline timeline = new Timeline();
        float[] shown = new float[302];
        try (InlineStepper stepper = PhysicsService.builder(new Toys(NanoClock.system()).simulation())
                        .inline();
                StateReader reader = stepper.states().reader()) {
            timeline.begin(stepper, 100);
            timeline.press(WIDE - 1, ON, WIDE, HIGH);
            assertFalse(timeline.frame(1, false), "nothing is kept yet");
            timeline.release();
            stepper.input().action(Toys.PUSH, 0.5f);
            for (int tick = 1; tick <= 300; tick++) {
                stepper.advanceTick();
                timeline.frame(1, false);
                shown[tick] = x(reader);
            }
            timeline.press(WIDE - 100, HIGH - 1, WIDE, HIGH);
            assertFalse(timeline.frame(1, false), "the mouse is on a slider");
            timeline.press(WIDE - 100, ON, WIDE, HIGH);
            assertTrue(timeline.frame(1, false));
            assertEquals(shown[200], x(reader), NEARLY);
            for (int back : new int[] {250, 50, 1_999}) {
                timeline.drag(WIDE - back, WIDE);
                assertTrue(timeline.frame(1, false));
                assertEquals(shown[Math.max(1, 300 - back)], x(reader), NEARLY);
            }
            assertEquals(0, stepper.advanceTick());
            timeline.release();
            assertFalse(timeline.frame(1, false));
            assertEquals(1, stepper.advanceTick());
            assertEquals(shown[2], x(reader), NEARLY);
        }
    }
}
