package io.github.freestep.physics.contract;

import static io.github.freestep.state.State.NO_SLOT;
import static io.github.freestep.testing.Refused.refused;
import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.query.Hits;
import io.github.freestep.testing.Allocations;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** Tests rays and overlaps. The bodies are in a column, at heights of 10, 20 and 30 m. */
public abstract class QueryContract<B> extends TouchContract<B> {
    private static final double RIM = 0.06;
    private static final IntPredicate ALL = slot -> true;

    private final Hits hits = new Hits(8);

    /** How far a ray's hit may be off. */
    private double bound() {
        return 1e-3 + raysStopBefore();
    }

    private EngineSimulation<B> column() {
        assumeTrue(answersQueries(), "the adapter answers no queries");
        return world(in -> {
            for (int i = 1; i <= 3; i++) {
                in.add(body(in, 0, 10 * i));
            }
        });
    }

    private EngineSimulation<B> openColumn() {
        EngineSimulation<B> world = column();
        stepper(world);
        return world;
    }

    private static List<Integer> down(EngineSimulation<?> world, double length, IntPredicate filter, Hits into) {
        world.ray(0, 40, 0, 0, -3, 0, length, filter, into);
        return slots(into);
    }

    private static List<Integer> slots(Hits hits) {
        List<Integer> slots = new ArrayList<>();
        for (int i = 0; i < hits.size(); i++) {
            slots.add(hits.slot(i));
        }
        return slots;
    }

    @Test
    void aRayFindsTheBodiesInItsWayNearestFirst() {
        EngineSimulation<B> world = column();
        InlineStepper stepper = stepper(world);
        assertEquals(List.of(2, 1, 0, NO_SLOT), down(world, 100, ALL, hits));
        for (int i = 0; i < hits.size(); i++) {
            double surface = i < 3 ? 30.5 - 10 * i : 0;
            assertEquals(40 - surface, hits.distance(i), bound());
            assertEquals(0, hits.x(i), 1e-6);
            assertEquals(surface, hits.y(i), bound());
            assertEquals(0, hits.z(i), 1e-6);
            assertEquals(1, hits.ny(i), 1e-3, "the normal points out of the body");
            if (i < 3) {
                assertEquals(stepper.call(PhysicsContext::bodies).join().life(hits.slot(i)), hits.life(i));
            }
        }
        assertEquals(List.of(2), down(world, 15, ALL, hits), "the ray ends in the air");
        assertEquals(List.of(2, 0), down(world, 100, slot -> slot == 0 || slot == 2, hits));
        Hits nearest = new Hits(1);
        assertEquals(List.of(1), down(world, 100, slot -> slot != 2, nearest));
        world.ray(50, 40, 0, 0, 1, 0, 100, ALL, hits);
        assertEquals(0, hits.size(), "there is nothing above");
    }

    @Test
    void aRayReportsThePartOfTheBodyThatItHits() {
        EngineSimulation<B> world = openColumn();
        B pair = pair(world, 9, 5);
        if (pair == null) {
            down(world, 100, ALL, hits);
            assertEquals(-1, hits.part(0), "the part is not known");
            return;
        }
        int slot = world.add(pair);
        Hits right = new Hits(8);
        double[] rays = {8.6, 20, 0, 0, -1, 0, 10 + 5 + 2, 9.4, 20, 0, 0, -2, 0, 100};
        world.rays(rays, ALL, hits, right);
        assertEquals(List.of(slot), slots(hits), "the ray ends above the floor");
        assertEquals(List.of(slot, NO_SLOT), slots(right));
        assertEquals(0, hits.part(0));
        assertEquals(1, right.part(0));
        assertEquals(0, right.part(1), "the floor has one part");
        world.ray(20, 5, 0, -1, 0, 0, 100, slotOf -> slotOf == slot, hits);
        assertEquals(1, hits.part(0), "the nearer of two");
        world.ray(-20, 5, 0, 1, 0, 0, 100, slotOf -> slotOf == slot, hits);
        assertEquals(0, hits.part(0), "the nearer of two");
        world.overlapSphere(9, 5, 0, 1, ALL, hits);
        assertEquals(-1, hits.part(0), "an overlap has no part");
    }

