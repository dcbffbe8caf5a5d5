package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Records a service that gets all kinds of random input, from several threads. */
final class RecordedRun {
    static final long SEED = 4_711;

    private RecordedRun() {}

    /** Runs in real time at 1,000 ticks per second. Which input falls into which tick differs from run to run. */
    static void recordFree(BallWorld world, Path file, long lastTick) throws Exception {
        Random random = Seeds.random(SEED);
        Random device = Seeds.random(SEED + 1);
        PhysicsBuilder builder = PhysicsService.builder(world)
                .rate(1_000)
                .axes(3)
                .input(sample -> {
                    sample.axis(2, device.nextInt(3));
                    if (device.nextInt(5) == 0) {
                        sample.action(device.nextInt(10), device.nextFloat());
                    }
                });
        try (PhysicsService physics = builder.build()) {
            Recorder recorder = Recorder.open(physics, file, "balls", "balls=6", SEED);
            physics.start();
            for (int i = 0; i < 80 || physics.metrics().tick() < lastTick; i++) {
                enter(physics, random, i);
                switch (i % 20) {
                    case 2 -> physics.timeScale(Ratio.of(1 + random.nextInt(3), 1 + random.nextInt(3)));
                    case 3 -> {
                        physics.pauseAndStep(2);
                        physics.resume().get(60, TimeUnit.SECONDS);
                    }
                    default -> Thread.yield();
                }
            }
            recorder.close();
            assertNull(recorder.failure());
        }
    }

    private static void enter(PhysicsService physics, Random random, int i) throws Exception {
        long now = physics.clock().nanoTime();
        physics.input().axis(random.nextInt(2), random.nextFloat() - 0.5f, now - random.nextInt(2_000_000));
        physics.input().action(random.nextInt(10), random.nextFloat(), now);
        if (i % 10 == 0) {
            physics.submit(new BallWorld.ToggleBall(1 + random.nextInt(BallWorld.BALLS - 1)))
                    .get(60, TimeUnit.SECONDS);
        } else if (i % 10 == 1) {
            // There is no such ball. The command fails in the replay too.
            physics.submit(new BallWorld.ToggleBall(99))
                    .exceptionally(t -> null)
                    .get(60, TimeUnit.SECONDS);
        }
    }

    /** Replays to the end, and compares every state. */
    static long assertRepeats(Replay replay) throws IOException {
        while (replay.next()) {
            assertTrue(replay.matches(), () -> "tick " + replay.tick() + " differs");
        }
        assertEquals("the recording is over", replay.feed.endReason);
        return replay.tick();
    }
}
