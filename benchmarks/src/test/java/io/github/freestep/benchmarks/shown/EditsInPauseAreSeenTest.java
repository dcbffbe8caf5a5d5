package io.github.freestep.benchmarks.shown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.motion.OneThread;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A level editor or a pause menu: while time is paused, the frames show what commands do. */
class EditsInPauseAreSeenTest {
    private static final int BODIES = 3;
    private static final double SETTLED = 0.5;

    /** A service wakes up at once for a command in a pause, so the next frame shows it. */
    private static final double TWO_FRAMES = 0.034;

    private final Movers world = new Movers();
    private final OneThread both = new OneThread(world, () -> 1_000_000, builder -> builder);
    private final Physics physics = both.physics();
    private FrameSampler frames;
    private Frame frame;
    private int appeared;
    private int disappeared;

    @AfterEach
    void close() {
        both.close();
    }

    private void run(double seconds) {
        appeared = 0;
        disappeared = 0;
        both.run(seconds, 60, nanos -> {
            frame = frames.sample(nanos);
            appeared += frame.appearedCount();
            disappeared += frame.disappearedCount();
        });
    }

    private void pause(FrameMode mode) {
        frames = FrameSampler.builder(both.states()).mode(mode).open();
        run(2);
        physics.pause();
        run(SETTLED);
        assertTrue(frame.isPaused());
    }

    @ParameterizedTest
    @EnumSource
    void spawnTeleportAndRemovalAreSeenAtOnce(FrameMode mode) {
        pause(mode);
        long shown = frame.simulationNanos();
        physics.submit(c -> world.spawn(c, 1, 50));
        run(TWO_FRAMES);
        assertEquals(1, appeared);
        assertTrue(frame.isAlive(1));
        assertEquals(50, frame.x()[1]);
        physics.submit(c -> world.put(c, 0, -20));
        run(TWO_FRAMES);
        assertEquals(-20, frame.x()[0]);
        physics.submit(c -> c.bodies().remove(1));
        run(TWO_FRAMES);
        assertEquals(1, disappeared);
        assertFalse(frame.isAlive(1));
        assertEquals(shown, frame.simulationNanos(), "time is paused");
    }

    @ParameterizedTest
    @EnumSource
    void aLevelIsRestartedInAPauseAndGoesOnWithoutAJump(FrameMode mode) {
        pause(mode);
        int life = frame.life(0);
        physics.submit(c -> {
            for (int slot = 0; slot < BODIES; slot++) {
                if (c.bodies().isAlive(slot)) {
                    c.bodies().remove(slot);
                }
                world.spawn(c, slot, 100 * slot);
            }
        });
        run(TWO_FRAMES);
        assertEquals(1, disappeared);
        assertEquals(BODIES, appeared);
        assertTrue(frame.life(0) != life);
        for (int slot = 0; slot < BODIES; slot++) {
            assertEquals(100 * slot, frame.x()[slot]);
        }
        physics.resume();
        float[] before = {frame.x()[2]};
        both.run(1, 60, nanos -> {
            frame = frames.sample(nanos);
            assertTrue(frame.x()[2] - before[0] > -1e-3 && frame.x()[2] - before[0] < 0.06, "no streak");
            before[0] = frame.x()[2];
        });
        assertTrue(frame.x()[2] > 200.5, "it moves");
    }

    /** Bodies that move at one unit per second. */
    private static final class Movers implements Simulation {
        private final double[] x = new double[BODIES];

        void spawn(PhysicsContext c, int slot, double at) {
            c.bodies().spawn(slot);
            x[slot] = at;
        }

        void put(PhysicsContext c, int slot, double at) {
            c.bodies().teleport(slot);
            x[slot] = at;
        }

        @Override
        public StateLayout layout() {
            return StateLayout.of(BODIES);
        }

        @Override
        public void setUp(PhysicsContext c) {
            c.bodies().spawn(0);
        }

        @Override
        public void step(Tick tick) {
            for (int slot = 0; slot < BODIES; slot++) {
                x[slot] += tick.dtSeconds();
            }
        }

        @Override
        public void write(StateWriter state) {
            for (int slot = 0; slot < BODIES; slot++) {
                if (state.isAlive(slot)) {
                    state.position(slot, x[slot], 0, 0);
                }
            }
        }
    }
}
