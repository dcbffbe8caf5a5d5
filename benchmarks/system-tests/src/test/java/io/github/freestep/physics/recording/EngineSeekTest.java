package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.jolt.JoltPile;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Seeks in recordings of piles in Jolt, which restores every bit. */
@Timeout(60)
class EngineSeekTest {
    private static final int TICKS = 330;
    private static final int RATE = 100;
    private static final int EVERY = 50;
    private static final int KEPT = 20;
    private static final int BOXES = 30;

    @TempDir
    private Path folder;

    private final Random random = Seeds.random(4_711);
    private final float[][] heights = new float[TICKS + 1][];
    private final List<JoltPile> piles = new ArrayList<>();

    private Simulation jolt() {
        piles.add(new JoltPile(Thorough.of(60, 250)));
        return piles.get(piles.size() - 1).simulation();
    }

    private long steps() {
        return piles.stream().mapToLong(JoltPile::steps).sum();
    }

    private ReplaySimulation recorded(Supplier<Simulation> worlds) throws IOException {
        Path file = folder.resolve("pile");
        try (InlineStepper stepper = stepper(worlds.get());
                StateReader reader = stepper.states().reader()) {
            Recorder recorder = Recorder.open(stepper, file, "pile", "", 0, Duration.ofMillis(1_000 * EVERY / RATE));
            for (int tick = 0; tick <= TICKS; tick++) {
                heights[tick] = heights(reader);
                // A keyframe is late while the one before is not written. What is written comes in the order of ticks.
                while ((tick + 1) % EVERY == 0 && recorder.tick() < tick && recorder.failure() == null) {
                    LockSupport.parkNanos(100_000);
                }
                if (tick < TICKS) {
                    stepper.input()
                            .axis(
                                    random.nextInt(2),
                                    random.nextFloat(),
                                    stepper.clock().nanoTime());
                    stepper.advanceTick();
                }
            }
            recorder.close();
            assertNull(recorder.failure());
        }
        assertEquals(TICKS / EVERY, RecordingSummary.of(file).keyframes());
        Replay opened = Replay.open(file, worlds, CommandReader.NONE);
        return new ReplaySimulation(opened, KEPT, new VirtualClock(0), 1);
    }

    private static InlineStepper stepper(Simulation world) {
        return PhysicsService.builder(world)
                .rate(RATE)
                .axes(2)
                .clock(new VirtualClock(0))
                .inline();
    }

    private static float[] heights(StateReader reader) {
        reader.acquire();
        return Arrays.copyOf(reader.state(0).y(), BOXES);
    }

    private void seek(InlineStepper player, ReplaySimulation replay, int tick, long mostSteps) {
        long before = steps();
        player.submit(replay.seekTo(tick)).join();
        player.advanceTick();
        assertEquals(tick, replay.tick());
        assertTrue(steps() - before <= mostSteps, () -> (steps() - before) + " steps to tick " + tick);
    }

    @Test
    void aSeekInJoltStepsAtMostTheDistanceOfTwoKeyframes() throws IOException {
        int[] ticks = random.ints(Thorough.of(10, 100), 0, TICKS + 1).toArray();
        ticks[0] = TICKS;
        assertShowsEveryBit(recorded(this::jolt), EVERY, ticks);
    }

    private void assertShowsEveryBit(ReplaySimulation replay, long mostSteps, int... ticks) {
        try (InlineStepper player = stepper(replay);
                StateReader reader = player.states().reader()) {
            for (int tick : ticks) {
                seek(player, replay, tick, mostSteps);
                assertEquals(Arrays.toString(heights[tick]), Arrays.toString(heights(reader)));
            }
            // Every tick that a seek has stepped was compared with the hash in the recording.
            assertEquals(-1, replay.firstDifferentTick());
        }
    }
}
