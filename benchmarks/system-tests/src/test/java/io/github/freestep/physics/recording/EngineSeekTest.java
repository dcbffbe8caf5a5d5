package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import io.github.freestep.physics.engine.EngineScene;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Geometry;
import org.dyn4j.geometry.MassType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Seeks in a recording of boxes that fall on a pile, in an engine that does not restore exactly. */
@Timeout(60)
class EngineSeekTest {
    private static final int BOXES = 30;
    private static final int TICKS = 600;
    private static final int EVERY = 50;

    /** In metres. A box has an edge of 1 m. */
    private static final float NEAR = 0.05f;

    @TempDir
    private Path folder;

    private final float[][] heights = new float[TICKS + 1][];
    private long steps;

    private Path file() {
        return folder.resolve("pile");
    }

    private Dyn4jSimulation pile() {
        return Dyn4jSimulation.of(StateLayout.of(BOXES), new EngineScene<>() {
            @Override
            public void build(Dyn4jSimulation world) {
                Body floor = new Body();
                floor.addFixture(Geometry.createRectangle(200, 1));
                floor.setMass(MassType.INFINITE);
                world.world().addBody(floor);
                Random random = Seeds.random(4_711);
                for (int i = 0; i < BOXES; i++) {
                    Body box = new Body();
                    box.addFixture(Geometry.createSquare(1));
                    box.setMass(MassType.NORMAL);
                    box.translate(i % 5 * 1.2 + random.nextDouble() * 0.1, 2 + i / 5 * 1.5);
                    world.add(box);
                }
            }

            @Override
            public void beforeStep(Dyn4jSimulation world, Tick tick) {
                steps++;
            }
        });
    }

    @BeforeEach
    void record() throws IOException {
        try (InlineStepper stepper = stepper(pile(), 100);
                StateReader reader = stepper.states().reader()) {
            Recorder recorder = Recorder.open(stepper, file(), "pile", "", 0, Duration.ofMillis(10L * EVERY));
            for (int tick = 0; tick <= TICKS; tick++) {
                heights[tick] = heights(reader);
                // A keyframe is late while the one before is not written. What is written comes in the order of ticks.
                while ((tick + 1) % EVERY == 0 && recorder.tick() < tick) {
                    LockSupport.parkNanos(100_000);
                }
                if (tick < TICKS) {
                    stepper.advanceTick();
                }
            }
            recorder.close();
        }
        assertEquals(TICKS / EVERY, RecordingSummary.of(file()).keyframes());
        steps = 0;
    }

    private static InlineStepper stepper(Simulation world, int rate) {
        return PhysicsService.builder(world)
                .rate(rate)
                .clock(new VirtualClock(0))
                .inline();
    }

    private static float[] heights(StateReader reader) {
        reader.acquire();
        State state = reader.state(0);
        return Arrays.copyOf(state.y(), BOXES);
    }

    private void seek(InlineStepper player, ReplaySimulation replay, int tick) {
        player.submit(replay.seekTo(tick)).join();
        player.advanceTick();
        assertEquals(tick, replay.tick());
    }

    private ReplaySimulation replay(boolean approximates) throws IOException {
        Replay opened = Replay.open(file(), this::pile, CommandReader.NONE);
        return new ReplaySimulation(opened, 20, approximates, new VirtualClock(0), 1);
    }

    @Test
    void anApproximateSeekShowsThePileNearWhereItWas() throws IOException {
        ReplaySimulation replay = replay(true);
        try (InlineStepper player = stepper(replay, 100);
                StateReader reader = player.states().reader()) {
            for (int tick : new int[] {580, 100, 333, 51, 599, 250}) {
                long before = steps;
                seek(player, replay, tick);
                assertTrue(steps - before <= EVERY, () -> (steps - before) + " steps");
                assertTrue(replay.isApproximate());
                assertArrayNear(heights[tick], heights(reader), "tick " + tick);
            }
            for (int tick = 251; tick <= TICKS; tick++) {
                player.advanceTick();
                assertArrayNear(heights[tick], heights(reader), "tick " + tick);
            }
            assertEquals(-1, replay.firstDifferentTick());
        }
    }

    private static void assertArrayNear(float[] expected, float[] shown, String what) {
        for (int box = 0; box < BOXES; box++) {
            assertEquals(expected[box], shown[box], NEAR, what + ", box " + box);
        }
    }

    @Test
    void anExactSeekShowsEveryBit() throws IOException {
        ReplaySimulation replay = replay(false);
        try (InlineStepper player = stepper(replay, 100);
                StateReader reader = player.states().reader()) {
            for (int tick : new int[] {580, 333}) {
                long before = steps;
                seek(player, replay, tick);
                assertEquals(tick, steps - before);
                assertEquals(Arrays.toString(heights[tick]), Arrays.toString(heights(reader)));
            }
            assertFalse(replay.isApproximate());
            assertEquals(-1, replay.firstDifferentTick());
        }
    }
}
