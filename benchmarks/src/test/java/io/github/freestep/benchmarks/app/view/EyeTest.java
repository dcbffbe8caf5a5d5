package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.motion.OneThread;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.render.FrameMode;
import io.github.freestep.testing.Seeds;
import org.junit.jupiter.api.Test;

/** Two eyes on the same states, on a virtual clock. */
class EyeTest {
    @Test
    void rawMotionJumpsAndInterpolatedMotionIsEven() {
        try (OneThread both = new OneThread(
                Scenes.of("swarm", 10, Seeds.of(1), StepCost.NONE), OverloadPolicy.slip(), () -> 100_000L)) {
            rawMotionJumpsAndInterpolatedMotionIsEven(both);
        }
    }

    private static void rawMotionJumpsAndInterpolatedMotionIsEven(OneThread both) {
        Eye raw = new Eye(both.states(), FrameMode.LATEST, false);
        Eye eye = new Eye(both.states(), FrameMode.INTERPOLATE, false);
        both.run(3, 240, nanos -> {
            raw.look(nanos);
            eye.look(nanos);
        });
        int still = 0;
        for (int i = 0; i < RecentValues.SIZE; i++) {
            assertEquals(1, eye.speed.get(i), 0.02);
            still += raw.speed.get(i) == 0 ? 1 : 0;
        }
        // At 100 Hz and 240 frames per second, 7 frames of 12 show no new tick.
        assertEquals(RecentValues.SIZE * 7.0 / 12, still, 15, "frames that stood still");
        assertTrue(eye.judder() < 0.02, () -> "" + eye.judder());
        assertTrue(raw.judder() > 1, () -> "" + raw.judder());
    }
}