    @Test
    void severalRaysFindWhatEachFindsAlone() {
        EngineSimulation<B> world = openColumn();
        Hits[] all = {new Hits(4), new Hits(1), new Hits(4)};
        double[] rays = {
            0, 40, 0, 0, -3, 0, 15,
            0, 40, 0, 0, -1, 0, 100,
            50, 40, 0, 0, 1, 0, 100
        };
        world.rays(rays, slot -> slot != 2, all);
        assertEquals(List.of(), slots(all[0]));
        assertEquals(List.of(1), slots(all[1]));
        assertEquals(List.of(), slots(all[2]));
        assertThrows(IllegalArgumentException.class, () -> world.rays(rays, ALL, hits));
        rays[3] = Double.NaN;
        assertThrows(IllegalArgumentException.class, () -> world.rays(rays, ALL, all));
        assertEquals(List.of(), slots(all[1]), "hits of the call before");
    }

    @Test
    void anOverlapFindsTheBodiesInIt() {
        EngineSimulation<B> world = openColumn();
        world.overlapSphere(0, 20.2, 0, 9.9, ALL, hits);
        assertEquals(List.of(1, 2, 0), slots(hits), "by the distance from the centre to the body's position");
        assertEquals(9.8, hits.distance(1), 1e-3);
        assertEquals(30, hits.y(1), 1e-3);
        world.overlapSphere(0, 20, 0, 5, ALL, hits);
        assertEquals(List.of(1), slots(hits));
        world.overlapSphere(0, 20, 0, 11, slot -> slot != 1, hits);
        assertEquals(List.of(0, 2), slots(hits));
        world.overlapBox(0, 15, 0, 0.1, 4.6, 0.1, ALL, hits);
        assertEquals(List.of(0, 1), slots(hits));
        world.overlapBox(3, 15, 0, 0.1, 4.6, 0.1, ALL, hits);
        assertEquals(0, hits.size());
    }

    @Test
    void aTurnedBodyIsFoundByItsShapeAndNotByItsBounds() {
        EngineSimulation<B> world = openColumn();
        B body = turned(world, 9, 5, (float) Math.PI / 4);
        assumeTrue(body != null, "the engine does not turn bodies");
        List<Integer> slot = List.of(world.add(body));
        world.ray(9.1, 20, 0, 0, -1, 0, 15, ALL, hits);
        assertEquals(slot, slots(hits));
        assertEquals(5 + Math.sqrt(0.5) - 0.1, hits.y(0), bound() * Math.sqrt(2));
        assertEquals(Math.sqrt(0.5), hits.nx(0), 1e-3);
        assertEquals(Math.sqrt(0.5), hits.ny(0), 1e-3);
        world.overlapSphere(9.7, 5.7, 0, 0.4, ALL, hits);
        assertEquals(0, hits.size(), "only the bounds overlap");
        world.overlapSphere(9.7, 5.7, 0, 0.6, ALL, hits);
        assertEquals(slot, slots(hits));
        world.overlapBox(9.6, 5.6, 0, 0.2, 0.2, 0.2, ALL, hits);
        assertEquals(0, hits.size(), "only the bounds overlap");
        world.overlapBox(9.6, 5.6, 0, 0.3, 0.3, 0.2, ALL, hits);
        assertEquals(slot, slots(hits));
    }

