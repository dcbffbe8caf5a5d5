package io.github.freestep.physics.bullet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.collision.shapes.CollisionShape;
import com.jme3.bullet.collision.shapes.PlaneCollisionShape;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.Plane;
import com.jme3.math.Quaternion;
import com.jme3.math.Vector3f;
import com.simsilica.mathd.Quatd;
import com.simsilica.mathd.Vec3d;
import io.github.freestep.physics.engines.EngineRig;
import io.github.freestep.query.Hits;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares rays of Bullet with hits that are computed here, in double precision. */
class BulletRayTest extends EngineRig {
    /** Bullet reports a ray where it comes this close to a shape. */
    private static final double RIM = 0.01;

    private final Hits hits = new Hits(2);

    @BeforeAll
    static void load() {
        BulletSimulation.load();
    }

    /** Also far away, and if the ray is long. */
    @ParameterizedTest
    @CsvSource({
        "0, 9.99, 100, 0.002",
        "0, 9.99, 1e15, 0.002",
        "10000, 9.99, 10, 0.5",
        "-10000, 9.99, 1e6, 0.5",
        "0, 5000, 6000, 0.002"
    })
    void aRayHitsATurnedBoxWhereItIs(float x, double away, double length, double bound) {
        BulletSimulation world = BulletSimulation.of(StateLayout.of(1), in -> {});
        stepper(world);
        PhysicsRigidBody box = new PhysicsRigidBody(new BoxCollisionShape(0.5f), 1);
        box.setKinematic(true);
        box.setPhysicsRotation(new Quaternion().fromAngles(0.4f, 0.4f, 0.4f));
        box.setPhysicsLocation(new Vector3f(x, 0, 0));
        world.add(box);
        Vec3d centre = box.getPhysicsLocationDp(null);
        Quatd back = box.getPhysicsRotationDp(null).inverse();
        Random random = Seeds.random(1);
        int met = 0;
        for (int i = 0; i < Thorough.of(1_500, 3_000); i++) {
            Vec3d from = direction(random).multLocal(away).add(centre);
            Vec3d along = direction(random)
                    .multLocal(random.nextDouble())
                    .add(centre)
                    .subtract(from)
                    .normalizeLocal();
            world.ray(from.x, from.y, from.z, along.x, along.y, along.z, length, slot -> true, hits);
            Vec3d begin = back.mult(from.subtract(centre));
            Vec3d ray = back.mult(along);
            if (Double.isNaN(enter(begin, ray, 0.5 + 10 * RIM))) {
                assertEquals(0, hits.size(), "hit falsely");
            } else if (enter(begin, ray, 0.5 - RIM) <= length) {
                assertEquals(1, hits.size(), "missed");
                double before = hits.distance(0) - enter(begin, ray, 0.5 + RIM);
                double behind = hits.distance(0) - enter(begin, ray, 0.5);
                assertTrue(before >= -bound && behind <= bound, () -> "off by " + before + ", " + behind);
                met++;
            }
        }
        assertTrue(met > 500, "only " + met + " rays hit");
    }

    /** Bullet's place of such a hit may be metres before the floor. Its plane is two triangles. */
    @Test
    void aFloorIsHitOnceByEachRayFromAbove() {
        for (CollisionShape shape : List.of(
                new BoxCollisionShape(200, 0.5f, 200), new PlaneCollisionShape(new Plane(Vector3f.UNIT_Y, 0.5f)))) {
            BulletSimulation world = BulletSimulation.of(
                    StateLayout.of(1), in -> in.space().addCollisionObject(new PhysicsRigidBody(shape, 0)));
            stepper(world);
            Random random = Seeds.random(1);
            for (int i = 0; i < Thorough.of(1_500, 6_000); i++) {
                double y = 20 + 300 * random.nextDouble(); // Bullet misses rays at less than 3 degrees
                double x = 300 * random.nextDouble() - 150;
                double z = 300 * random.nextDouble() - 150;
                double dx = 300 * random.nextDouble() - 150 - x;
                double dz = 300 * random.nextDouble() - 150 - z;
                world.ray(x, y, z, dx, 0.5 - y, dz, 1_000, slot -> true, hits);
                assertEquals(1, hits.size(), shape.toString());
                assertEquals(0.5, hits.y(0), 0.03, shape.toString());
                world.ray(x, y, z, dx, y - 0.5, dz, 1_000, slot -> true, hits);
                assertEquals(0, hits.size(), shape.toString());
            }
        }
    }

    /** Returns where a ray enters a cube of a half-length; NaN if it misses it. */
    private static double enter(Vec3d o, Vec3d d, double half) {
        double in = Double.NEGATIVE_INFINITY;
        double out = Double.POSITIVE_INFINITY;
        for (int axis = 0; axis < 3; axis++) {
            double a = (-half - o.get(axis)) / d.get(axis);
            double b = (half - o.get(axis)) / d.get(axis);
            in = Math.max(in, Math.min(a, b));
            out = Math.min(out, Math.max(a, b));
        }
        return in <= out ? in : Double.NaN;
    }

    private static Vec3d direction(Random random) {
        return new Vec3d(random.nextGaussian(), random.nextGaussian(), random.nextGaussian()).normalizeLocal();
    }
}
