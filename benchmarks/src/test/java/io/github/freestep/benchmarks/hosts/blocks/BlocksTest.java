package io.github.freestep.benchmarks.hosts.blocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.motion.OneThread;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.MotionMeter;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A game thread that manages 5 of its 20 ticks a second does not make the picture uneven. */
@Timeout(240)
class BlocksTest {
    private static final long STEP_NANOS = 2_000_000;
    private static final double LEARNING_SECONDS = 10;
    private static final double SECONDS = 30;

    @Test
    void theMotionIsEvenAtFiveGameTicksPerSecond() {
        try (OneThread physics = new OneThread(new Ships(2), () -> STEP_NANOS)) {
            Dimension overworld = new Dimension(physics.physics());
            Rider rider = new Rider(0);
            overworld.board(rider);
            FrameSampler frames = overworld.frames();
            MotionMeter motion = new MotionMeter();
            long[] gameNanos = {0};
            int[] gameTicks = {0};
            LongConsumer frame = nanos -> {
                if (nanos >= gameNanos[0]) {
                    gameNanos[0] = nanos + 200_000_000;
                    overworld.tick();
                    overworld.fly(1, ++gameTicks[0]);
                }
                motion.add(frames.sample(nanos));
            };
            // In its first seconds, the sampler learns how late states arrive.
            physics.run(LEARNING_SECONDS, 144, frame);
            motion.reset();
            physics.run(SECONDS - LEARNING_SECONDS, 144, frame);
            assertTrue(gameTicks[0] <= 5 * SECONDS, gameTicks[0] + " game ticks");
            assertEquals(SECONDS, rider.x, 0.25, "the rider is where the ship was at the last game tick");
            assertEquals(65, rider.y);
            assertTrue(motion.judder() <= 0.003, "judder " + motion.judder());
            assertEquals(0, motion.frozen() + motion.jumping() + motion.backward());
        }
    }

    @Test
    void eachDimensionRunsAndUnloads() throws InterruptedException {
        try (Dimensions world = new Dimensions()) {
            Rider above = new Rider(0);
            Rider below = new Rider(0);
            world.load("overworld", new Ships(1)).board(above);
            Dimension nether = world.load("nether", new Ships(1));
            nether.board(below);
            nether.fly(0, -1);
            await(world, () -> above.x > 0.1 && below.x < -0.1);
            world.unload("nether");
            double x = above.x;
            await(world, () -> above.x > x + 0.1);
        }
    }

    private static void await(Dimensions world, BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            world.tick();
            // The real game thread ticks at a pace of its own, too.
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }
}
