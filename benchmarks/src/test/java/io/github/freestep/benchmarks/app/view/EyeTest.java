package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.motion.OneThread;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.render.FrameMode;
import org.junit.jupiter.api.Test;

/** Two eyes on the same states, on a simulated clock. */
class EyeTest {
    @Test
    void rawMotionJumpsAndInterpolatedMotionIsEven() {
        try (OneThread both =
                new OneThread(Scenes.of("swarm", 10, 1, StepCost.NONE), OverloadPolicy.slip(), () -> 100_000L)) {
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
        for (int i = 0; i < RecentValues.KEPT; i++) {
            assertEquals(1, eye.speed.get(i), 0.02);
            still += raw.speed.get(i) == 0 ? 1 : 0;
        }
        // 100 ticks and 240 frames a second.
        assertTrue(still > 130 && still < 150, still + " frames stood still");
        assertTrue(eye.judder() < 0.02, () -> "" + eye.judder());
        assertTrue(raw.judder() > 1, () -> "" + raw.judder());
    }

    @Test
    void aTraceKeepsTheNewest() {
        RecentValues trace = new RecentValues();
        assertTrue(Float.isNaN(trace.get(0)));
        for (int i = 0; i < RecentValues.KEPT + 3; i++) {
            trace.add(i);
        }
        assertEquals(3, trace.get(0));
        assertEquals(RecentValues.KEPT + 2, trace.get(RecentValues.KEPT - 1));
    }
}
