package io.github.freestep.benchmarks.shown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.motion.OneThread;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.MotionMeter;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What steps 10 times a second moves as evenly as what steps 100 times, at one instant in each frame. */
class TwoRatesTest {
    private static final double SLOW_STEP = 0.1;

    private final Random random = Seeds.random(1);
    private final OneThread both =
            new OneThread(new TwoRates(), OverloadPolicy.slip(), () -> 1_000_000 + random.nextInt(4_000_000));
    private final FrameSampler frames = FrameSampler.open(both.states());
    private final MotionMeter meter = new MotionMeter();
    private double shown;

    private void run(double seconds) {
        both.run(seconds, 144, nanos -> {
            Frame frame = frames.sample(nanos);
            meter.add(frame);
            shown = frame.simulationNanos() / 1e9;
            if (shown > 2 * SLOW_STEP) {
                assertEquals(TwoRates.CAR_SPEED * shown, frame.x()[TwoRates.CAR], 1e-3);
                assertEquals(TwoRates.WALKER_SPEED * (shown - SLOW_STEP), frame.x()[TwoRates.WALKER], 1e-4);
            }
        });
    }

    @Test
    void bothAreShownAtOneInstantAndStopAndSlowDownTogether() {
        run(3);
        meter.reset();
        run(10);
        assertEquals(0, meter.frozen() + meter.jumping());
        assertTrue(meter.judder() < 0.003, () -> "judder " + meter.judder());
        both.pause();
        run(0.5);
        double paused = shown;
        run(0.5);
        assertEquals(paused, shown);
        both.resume();
        run(1);
        both.scale(Ratio.of(1, 4));
        run(2);
        assertEquals(paused + 1.5, shown, 0.2);
        both.close();
    }
}
