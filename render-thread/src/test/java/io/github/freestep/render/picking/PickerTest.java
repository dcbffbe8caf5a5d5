package io.github.freestep.render.picking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.query.Hits;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.SimulatedPhysics;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.joml.Intersectiond;
import org.joml.Vector2d;
import org.joml.Vector3d;
import org.joml.Vector3f;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Queries of what a frame shows, compared with JOML's results body by body. */
class PickerTest {
    private static final int CAPACITY = 200;
    private static final long GAP = 10 * SimulatedPhysics.MILLI;

    private final Random random = Seeds.random(1);
    private final float[][] at = new float[3][CAPACITY];
    private final float[] radii = new float[CAPACITY];
    private final Hits hits = new Hits(CAPACITY);
    private final Picker picker = new Picker();
    private SimulatedPhysics physics;
    private FrameSampler frames;
    private Frame frame;
    private double offset;

    static LongStream seeds() {
        return Seeds.first(Thorough.of(2, 10));
    }

    /** Shows some bodies. In a large world, they are far from zero, and the origin is among them. */
    private void show(long seed, boolean large) {
        random.setSeed(seed);
        offset = large ? 3e9 : 0;
        StateLayout layout = StateLayout.of(CAPACITY);
        physics = new SimulatedPhysics(large ? layout.doublePositions() : layout, 4, (state, nanos) -> {
            for (int slot = 0; slot < CAPACITY; slot++) {
                state.position(slot, at[0][slot] + offset, at[1][slot], at[2][slot]);
            }
        });
        Bodies bodies = physics.publisher.bodies();
        for (int slot = 0; slot < CAPACITY; slot++) {
            radii[slot] = random.nextInt(10) == 0 ? -1 : 2 * random.nextFloat();
            for (float[] component : at) {
                component[slot] = (float) random.nextGaussian() * 10;
            }
            if (random.nextInt(10) > 0) {
                bodies.spawn(slot);
            }
        }
        frames = FrameSampler.open(physics.publisher.states());
        if (large) {
            frames.origin(offset + 5, -3, 2);
        }
        for (long now = 0; now < 5 * GAP; now += GAP) {
            physics.runTo(now);
            frame = frames.sample(now);
        }
    }

    private Vector3d shown(int slot) {
        return new Vector3d(frame.position(slot, new Vector3f()))
                .add(frame.originX(), frame.originY(), frame.originZ());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aRayFindsTheSpheresThatItCrosses(long seed) {
        for (boolean large : new boolean[] {false, true}) {
            show(seed, large);
            for (int question = 0; question < 200; question++) {
                askRay("seed " + seed + ", question " + question, random.nextBoolean());
            }
        }
    }

    private void askRay(String where, boolean sameRadius) {
        Vector3d from = new Vector3d(random.nextGaussian(), random.nextGaussian(), random.nextGaussian()).mul(12);
        from.x += offset;
        Vector3d along = new Vector3d(random.nextGaussian(), random.nextGaussian(), random.nextGaussian()).normalize();
        Vector3d any = new Vector3d(along).mul(Math.pow(10, random.nextInt(-300, 301)));
        double length = random.nextDouble() * 40;
        float radius = random.nextFloat() * 2;
        int count = sameRadius
                ? picker.ray(frame, from.x, from.y, from.z, any.x, any.y, any.z, length, radius, hits)
                : picker.ray(frame, from.x, from.y, from.z, any.x, any.y, any.z, length, radii, hits);
        TreeSet<Integer> expected = new TreeSet<>();
        Vector2d nearAndFar = new Vector2d();
        for (int slot = 0; slot < CAPACITY; slot++) {
            double r = sameRadius ? radius : radii[slot];
            boolean hit = frame.isAlive(slot)
                    && r >= 0
                    && Intersectiond.intersectRaySphere(from, along, shown(slot), r * r, nearAndFar)
                    && nearAndFar.x <= length;
            if (hit) {
                expected.add(slot);
            }
        }
        assertEquals(expected.size(), count, where);
        for (int i = 0; i < count; i++) {
            assertTrue(expected.remove(hits.slot(i)), where);
            assertHit(i, from, along, sameRadius ? radius : radii[hits.slot(i)], where);
        }
        assertEquals(frame.reachedTick(), hits.tick());
    }

    private void assertHit(int i, Vector3d from, Vector3d along, double radius, String where) {
        Vector3d point = new Vector3d(hits.x(i), hits.y(i), hits.z(i));
        Vector3d center = shown(hits.slot(i));
        assertEquals(0, new Vector3d(along).mul(hits.distance(i)).add(from).distance(point), 1e-5, where);
        assertEquals(frame.life(hits.slot(i)), hits.life(i));
        assertTrue(i == 0 || hits.distance(i) >= hits.distance(i - 1), where);
        Vector3d normal = new Vector3d(hits.nx(i), hits.ny(i), hits.nz(i));
        assertEquals(1, normal.length(), 1e-5, where);
        if (hits.distance(i) > 0) {
            assertEquals(radius, point.distance(center), 1e-5, where);
            assertEquals(0, normal.mul(radius).add(center).distance(point), 1e-5, where);
        } else {
            assertTrue(from.distance(center) <= radius + 1e-5, where);
            assertEquals(-1, normal.dot(along), 1e-5, where);
        }
    }

    @Test
    void aRayIsExactFarFromItsBeginningAndAllocatesNothing() {
        show(1, false);
        for (int slot = 0; slot < CAPACITY; slot++) {
            at[0][slot] = 20_000;
            at[1][slot] = 0.99f + slot * 0.0001f;
            at[2][slot] = 0;
        }
        physics.runTo(200 * GAP);
        frame = frames.sample(200 * GAP);
        int expected = 0;
        for (int slot = 0; slot < CAPACITY; slot++) {
            expected += frame.isAlive(slot) && frame.y()[slot] <= 1 ? 1 : 0;
        }
        assertEquals(0, Allocations.of(() -> picker.ray(frame, 0, 0, 0, 1, 0, 0, 30_000, 1, hits)));
        assertEquals(expected, hits.size());
        assertTrue(expected > 50 && expected < 150);
    }
}
