package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.jolt.JoltPile;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that seeks in a recording of a pile in Jolt are short and show every bit. */
class ExactSeekTest {
    private static final int BOXES = Thorough.of(60, 500);
    private static final int TICKS = 330;
    private static final int RATE = 100;
    private static final int EVERY = 50;
    private static final int KEPT = 20;

    @TempDir
    private Path folder;

    private final List<JoltPile> worlds = new ArrayList<>();

    private Path file() {
        return folder.resolve("pile");
    }

    private Simulation pile() {
        JoltPile pile = new JoltPile(BOXES);
        worlds.add(pile);
        return pile.simulation();
    }

    private long steps() {
        return worlds.stream().mapToLong(JoltPile::steps).sum();
    }

    @BeforeEach
    void record() throws IOException {
        try (InlineStepper stepper = stepper(pile())) {
            Recorder recorder = Recorder.open(stepper, file(), "pile", "", 0, Duration.ofMillis(1_000 * EVERY / RATE));
            Random random = Seeds.random(4_711);
            for (int tick = 1; tick <= TICKS; tick++) {
                stepper.input()
                        .axis(
                                random.nextInt(2),
                                random.nextFloat(),
                                stepper.clock().nanoTime());
                stepper.advanceTick();
                // A keyframe is late while the one before is not written.
                while (tick % EVERY == 0 && recorder.tick() < tick && recorder.failure() == null) {
                    LockSupport.parkNanos(100_000);
                }
            }
            recorder.close();
            assertNull(recorder.failure());
        }
        assertEquals(TICKS / EVERY, RecordingSummary.of(file()).keyframes());
    }

    private static InlineStepper stepper(Simulation world) {
        return PhysicsService.builder(world)
                .rate(RATE)
                .axes(2)
                .clock(new VirtualClock(0))
                .inline();
    }

    @Test
    void aSeekToAnyTickStepsAtMostTheDistanceOfTwoKeyframes() throws IOException {
        Replay opened = Replay.open(file(), this::pile, CommandReader.NONE);
        ReplaySimulation replay = new ReplaySimulation(opened, KEPT, false, new VirtualClock(0), 1);
        Random random = Seeds.random(4_711);
        try (InlineStepper player = stepper(replay)) {
            for (int i = 0; i < Thorough.of(10, 100); i++) {
                int to = i == 0 ? TICKS : random.nextInt(TICKS + 1);
                long before = steps();
                player.submit(replay.seekTo(to)).join();
                player.advanceTick();
                assertEquals(to, replay.tick());
                long took = steps() - before;
                assertTrue(took <= EVERY, () -> took + " steps to tick " + to);
                assertFalse(replay.isApproximate());
            }
            // Every tick that a seek has stepped was compared with the hash in the recording.
            assertEquals(-1, replay.firstDifferentTick());
        }
    }
}
