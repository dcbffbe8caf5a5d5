package io.github.freestep.physics.bullet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.collision.shapes.CapsuleCollisionShape;
import com.jme3.bullet.collision.shapes.CollisionShape;
import com.jme3.bullet.collision.shapes.CompoundCollisionShape;
import com.jme3.bullet.collision.shapes.ConeCollisionShape;
import com.jme3.bullet.collision.shapes.CylinderCollisionShape;
import com.jme3.bullet.collision.shapes.HullCollisionShape;
import com.jme3.bullet.collision.shapes.PlaneCollisionShape;
import com.jme3.bullet.collision.shapes.SimplexCollisionShape;
import com.jme3.bullet.collision.shapes.SphereCollisionShape;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.Plane;
import com.jme3.math.Quaternion;
import com.jme3.math.Vector3f;
import com.simsilica.mathd.Quatd;
import com.simsilica.mathd.Vec3d;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.Hits;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares rays of Bullet with hits that are computed here from shapes and poses, in double precision. */
class BulletRayTest {
    /** How far a hit may be off. A ray that passes this close by the rim of a body may hit it or not. */
    private static final double BOUND = 1e-3;

    private static final Quaternion CHILD_TURNED = new Quaternion().fromAngles(1, 2, 3);
    private static final IntPredicate ALL = slot -> true;

    private final List<InlineStepper> steppers = new ArrayList<>();
    private final Hits hits = new Hits(128);

    /** A box, or a sphere if it has only one half-length, where it is in the world. */
    private record Part(int slot, double[] half, Quatd turned, Vec3d centre) {
        /** Returns where a ray enters this part, grown by some length; NaN if the ray misses it or begins inside. */
        double enter(Vec3d from, Vec3d along, double grown) {
            Vec3d o = turned.inverse().mult(from.subtract(centre));
            Vec3d d = turned.inverse().mult(along);
            return half.length == 1 ? enterSphere(o, d, half[0] + grown) : enterBox(o, d, grown);
        }

        private static double enterSphere(Vec3d o, Vec3d d, double radius) {
            double towards = -o.dot(d);
            Vec3d nearest = o.add(d.multLocal(towards));
            double squared = radius * radius - nearest.lengthSq();
            double at = towards - Math.sqrt(squared);
            return at >= 0 ? at : Double.NaN;
        }

        private double enterBox(Vec3d o, Vec3d d, double grown) {
            double in = Double.NEGATIVE_INFINITY;
            double out = Double.POSITIVE_INFINITY;
            for (int axis = 0; axis < 3; axis++) {
                double a = (-half[axis] - grown - o.get(axis)) / d.get(axis);
                double b = (half[axis] + grown - o.get(axis)) / d.get(axis);
                in = Math.max(in, Math.min(a, b));
                out = Math.min(out, Math.max(a, b));
            }
            return in <= out && in >= 0 ? in : Double.NaN;
        }
    }

    @BeforeAll
    static void load() {
        BulletSimulation.load();
    }

    @AfterEach
    void close() {
        steppers.forEach(InlineStepper::close);
    }

    private BulletSimulation world() {
        BulletSimulation world = BulletSimulation.of(StateLayout.of(128), in -> {});
        steppers.add(PhysicsService.builder(world).inline());
        return world;
    }

    private static PhysicsRigidBody body(CollisionShape shape, Vector3f at, Quaternion turned) {
        PhysicsRigidBody body = new PhysicsRigidBody(shape, 1);
        body.setKinematic(true);
        body.setPhysicsRotation(turned);
        body.setPhysicsLocation(at);
        return body;
    }

    private static Part part(int slot, PhysicsRigidBody body, double... half) {
        return new Part(slot, half, body.getPhysicsRotationDp(null), body.getPhysicsLocationDp(null));
    }

    @ParameterizedTest
    @CsvSource({"0, 100", "0, 1e15", "10000, 10", "-10000, 1e6"})
    void aRayHitsATurnedBoxWhereItIs(float x, double length) {
        BulletSimulation world = world();
        PhysicsRigidBody box =
                body(new BoxCollisionShape(0.5f), new Vector3f(x, 0, 0), new Quaternion().fromAngles(0.4f, 0.4f, 0.4f));
        Part part = part(world.add(box), box, 0.5, 0.5, 0.5);
        Random random = Seeds.random(1);
        int met = 0;
        for (int i = 0; i < Thorough.of(1_500, 3_000); i++) {
            Vec3d from = direction(random).multLocal(9.99).add(part.centre);
            Vec3d target = direction(random).multLocal(random.nextDouble()).add(part.centre);
            met += compare(world, List.of(part), from, target.subtract(from).normalizeLocal(), length);
        }
        assertTrue(met > 500, "only " + met + " rays hit");
    }

