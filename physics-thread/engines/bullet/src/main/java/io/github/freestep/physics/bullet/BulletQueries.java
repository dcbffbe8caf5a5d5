package io.github.freestep.physics.bullet;

import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.collision.PhysicsCollisionEvent;
import com.jme3.bullet.collision.PhysicsCollisionListener;
import com.jme3.bullet.collision.PhysicsCollisionObject;
import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.collision.shapes.SphereCollisionShape;
import com.jme3.bullet.objects.PhysicsGhostObject;
import com.jme3.math.Vector3f;
import com.simsilica.mathd.Vec3d;
import io.github.freestep.physics.engine.EngineQueries;
import io.github.freestep.physics.engine.HitCollector;

/** Runs rays and overlaps in a space. For the physics thread; allocates only in the binding. */
final class BulletQueries implements EngineQueries, PhysicsCollisionListener {
    /** The smallest sphere or box. Bullet keeps a margin within it. */
    private static final double SHORTEST = 0.002;

    private final BulletSimulation world;
    private final PhysicsSpace space;
    private final BulletRays rays;
    private final Vec3d place = new Vec3d();
    private final Vector3f vector = new Vector3f();
    private final SphereCollisionShape sphere = new SphereCollisionShape(1);
    private final BoxCollisionShape box = new BoxCollisionShape(1);
    private final PhysicsGhostObject ball = new PhysicsGhostObject(sphere);
    private final PhysicsGhostObject block = new PhysicsGhostObject(box);

    /** Receives what the current query finds. */
    private HitCollector into;

    BulletQueries(BulletSimulation world, PhysicsSpace space) {
        this.world = world;
        this.space = space;
        rays = new BulletRays(world, space);
        box.setMargin((float) SHORTEST / 2);
    }

    @Override
    public void ray(
            double x, double y, double z, double dx, double dy, double dz, double length, HitCollector collector) {
        rays.find(x, y, z, dx, dy, dz, length, collector);
    }

    @Override
    public void sphere(double x, double y, double z, double radius, HitCollector collector) {
        sphere.setScale(vector.set(size(radius), size(radius), size(radius)));
        find(ball, x, y, z, collector);
    }

    @Override
    public void box(double x, double y, double z, double halfX, double halfY, double halfZ, HitCollector collector) {
        box.setScale(vector.set(size(halfX), size(halfY), size(halfZ)));
        find(block, x, y, z, collector);
    }

    private void find(PhysicsGhostObject probe, double x, double y, double z, HitCollector collector) {
        place.set(x, y, z);
        probe.setPhysicsLocationDp(place);
        into = collector;
        space.contactTest(probe, this);
    }

    /** Called for each point where the probe touches a body. */
    @Override
    public void collision(PhysicsCollisionEvent event) {
        PhysicsCollisionObject a = event.getObjectA();
        PhysicsCollisionObject found = a == ball || a == block ? event.getObjectB() : a;
        found.getPhysicsLocationDp(place);
        into.overlap(world.slot(found), place.x, place.y, place.z);
    }

    private static float size(double half) {
        return (float) Math.max(half, SHORTEST);
    }
}
