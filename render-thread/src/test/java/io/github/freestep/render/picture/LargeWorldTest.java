package io.github.freestep.render.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.SimulatedPhysics;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.joml.Matrix4f;
import org.joml.Vector3d;
import org.joml.Vector3f;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the frames of states with double positions, relative to an origin that moves. */
class LargeWorldTest {
    private static final long MILLI = SimulatedPhysics.MILLI;
    private static final double FAR = 1e7;
    private static final double SPEED = 3;

    private static final StateLayout FAR_ONE = StateLayout.of(1).doublePositions();

    static LongStream seeds() {
        return Seeds.first(Thorough.of(1, 8));
    }

    /** A body that moves evenly, at some place. */
    private static SimulatedPhysics evenly(StateLayout layout, double place) {
        return body(layout, seconds -> place + SPEED * seconds);
    }

    private static SimulatedPhysics body(StateLayout layout, java.util.function.DoubleUnaryOperator motion) {
        boolean[] born = {false};
        SimulatedPhysics[] physics = {null};
        physics[0] = new SimulatedPhysics(layout, 4, (state, nanos) -> {
            if (physics[0] == null) {
                return;
            }
            if (!born[0]) {
                physics[0].publisher.bodies().spawn(0);
                born[0] = true;
            }
            state.position(0, motion.applyAsDouble(nanos / 1e9), 0, 0);
        });
        return physics[0];
    }

    /** Compares every coordinate with one that was computed from the states without any rounding. */
    @ParameterizedTest
    @MethodSource("seeds")
    void everyCoordinateIsTheNearestFloat(long seed) {
        Random random = Seeds.random(seed);
        int bodies = 1 + random.nextInt(300);
        double place = Math.scalb(random.nextDouble(), random.nextInt(60));
        Map<Long, double[][]> written = new HashMap<>();
        double[][] now = new double[3][bodies];
        long[] tick = {0};
        SimulatedPhysics[] physics = {null};
        StateLayout layout = StateLayout.of(bodies).doublePositions();
        boolean all = random.nextBoolean();
        physics[0] = new SimulatedPhysics(layout, 4, (state, nanos) -> {
            if (physics[0] != null) {
                write(physics[0], state, now, random, place, tick[0] == 0 || all);
                written.put(++tick[0], copy(now));
            }
        });
        FrameSampler.Builder options = FrameSampler.builder(physics[0].publisher.states());
        FrameSampler sampler = random.nextBoolean()
                ? options.allowedLateness(Duration.ofMillis(5)).open()
                : options.mode(FrameMode.LATEST).open();
        int compared = 0;
        for (long nanos = 0; nanos < 1_000 * MILLI; nanos += random.nextInt(20_000_000)) {
            physics[0].runTo(nanos);
            if (random.nextInt(4) > 0) {
                sampler.origin(place + random.nextGaussian(), random.nextGaussian() * 100, random.nextGaussian());
            }
            Frame frame = sampler.sample(nanos);
            double[][] older = written.get(frame.olderTick());
            double[][] newer = written.get(frame.newerTick());
            if (older != null && newer != null && !frame.isBridged()) {
                for (int slot = 0; slot < bodies; slot++) {
                    String where = "seed " + seed + ", slot " + slot + ", " + frame;
                    near(older[0][slot], newer[0][slot], frame.alpha(), frame.originX(), frame.x()[slot], where);
                    near(older[1][slot], newer[1][slot], frame.alpha(), frame.originY(), frame.y()[slot], where);
                    near(older[2][slot], newer[2][slot], frame.alpha(), frame.originZ(), frame.z()[slot], where);
                    compared++;
                }
            }
        }
        assertTrue(compared > 10 * bodies);
    }

    private static void write(
            SimulatedPhysics physics, StateWriter state, double[][] now, Random random, double place, boolean all) {
        for (int slot = 0; slot < now[0].length; slot++) {
            if (!physics.publisher.bodies().isAlive(slot)) {
                physics.publisher.bodies().spawn(slot);
            } else if (!all && random.nextInt(50) > 0) {
                continue;
            }
            now[0][slot] = place + random.nextGaussian() * 100;
            now[1][slot] = random.nextGaussian() * 100;
            now[2][slot] = random.nextGaussian() * 1e6;
            state.position(slot, now[0][slot], now[1][slot], now[2][slot]);
        }
    }

    private static double[][] copy(double[][] values) {
        return new double[][] {values[0].clone(), values[1].clone(), values[2].clone()};
    }

    private static void near(double older, double newer, double alpha, double origin, float value, String where) {
        BigDecimal a = new BigDecimal(older);
        BigDecimal exact = a.add(new BigDecimal(newer).subtract(a).multiply(new BigDecimal(alpha)))
                .subtract(new BigDecimal(origin));
        double off =
                exact.subtract(new BigDecimal(value), MathContext.DECIMAL64).doubleValue();
        // The double from which the float is rounded is off by a few of its own last places.
        double rest = 4 * (Math.ulp(older - origin) + Math.ulp(newer - older));
        assertTrue(Math.abs(off) <= Math.ulp(value) / 2.0 + rest, () -> where + ": off by " + off);
    }