    /** What passes this close by the rim of a body may find it or not, because engines round edges. */
    @Test
    void raysAndOverlapsAgreeWithBruteForce() {
        assumeTrue(answersQueries(), "the adapter answers no queries");
        EngineSimulation<B> world = world(in -> {});
        stepper(world);
        Random random = EngineContract.random(1);
        float[][] bodies = new float[40][];
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = new float[] {20 * random.nextFloat() - 10, 20 + 20 * random.nextFloat()};
            assertEquals(i, world.add(body(world, bodies[i][0], bodies[i][1])));
        }
        Hits found = new Hits(CAPACITY);
        int met = 0;
        for (int query = 0; query < 1_000; query++) {
            double[] from = {40 * random.nextDouble() - 20, 10 + 40 * random.nextDouble()};
            float[] near = bodies[random.nextInt(bodies.length)];
            double[] along = {near[0] - from[0] + random.nextDouble() - 0.5, near[1] - from[1] + random.nextDouble()};
            double length = Math.hypot(along[0], along[1]);
            world.ray(from[0], from[1], 0, along[0], along[1], 0, 1_000, slot -> slot >= 0, found);
            for (int i = 0; i < bodies.length; i++) {
                double at = enter(bodies[i], from, along, 0.5) * length;
                double first = enter(bodies[i], from, along, 0.5 + RIM) * length;
                double last = enter(bodies[i], from, along, 0.5 - RIM) * length;
                int index = slots(found).indexOf(i);
                if (first > 0 && last > 0) {
                    assertTrue(index >= 0, "missed");
                    double before = enter(bodies[i], from, along, 0.5 + raysStopBefore()) * length;
                    assertEquals((at + before) / 2, found.distance(index), (at - before) / 2 + 1e-3);
                    met++;
                } else if (Double.isNaN(first)) {
                    assertEquals(-1, index, "found falsely");
                }
            }
            double radius = 0.1 + 3 * random.nextDouble();
            world.overlapSphere(from[0], from[1], 0, radius, slot -> slot >= 0, found);
            for (int i = 0; i < bodies.length; i++) {
                double gap = Math.hypot(
                                Math.max(0, Math.abs(from[0] - bodies[i][0]) - 0.5),
                                Math.max(0, Math.abs(from[1] - bodies[i][1]) - 0.5))
                        - radius;
                if (Math.abs(gap) > RIM) {
                    assertEquals(gap < 0, slots(found).contains(i), "body " + i + ", gap " + gap);
                }
            }
        }
        assertTrue(met > 500, met + " hits");
    }

    /** Returns after which part of a ray it enters a square; NaN if it misses it, negative if it begins in it. */
    private static double enter(float[] centre, double[] from, double[] along, double half) {
        double in = Double.NEGATIVE_INFINITY;
        double out = Double.POSITIVE_INFINITY;
        for (int axis = 0; axis < 2; axis++) {
            double a = (centre[axis] - half - from[axis]) / along[axis];
            double b = (centre[axis] + half - from[axis]) / along[axis];
            in = Math.max(in, Math.min(a, b));
            out = Math.min(out, Math.max(a, b));
        }
        return in <= out && out >= 0 ? in : Double.NaN;
    }

    @Test
    void aRayDoesNotHitTheBodyInWhichItBegins() {
        EngineSimulation<B> world = openColumn();
        for (double side = -0.49; side < 0.5; side += 0.07) {
            world.ray(side, 20 + 0.9 * side, 0, 0, -1, 0, 100, ALL, hits);
            assertEquals(List.of(0, NO_SLOT), slots(hits));
            world.ray(0.9 * side, 20 + side, 0, 0, 2, 0, 100, ALL, hits);
            assertEquals(List.of(2), slots(hits));
        }
        world.ray(0, -0.1, 0, 0, 1, 0, 5, ALL, hits);
        assertEquals(0, hits.size(), "it begins in the floor");
    }

    @Test
    void aRayHitsABodyThatIsClose() {
        EngineSimulation<B> world = openColumn();
        for (double gap = 1; gap > 2e-5 + 2 * raysStopBefore(); gap *= 0.9) {
            double dx = 0.2 * Math.sin(1e5 * gap);
            world.ray(dx, 30.5 + gap, 0, dx, -1, 0, 10, slot -> slot == 2, hits);
            assertEquals(List.of(2), slots(hits), "a gap of " + gap);
            assertEquals(gap * Math.sqrt(1 + dx * dx), hits.distance(0), bound() * 1.1);
            assertEquals(0, hits.nx(0), 1e-3, "a gap of " + gap);
            assertEquals(1, hits.ny(0), 1e-3, "a gap of " + gap);
        }
    }

    @Test
    void anEngineOfTwoDimensionsIgnoresZ() {
        EngineSimulation<B> world = openColumn();
        world.overlapSphere(0, 20, 3, 5, ALL, hits);
        assertEquals(List.of(1), slots(hits));
        assertEquals(hasDepth() ? 3 : 0, hits.distance(0), 1e-3);
        assertEquals(0, hits.z(0), 1e-6);
        world.overlapBox(0, 20, 3, 2, 2, 2, ALL, hits);
        assertEquals(hasDepth() ? List.of() : List.of(1), slots(hits));
    }

    @Test
    void aQueryFindsBodiesWhereTheyAreNow() {
        EngineSimulation<B> world = column();
        InlineStepper stepper = stepper(world);
        stepper.advance(10 * TICK_NANOS);
        down(world, 15, ALL, hits);
        assertEquals(newest(stepper).y()[2] + 0.5, hits.y(0), bound());
        assertEquals(10, hits.tick());

        place(world.body(2), 7, 35);
        world.teleport(2);
        down(world, 15, ALL, hits);
        assertEquals(0, hits.size(), "it was teleported away");
        if (!findsMovedBodies()) {
            stepper.advance(TICK_NANOS);
        }
        world.ray(7, 40, 0, 0, -1, 0, 15, ALL, hits);
        assertEquals(List.of(2), slots(hits));
        assertEquals(35.5, hits.y(0), 0.05);
        world.remove(2);
        world.ray(7, 40, 0, 0, -1, 0, 15, ALL, hits);
        assertEquals(0, hits.size(), "it was removed");
        assertEquals(2, world.add(body(world, 7, 32)));
        world.ray(7, 40, 0, 0, -1, 0, 15, ALL, hits);
        assertEquals(List.of(2), slots(hits));
        assertEquals(stepper.call(PhysicsContext::bodies).join().life(2), hits.life(0));
    }

    @Test
    void aQueryBeforeAStepAsksTheWorldOfTheLastTick() {
        List<Long> ticks = new ArrayList<>();
        List<EngineSimulation<B>> self = new ArrayList<>();
        assumeTrue(answersQueries());
        EngineSimulation<B> world = world(in -> line(in, 1), tick -> {
            down(self.get(0), 100, ALL, hits);
            ticks.add(hits.tick());
        });
        self.add(world);
        stepper(world).advance(3 * TICK_NANOS);
        assertEquals(List.of(0L, 1L, 2L), ticks);
        assertEquals(List.of(0, NO_SLOT), slots(hits));
    }

    @Test
    void anAdapterWithoutQueriesSaysSo() {
        assumeFalse(answersQueries());
        EngineSimulation<B> world = dropped(3);
        stepper(world);
        refused("override openQueries", UnsupportedOperationException.class, () -> down(world, 100, ALL, hits));
        assertThrows(UnsupportedOperationException.class, () -> world.overlapSphere(0, 0, 0, 1, ALL, hits));
        assertThrows(UnsupportedOperationException.class, () -> world.overlapBox(0, 0, 0, 1, 1, 1, ALL, hits));
    }

    @Test
    void aQueryThatMakesNoSenseIsRefusedAndTheNextIsAnswered() {
        EngineSimulation<B> world = openColumn();
        assertRefused("length must be finite and above 0, was -1.0", () -> down(world, -1, ALL, hits));
        assertRefused(
                "the direction must have a length above 0, was (0.0, 0.0, 0.0)",
                () -> world.ray(0, 0, 0, 0, 0, 0, 1, ALL, hits));
        assertRefused("y must be finite, was NaN", () -> world.overlapSphere(0, Double.NaN, 0, 1, ALL, hits));
        assertRefused("halfZ must be finite and above 0, was 0.0", () -> world.overlapBox(0, 0, 0, 1, 1, 0, ALL, hits));
        assertEquals(List.of(2, 1, 0, NO_SLOT), down(world, 100, ALL, hits));
        world.ray(0, 1e30, 0, 0, -1e-30, 0, 1e300, ALL, hits);
        world.overlapSphere(1e300, 0, 0, 1e-300, ALL, hits);
        world.overlapBox(0, 1e300, 0, 1e-300, 1e300, 1, ALL, hits);
        world.ray(0, 40, 0, 0, -1, 0, 1e-300, ALL, hits);
        assertEquals(0, hits.size());
    }

    @Test
    void aRayThatIsTooShortForTheEngineFindsNothing() {
        EngineSimulation<B> world = openColumn();
        for (double length = 1; length > 1e-50; length /= 4) {
            // A float holds most of these ends, because they are near x = 0, but not the squares of their lengths.
            world.ray(0, 40, 0, 1, 0, 0, length, ALL, hits);
            world.ray(0, 40, 0, 1, -1, 0, length, ALL, hits);
            assertEquals(0, hits.size());
        }
    }

    @Test
    void aQueryThatFindsNothingAllocatesNothingOnceItIsCompiled() {
        EngineSimulation<B> world = column();
        assumeTrue(queriesWithoutAllocation(), "the engine allocates in queries");
        stepper(world);
        assertEquals(0, Allocations.of(() -> world.ray(50, 40, 0, 0, 1, 0, 100, ALL, hits)), "ray");
        assertEquals(0, Allocations.of(() -> world.overlapSphere(50, 40, 0, 1, ALL, hits)), "sphere");
        assertEquals(0, Allocations.of(() -> world.overlapBox(50, 40, 0, 1, 1, 1, ALL, hits)), "box");
        assertEquals(0, hits.size());
    }

    private static void assertRefused(String message, Runnable query) {
        refusedWith(message, IllegalArgumentException.class, query::run);
    }
}
