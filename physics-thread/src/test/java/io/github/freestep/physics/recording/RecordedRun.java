package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** A run of a service with all that can enter a simulation, at random and from several threads, and its recording. */
final class RecordedRun {
    static final long SEED = 4_711;

    private RecordedRun() {}

    /** As fast as it goes, up to the tick; which input falls into which tick differs from run to run. */
    static void record(Juggler world, Path file, long lastTick) throws Exception {
        Random random = new Random(SEED);
        Random device = new Random(SEED + 1);
        PhysicsBuilder builder = PhysicsService.builder(world)
                .clock(new VirtualClock(-1_000))
                .axes(3)
                .input(sample -> {
                    sample.axis(2, device.nextInt(3));
                    if (device.nextInt(5) == 0) {
                        sample.edge(device.nextInt(10), device.nextFloat());
                    }
                });
        PhysicsService physics = builder.build();
        try (physics) {
            Recorder recorder = Recorder.of(physics, file, "juggler", "balls=6", SEED);
            physics.start();
            // However fast ticks are beside this thread, some of everything is in it.
            for (int i = 0; i < 80 || physics.metrics().tick() < lastTick; i++) {
                enter(physics, random, i);
            }
            recorder.close();
            assertNull(recorder.problem());
        }
    }

    private static void enter(PhysicsService physics, Random random, int i) throws Exception {
        long now = physics.clock().nanoTime();
        physics.input().axis(random.nextInt(2), random.nextFloat() - 0.5f, now - random.nextInt(20_000_000));
        physics.input().edge(random.nextInt(10), random.nextFloat(), now);
        switch (i % 20) {
            case 0 ->
                physics.submit(new Juggler.Toss(random.nextInt(Juggler.BALLS))).get(60, TimeUnit.SECONDS);
            case 1 ->
                physics.submit(new Juggler.Toss(99)).exceptionally(t -> null).get(60, TimeUnit.SECONDS);
            case 2 -> physics.scale(Ratio.of(1 + random.nextInt(3), 1 + random.nextInt(3)));
            case 3 -> {
                physics.step(2);
                physics.resume().get(60, TimeUnit.SECONDS);
            }
            default -> Thread.yield();
        }
    }

    /** To the end, every state as it was. */
    static long assertRepeats(Replay replay) throws IOException {
        while (replay.next()) {
            assertTrue(replay.matches(), () -> "tick " + replay.tick() + " is another");
        }
        assertEquals("the recording is over", replay.end());
        return replay.tick();
    }
}