    /** A late tick, and then an error to blend out, while the origin jumps far away in every frame. */
    @ParameterizedTest
    @EnumSource(FrameMode.class)
    void nothingStreaksWhenTheOriginMoves(FrameMode mode) {
        SimulatedPhysics still = body(FAR_ONE, s -> FAR + Math.sin(20 * s));
        SimulatedPhysics moving = body(FAR_ONE, s -> FAR + Math.sin(20 * s));
        FrameSampler one =
                FrameSampler.builder(still.publisher.states()).mode(mode).open();
        FrameSampler other =
                FrameSampler.builder(moving.publisher.states()).mode(mode).open();
        one.origin(FAR, 0, 0);
        Random random = Seeds.random(1);
        int bridged = 0;
        int held = 0;
        double before = 0;
        for (long now = 0; now < 20_000 * MILLI; now += 8 * MILLI) {
            long stall = random.nextInt(60) == 0 ? random.nextInt(400) * MILLI : 0;
            still.stall(now, stall);
            moving.stall(now, stall);
            still.runTo(now);
            moving.runTo(now);
            other.origin(FAR + random.nextInt(2_000) - 1_000, 0, 0);
            Frame expected = one.sample(now);
            Frame frame = other.sample(now);
            double shown = frame.position(0, new Vector3d()).x - FAR;
            // Half a float's last place at 1 km, for each rounding while the picture is held.
            if (expected.isAlive(0)) {
                assertEquals(expected.x()[0], shown, 1e-3, expected.toString());
            }
            bridged += frame.isBridged() ? 1 : 0;
            held += shown == before ? 0 : 1;
            before = shown;
        }
        assertTrue(mode == FrameMode.LATEST || bridged > 50, bridged + " bridged");
        assertTrue(held > 100);
    }

    @Test
    void everythingInAFrameIsRelativeToItsOrigin() {
        SimulatedPhysics physics = evenly(FAR_ONE, FAR);
        FrameSampler sampler = FrameSampler.open(physics.publisher.states());
        assertEquals(0, sampler.sample(0).originX());
        physics.runTo(500 * MILLI);
        sampler.origin(FAR, -2, 3);
        Frame frame = sampler.sample(500 * MILLI);
        assertEquals(FAR, frame.originX());
        assertEquals(-2, frame.originY());
        assertEquals(3, frame.originZ());
        float x = frame.x()[0];
        assertTrue(x > 0 && x < 2, "x " + x);
        assertEquals(new Vector3f(x, 2, -3), frame.position(0, new Vector3f()));
        assertEquals(new Vector3d(FAR + x, 0, 0), frame.position(0, new Vector3d()));
        assertEquals(new Vector3f(x, 2, -3), frame.matrix(0, new Matrix4f()).getTranslation(new Vector3f()));
        float[] pose = new float[Frame.POSE_FLOATS];
        frame.poses(0, frame.slots(), FloatBuffer.wrap(pose));
        assertEquals(x, pose[0]);
        frame.nextOrigin(FAR + 100, -2, 3);
        assertEquals(FAR, frame.originX(), "until the next frame");
        sampler.sample(500 * MILLI);
        assertEquals(FAR + 100, frame.originX());
        assertEquals(x - 100, frame.x()[0], 1e-5);
    }

    @Test
    void anOriginForFloatsIsRefused() {
        FrameSampler floats =
                FrameSampler.open(evenly(StateLayout.of(1), 0).publisher.states());
        assertEquals(
                "a frame has an origin only if positions are doubles; declare StateLayout.doublePositions()",
                assertThrows(IllegalStateException.class, () -> floats.origin(0, 0, 0))
                        .getMessage());
        assertEquals(0, floats.sample(0).originX());
    }

    private final RelativePositions positions = new RelativePositions(3);

    @Test
    void anOriginIsBelowTheLimitOfPositions() {
        double most = Math.nextDown(0x1p125);
        positions.next(most, -most, most);
        for (double wrong : new double[] {0x1p125, -0x1p125, Double.NaN}) {
            assertRefused("x", wrong, () -> positions.next(wrong, 0, 0));
            assertRefused("y", wrong, () -> positions.next(0, wrong, 0));
            assertRefused("z", wrong, () -> positions.next(0, 0, wrong));
        }
    }

    private static void assertRefused(String name, double value, Runnable call) {
        assertEquals(
                "the " + name + " coordinate of an origin must be finite and below 2^125, was " + value
                        + "; take a point near the camera",
                assertThrows(IllegalArgumentException.class, call::run).getMessage());
    }
}
