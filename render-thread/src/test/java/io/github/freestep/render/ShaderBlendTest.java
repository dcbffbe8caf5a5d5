package io.github.freestep.render;

import static io.github.freestep.testing.Refused.refused;
import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.nio.FloatBuffer;
import java.util.Random;
import java.util.stream.LongStream;
import org.joml.Matrix4f;
import org.joml.Quaterniond;
import org.joml.Quaternionf;
import org.joml.Vector3d;
import org.joml.Vector3f;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that a shader with the two states shows what a frame shows, and that a lazy frame is the same as another. */
class ShaderBlendTest {
    private static final int SEEDS = Thorough.of(12, 60);
    private static final int FRAMES = 1_500;
    private static final long MILLI = SimulatedPhysics.MILLI;

    /** The bodies turn by radians in each state, where the interpolation of a frame is off by at most 5e-5. */
    private static final double ROUNDING = 3e-4;

    private static final float WHOLE = 1e-5f;

    private static int plain;
    private static int bent;
    private static int wrong;
    private static int apart;
    private static int states;
    private static int corrections;
    private static int runs;

    static LongStream seeds() {
        return Seeds.first(SEEDS);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aShaderShowsWhatAFrameShows(long seed) {
        Random random = Seeds.random(seed);
        RandomWorld world = new RandomWorld(random, false);
        FrameMode mode = FrameMode.values()[(int) (seed % 3)];
        try (FrameSampler eager = open(world, mode, false);
                FrameSampler lazy = open(world, mode, true)) {
            ShaderModel shader = new ShaderModel(RandomWorld.CAPACITY);
            boolean isAsked = false;
            long now = 0;
            for (int i = 0; i < FRAMES; i++) {
                now += random.nextInt(10) == 0 ? 25 * MILLI : 7 * MILLI;
                world.run(now);
                Frame expected = eager.sample(now);
                Frame frame = lazy.sample(now);
                shader.upload(frame);
                String where = "frame " + i + ": " + frame;
                assertShown(expected, shader, where);
                count(frame);
                if (!isAsked && frame.correctionNumber() != 0) {
                    assertTrue(expected.correctionNumber() != 0, "a frame that is first asked now: " + where);
                    isAsked = true;
                }
                if (random.nextInt(5) == 0) {
                    assertSame(expected, frame, random, where);
                }
            }
            states += shader.uploadedStates;
            corrections += shader.uploadedCorrections;
            runs++;
        }
    }

    private static FrameSampler open(RandomWorld world, FrameMode mode, boolean lazy) {
        return FrameSampler.builder(world.physics.publisher.states())
                .mode(mode)
                .lazy(lazy)
                .open();
    }

    private static void assertShown(Frame expected, ShaderModel shader, String where) {
        Vector3d position = new Vector3d();
        Quaterniond turn = new Quaterniond();
        for (int slot = 0; slot < expected.slots(); slot++) {
            if (expected.isAlive(slot)) {
                shader.pose(slot, position, turn);
                Vector3f at = expected.position(slot, new Vector3f());
                assertEquals(0, position.distance(at.x, at.y, at.z), 1e-4, () -> where + at + position);
                Quaternionf q = expected.orientation(slot, new Quaternionf());
                double unlike = shader.isAcross(slot) ? 0 : 1 - Math.abs(turn.dot(new Quaterniond(q)));
                assertEquals(0, unlike, ROUNDING, () -> where + q + turn);
            }
        }
    }

    private static void count(Frame frame) {
        plain += frame.correctionNumber() == 0 ? 1 : 0;
        bent += frame.bendShare() > 0 ? 1 : 0;
        wrong += frame.errorShare() > 0 ? 1 : 0;
        for (int slot = 0; slot < frame.slots(); slot++) {
            if (frame.older().epoch(slot) != frame.newer().epoch(slot)) {
                apart++;
                break;
            }
        }
    }

    /** First single bodies, then all. A lazy frame makes whole blocks, so values of resting bodies are rounded. */
    private static void assertSame(Frame expected, Frame frame, Random random, String where) {
        for (int i = 0; i < 5; i++) {
            int slot = random.nextInt(Math.max(1, frame.slots()));
            if (expected.isAlive(slot)) {
                Matrix4f shown = frame.matrix(slot, new Matrix4f());
                assertTrue(expected.matrix(slot, new Matrix4f()).equals(shown, 2 * WHOLE), where);
            }
        }
        frame.x();
        float[][] values = frame.picture.poses.all;
        for (int slot = 0; slot < expected.slots(); slot++) {
            for (int component = 0; expected.isAlive(slot) && component < values.length; component++) {
                float value = expected.picture.poses.all[component][slot];
                assertEquals(value, values[component][slot], component < 3 ? 0 : WHOLE, where);
            }
        }
        assertArrayEquals(expected.stepped(0), frame.stepped(0), where);
        assertEquals(expected.changedRanges(), frame.changedRanges(), where);
    }

    @AfterAll
    static void muchIsCovered() {
        String seen = plain + " plain, " + bent + " bent, " + wrong + " wrong, " + apart + " apart, " + states
                + " states, " + corrections + " corrections";
        assertTrue(runs < SEEDS || Math.min(Math.min(plain, bent), Math.min(wrong, apart)) > 10 * SEEDS, seen);
        // 9 ms a frame and 10 ms a tick.
        assertTrue(runs < SEEDS || states < SEEDS * FRAMES && corrections < SEEDS * FRAMES, seen);
    }

    /** After the sampler was closed, new states take the memory of those that the frame shows. */
    @Test
    void theNumberOfTheCorrectionsIsThatOfTheFrameAlthoughItsStatesAreOverwritten() {
        SimulatedPhysics physics = new SimulatedPhysics(StateLayout.of(1), 4, (state, nanos) -> {
            if (nanos > 0) {
                state.position(0, 0, 0, 0);
                state.orientation(0, 0, 0, 0, 1);
            }
        });
        Bodies bodies = physics.publisher.bodies();
        bodies.spawn(0);
        physics.runTo(100 * MILLI);
        FrameSampler frames =
                FrameSampler.builder(physics.publisher.states()).lazy(true).open();
        frames.sample(100 * MILLI);
        bodies.teleport(0);
        long now = 100 * MILLI;
        Frame frame;
        do {
            now += MILLI;
            physics.runTo(now);
            frame = frames.sample(now);
        } while (frame.older().epoch(0) == frame.newer().epoch(0));
        frames.close();
        try (StateReader other = physics.publisher.states().reader()) {
            while (frame.older().tick() == frame.olderTick() || frame.newer().tick() == frame.newerTick()) {
                now += MILLI;
                physics.runTo(now);
                other.acquire();
            }
        }
        assertEquals(1, frame.correctionNumber());
    }

    @Test
    void whatAShaderCannotBlendIsRefused() {
        StatePublisher doubles = StatePublisher.of(StateLayout.of(2).doublePositions());
        refusedWith(
                "lazy(true) needs positions that are floats, because a shader cannot blend doubles; leave it out,"
                        + " and use frame.matrices(...)",
                IllegalStateException.class,
                () -> FrameSampler.builder(doubles.states()).lazy(true));
        SimulatedPhysics physics = new SimulatedPhysics(StateLayout.of(2), 4, (state, nanos) -> {});
        FrameSampler frames =
                FrameSampler.builder(physics.publisher.states()).lazy(true).open();
        Frame frame = frames.sample(0);
        FloatBuffer into = FloatBuffer.allocate(2 * Frame.CORRECTION_FLOATS);
        frame.corrections(0, 2, into);
        assertEquals(0, into.remaining());
        refusedWith(
                "the buffer must have room for 22 floats, for 2 slots, but had room for 0 from its position to its"
                        + " limit; pass a larger one, or clear it first",
                IllegalArgumentException.class,
                () -> frame.corrections(0, 2, into));
    }

    /** A rider boards a ship that flies and rolls, and leaves it again. Another body spins. Ticks are late. */
    @Test
    void withAttachedBodiesALazyFrameIsWholeAndAShaderIsRefused() {
        SimulatedPhysics[] made = new SimulatedPhysics[1];
        SimulatedPhysics physics = new SimulatedPhysics(StateLayout.of(100), 4, (state, nanos) -> {
            if (nanos > 0) {
                board(made[0].publisher.bodies(), nanos / (10 * MILLI));
                float half = nanos / 1e9f;
                state.position(0, 300 * half, 0, 0);
                state.orientation(0, (float) Math.sin(half), 0, 0, (float) Math.cos(half));
                state.position(1, 0, half, 0);
                state.orientation(1, 0, (float) Math.sin(150 * half), 0, (float) Math.cos(150 * half));
                state.position(70, 3, 2, Math.sin(9 * half));
            }
        });
        made[0] = physics;
        Random random = Seeds.random(5);
        FrameSampler.Builder builder = FrameSampler.builder(physics.publisher.states());
        int attached = 0;
        try (FrameSampler eager = builder.open();
                FrameSampler lazy = builder.lazy(true).open()) {
            for (long now = 0; now < 20_000 * MILLI; now += 7 * MILLI) {
                if (random.nextInt(9) == 0) {
                    physics.stall(now, random.nextInt(40) * MILLI);
                }
                physics.runTo(now);
                Frame expected = eager.sample(now);
                Frame frame = lazy.sample(now);
                boolean reads = random.nextInt(8) == 0;
                for (int slot = 0; reads && slot < frame.slots(); slot++) {
                    Matrix4f shown = frame.matrix(slot, new Matrix4f());
                    if (frame.isAlive(slot)) {
                        assertTrue(expected.matrix(slot, new Matrix4f()).equals(shown, 1e-4f), frame::toString);
                    }
                }
                if (frame.slots() > 70 && frame.parent(70) == 0) {
                    attached++;
                    refused("use frame.matrices(...)", IllegalStateException.class, frame::newer);
                }
            }
        }
        assertTrue(attached > 50);
    }

    private static void board(Bodies bodies, long tick) {
        if (tick == 1) {
            bodies.spawn(0);
            bodies.spawn(1);
            bodies.spawn(70);
        } else if (tick % 100 == 60) {
            bodies.attach(70, 0);
        } else if (tick % 100 == 0) {
            bodies.detach(70);
        }
    }
}