    @ParameterizedTest
    @CsvSource({"0, 10", "0, 1e5", "10000, 100"})
    void raysHitTheBodiesOfARandomSceneWhereTheyAre(float x, double length) {
        Seeds.first(Thorough.of(1, 2)).forEach(seed -> {
            Random random = Seeds.random(seed);
            BulletSimulation world = world();
            List<Part> parts = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                add(world, random, x, parts);
            }
            int met = 0;
            for (int i = 0; i < Thorough.of(3_000, 9_000); i++) {
                Vec3d from = new Vec3d(x, 0, 0).add(direction(random).multLocal(12 * random.nextDouble()));
                met += compare(world, parts, from, direction(random), length);
            }
            assertTrue(met > 500, "only " + met + " bodies were hit");
        });
    }

    @Test
    void aRayHitsEachKindOfShapeWhereItIs() {
        CapsuleCollisionShape capsule = new CapsuleCollisionShape(0.5f, 2);
        enters(1.5, 0, capsule);
        enters(0.5, 0.9, capsule);
        enters(Math.sqrt(0.25 - 0.09), 1.3, capsule);
        enters(1, 0, new CapsuleCollisionShape(0.5f, 1, PhysicsSpace.AXIS_Y));
        CylinderCollisionShape cylinder = new CylinderCollisionShape(0.5f, 2, PhysicsSpace.AXIS_Y);
        enters(1, 0, cylinder);
        enters(0.5, 0.5, cylinder);
        enters(0.5, 0, new CylinderCollisionShape(0.5f, 2, PhysicsSpace.AXIS_X));
        // Thinner than twice the margin.
        enters(0.02, 0, new CylinderCollisionShape(0.5f, 0.04f, PhysicsSpace.AXIS_Y));
        enters(1, 0, new CylinderCollisionShape(0.03f, 2, PhysicsSpace.AXIS_Y));
        ConeCollisionShape cone = new ConeCollisionShape(0.5f, 2, PhysicsSpace.AXIS_Y);
        enters(1 + cone.getMargin(), 0, cone);
        enters(0.25 + cone.getMargin() * Math.sqrt(17) / 4, 0, 0, cone);
        HullCollisionShape hull = new HullCollisionShape(cube());
        hull.setScale(2);
        enters(1 + hull.getMargin(), 0.3, hull);
        SimplexCollisionShape simplex =
                new SimplexCollisionShape(new Vector3f(0, 1, 0), new Vector3f(0, -1, -1), new Vector3f(0, -1, 1));
        enters(1 + simplex.getMargin(), 0, simplex);
        enters(0.25 + simplex.getMargin() * Math.sqrt(5) / 2, -0.5, simplex);
    }

    private static List<Vector3f> cube() {
        List<Vector3f> corners = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            corners.add(new Vector3f((i & 1) - 0.5f, (i >> 1 & 1) - 0.5f, (i >> 2 & 1) - 0.5f));
        }
        return corners;
    }

    private void enters(double extent, double aside, CollisionShape shape) {
        enters(extent, aside, aside == 0 ? 1 : 0, shape);
    }

    /**
     * Asserts where a ray enters a shape that is turned so that its y axis points against the world's x.
     *
     * @param extent where, from the centre
     * @param aside how far the ray passes beside the centre, along x
     * @param ends 1 if the ray comes along x, 0 if along z
     */
    private void enters(double extent, double aside, int ends, CollisionShape shape) {
        BulletSimulation world = world();
        world.add(body(shape, new Vector3f(5, 2, 0), new Quaternion().fromAngles(0, 0, (float) Math.PI / 2)));
        for (double before : new double[] {0.005, 3, 90, 20_000}) {
            double x = ends == 1 ? 5 + extent + before : 5 + aside;
            double z = ends == 1 ? 0 : extent + before;
            world.ray(x, 2, z, -ends, 0, ends - 1, 1e5, ALL, hits);
            assertEquals(1, hits.size(), shape + " from " + before);
            assertEquals(before, hits.distance(0), 1e-6, shape.toString());
        }
    }

    @Test
    void aRayHitsAPlaneFromAboveOnly() {
        BulletSimulation world = world();
        world.space()
                .addCollisionObject(new PhysicsRigidBody(new PlaneCollisionShape(new Plane(Vector3f.UNIT_Y, 2)), 0));
        world.ray(0, 12, 0, 3, -4, 0, 100, ALL, hits);
        assertEquals(12.5, hits.distance(0), 1e-6);
        assertEquals(1, hits.ny(0), 1e-6);
        world.ray(0, 1, 0, 3, 4, 0, 100, ALL, hits);
        assertEquals(0, hits.size());
    }

    /** Adds a box, a sphere, or a compound of both. */
    private static void add(BulletSimulation world, Random random, float x, List<Part> parts) {
        Vec3d place = direction(random).multLocal(8 * random.nextDouble());
        Vector3f at = new Vector3f(x + (float) place.x, (float) place.y, (float) place.z);
        Quaternion turned =
                new Quaternion().fromAngles(6 * random.nextFloat(), 6 * random.nextFloat(), 6 * random.nextFloat());
        Vector3f half = new Vector3f(0.1f + random.nextFloat(), 0.1f + random.nextFloat(), 0.1f + random.nextFloat());
        float radius = 0.1f + random.nextFloat();
        int kind = random.nextInt(3);
        if (kind == 0) {
            PhysicsRigidBody box = body(new BoxCollisionShape(half), at, turned);
            parts.add(part(world.add(box), box, half.x, half.y, half.z));
        } else if (kind == 1) {
            PhysicsRigidBody ball = body(new SphereCollisionShape(radius), at, turned);
            parts.add(part(world.add(ball), ball, radius));
        } else {
            CompoundCollisionShape both = new CompoundCollisionShape();
            Vector3f childAt = new Vector3f(1, random.nextFloat(), -0.5f);
            both.addChildShape(new SphereCollisionShape(radius), new Vector3f(0, -0.7f, 0));
            both.addChildShape(new BoxCollisionShape(half), childAt, CHILD_TURNED.toRotationMatrix());
            PhysicsRigidBody body = body(both, at, turned);
            int slot = world.add(body);
            parts.add(child(part(slot, body, radius), new Vec3d(0, -0.7f, 0), new Quatd()));
            parts.add(child(part(slot, body, half.x, half.y, half.z), new Vec3d(childAt), new Quatd(CHILD_TURNED)));
        }
    }

    private static Part child(Part of, Vec3d at, Quatd turned) {
        return new Part(of.slot, of.half, of.turned.mult(turned), of.centre.add(of.turned.mult(at)));
    }

    /** Returns the number of bodies that the ray surely hits. */
    private int compare(BulletSimulation world, List<Part> parts, Vec3d from, Vec3d along, double length) {
        world.ray(from.x, from.y, from.z, along.x, along.y, along.z, length, ALL, hits);
        double[] found = new double[128];
        for (int i = 0; i < hits.size(); i++) {
            found[hits.slot(i)] = hits.distance(i);
            double normal = hits.nx(i) * hits.nx(i) + hits.ny(i) * hits.ny(i) + hits.nz(i) * hits.nz(i);
            assertEquals(1, normal, 1e-3, "the squared length of a normal");
        }
        int met = 0;
        for (int slot = 0; slot < 128; slot++) {
            double sure = Double.POSITIVE_INFINITY;
            boolean may = false;
            double error = found[slot] == 0 ? 0 : Double.POSITIVE_INFINITY;
            for (Part part : parts) {
                if (part.slot == slot) {
                    double at = part.enter(from, along, 0);
                    double grown = part.enter(from, along, BOUND);
                    double shrunk = part.enter(from, along, -BOUND);
                    if (at <= length - BOUND && grown >= 0 && shrunk >= 0) {
                        sure = Math.min(sure, at);
                    }
                    may |= grown <= length + BOUND || at <= length + BOUND || shrunk <= length + BOUND;
                    if (Math.abs(at - found[slot]) < error) {
                        error = Math.abs(at - found[slot]);
                    }
                }
            }
            if (sure < Double.POSITIVE_INFINITY) {
                met++;
                assertTrue(
                        found[slot] > 0 && found[slot] <= sure + BOUND,
                        slot + " missed, from " + from + " along " + along + ": at " + found[slot] + " instead of "
                                + sure);
            }
            if (found[slot] > 0) {
                assertTrue(may, slot + " hit falsely at " + found[slot] + ", from " + from + " along " + along);
                if (sure < Double.POSITIVE_INFINITY) {
                    assertTrue(error <= BOUND, slot + " hit off by " + error + ", from " + from + " along " + along);
                }
            }
        }
        return met;
    }

    private static Vec3d direction(Random random) {
        return new Vec3d(random.nextGaussian(), random.nextGaussian(), random.nextGaussian()).normalizeLocal();
    }
}
