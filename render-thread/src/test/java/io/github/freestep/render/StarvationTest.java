package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A machine whose cores are all busy runs the physics thread only now and then, for five seconds. No sampler can hide
 * that. A second after the thread runs again as it should, the picture is even.
 */
class StarvationTest {
    private static final long MILLI = SimulatedPhysics.MILLI;
    private static final long BEGINS = 10_000 * MILLI;
    private static final long ENDS = 15_000 * MILLI;
    private static final long SECOND = 1_000 * MILLI;

    @ParameterizedTest
    @ValueSource(doubles = {30, 60, 144})
    void thePictureIsEvenASecondLater(double fps) {
        int seeds = Thorough.of(30, 300);
        double worst = 0;
        long starved = 0;
        for (long seed : Seeds.first(seeds).toArray()) {
            Random random = Seeds.random(seed);
            SimulatedPhysics physics = new SimulatedPhysics(100, 4);
            physics.dropsBacklog();
            MotionMeter meter = new MotionMeter();
            try (FrameSampler frames = FrameSampler.open(physics.publisher.states())) {
                double now = 4 * MILLI;
                long stallAt = BEGINS;
                for (; now < ENDS; now += Math.exp(0.02 * random.nextGaussian()) * SECOND / fps) {
                    physics.ticksCost(2 * MILLI + random.nextInt(3_000_000));
                    if (now >= stallAt) {
                        physics.stall((long) now, (20 + random.nextInt(100)) * MILLI);
                        stallAt = (long) now + (20 + random.nextInt(200)) * MILLI;
                    }
                    physics.runTo((long) now);
                    meter.add(frames.sample((long) now));
                }
                starved += meter.frozen() + meter.jumping();
                for (; now < ENDS + 15 * SECOND; now += Math.exp(0.02 * random.nextGaussian()) * SECOND / fps) {
                    if (now < ENDS + SECOND) {
                        meter.reset();
                    }
                    physics.ticksCost(2 * MILLI + random.nextInt(3_000_000));
                    physics.runTo((long) now);
                    meter.add(frames.sample((long) now));
                }
            }
            assertEquals(0, meter.frozen() + meter.jumping(), "seed " + seed);
            worst = Math.max(worst, meter.judder());
        }
        assertTrue(starved > 10L * seeds, "only " + starved + " frames froze or jumped in the starved seconds");
        double most = worst;
        assertTrue(most <= 0.01, () -> "judder " + most);
    }
}
