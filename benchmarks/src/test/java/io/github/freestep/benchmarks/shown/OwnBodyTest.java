package io.github.freestep.benchmarks.shown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.motion.OneThread;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The player's own body in first person, beside the same body in the delayed picture of a sampler. */
class OwnBodyTest {
    private static final long MILLI = 1_000_000;
    private static final long TICK = 10 * MILLI;
    private static final double SPEED = 4;
    private static final int FPS = 60;
    private static final long FRAME_NANOS = 1_000 * MILLI / FPS;

    private final Random random = Seeds.random(1);
    private final Walker world = new Walker();
    private final OneThread both = new OneThread(world, OverloadPolicy.slip(), () -> MILLI + random.nextInt(4_000_000));
    private final FrameSampler frames = FrameSampler.open(both.states());
    private final OwnBody own = new OwnBody(both.physics().input(), both.states(), 0, SPEED, TICK);
    private double ownX;
    private double plainX;
    private double before;
    private double longestStep;
    private float yaw;
    private float plainYaw;

    @AfterEach
    void close() {
        both.close();
    }

    private interface Player {
        void play(long nanos);
    }

    private void run(double seconds, Player player) {
        both.run(seconds, FPS, nanos -> {
            player.play(nanos);
            Frame frame = frames.sample(nanos);
            plainX = frame.slots() > 0 ? frame.x()[0] : 0;
            plainYaw = frame.slots() > 0 ? frame.stepped(0)[0] : 0;
            ownX = own.x(nanos);
            longestStep = Math.max(longestStep, Math.abs(ownX - before));
            before = ownX;
        });
    }

    @Test
    void theOwnBodyIsNotLateAndThePlainPictureIsByItsDelay() {
        run(2, nanos -> {});
        own.walk(1, both.physics().clock().nanoTime());
        run(0.1, nanos -> {});
        double[] late = new double[2];
        int[] count = {0};
        run(2, nanos -> {
            double now = world.at(nanos - FRAME_NANOS);
            late[0] += (now - ownX) / SPEED;
            late[1] += (now - plainX) / SPEED;
            count[0]++;
        });
        assertEquals(0, late[0] / count[0], 1e-4, "the own body");
        assertEquals(0.016, late[1] / count[0], 0.004, "the plain sampler, with light ticks");
    }

    @Test
    void thePredictionIsWhatTheWorldDoesForAnyInput() {
        run(1, nanos -> {});
        double[] off = {0};
        run(20, nanos -> {
            if (random.nextInt(10) == 0) {
                own.walk(random.nextInt(3) - 1, nanos);
            }
            off[0] = Math.max(off[0], Math.abs(world.at(nanos - FRAME_NANOS) - ownX));
        });
        assertTrue(off[0] < SPEED * 0.02, () -> "off by " + off[0]);
        assertTrue(longestStep < SPEED * 1.5 / FPS, () -> "a step of " + longestStep);
    }

    @Test
    void aWallThatThePredictionDoesNotKnowIsBlendedIn() {
        world.wall = 3;
        run(1, nanos -> {});
        boolean[] walks = {false};
        run(3, nanos -> {
            if (!walks[0]) {
                walks[0] = true;
                own.walk(1, nanos);
            }
        });
        assertTrue(longestStep < SPEED * 1.5 / FPS, () -> "a step of " + longestStep);
        assertEquals(3, ownX, SPEED * 0.06, "a little in the wall while the player pushes");
        run(1, nanos -> own.walk(0, nanos));
        assertEquals(3, ownX, 1e-3);
    }

    @Test
    void inAPauseItStaysWithTheState() {
        run(1, nanos -> {});
        run(1, nanos -> own.walk(1, nanos));
        both.pause();
        run(1, nanos -> {});
        double paused = ownX;
        run(1, nanos -> {});
        assertEquals(paused, ownX, 1e-3);
        assertEquals(paused, plainX, 1e-3);
    }

    @Test
    void theLookIsThatOfThisFrame() {
        int[] late = {0};
        run(3, nanos -> {
            yaw += 0.01f;
            own.look(yaw, nanos);
            assertEquals(yaw, own.look());
            late[0] += plainYaw < yaw - 0.015f ? 1 : 0;
        });
        assertTrue(late[0] > 2 * FPS, "the plain picture looks where the player looked frames ago");
    }

    /** A body that walks along x, up to a wall, and looks somewhere. */
    private static final class Walker implements Simulation {
        private final double[] xs = new double[100_000];
        private double x;
        private double wall = 1e9;
        private float look;

        double at(long nanos) {
            int tick = (int) Math.max(0, nanos / TICK);
            return xs[tick] + (xs[tick + 1] - xs[tick]) * (nanos % TICK) / TICK;
        }

        @Override
        public StateLayout layout() {
            return StateLayout.of(1).stepped("look");
        }

        @Override
        public void setUp(PhysicsContext c) {
            c.bodies().spawn(0);
        }

        @Override
        public void step(Tick tick) {
            x = Math.min(wall, x + SPEED * tick.input().axis(OwnBody.WALK) * tick.dtSeconds());
            look = tick.input().axis(OwnBody.LOOK);
            xs[(int) tick.number()] = x;
            xs[(int) tick.number() + 1] = x;
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, x, 0, 0);
            state.stepped(0, 0, look);
        }
    }
}
