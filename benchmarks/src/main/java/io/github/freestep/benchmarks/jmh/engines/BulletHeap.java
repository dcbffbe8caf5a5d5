package io.github.freestep.benchmarks.jmh.engines;

import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.Quaternion;
import com.jme3.math.Vector3f;
import io.github.freestep.benchmarks.scenes.Places;
import io.github.freestep.physics.bullet.BulletSimulation;
import io.github.freestep.state.StateLayout;

/** A heap in Bullet. */
final class BulletHeap extends Heap<PhysicsRigidBody> {
    private final Vector3f position = new Vector3f();
    private final Quaternion orientation = new Quaternion();
    private final BulletSimulation world;

    private BulletHeap(BulletSimulation world) {
        super(world);
        this.world = world;
    }

    static BulletHeap of(int boxes, boolean awake) {
        Places places = Places.pile(boxes);
        return new BulletHeap(BulletSimulation.of(StateLayout.of(boxes), world -> {
            PhysicsRigidBody floor = new PhysicsRigidBody(new BoxCollisionShape(1_000, 0.5f, 1_000), 0);
            floor.setPhysicsLocation(new Vector3f(0, -0.5f, 0));
            world.space().addCollisionObject(floor);
            BoxCollisionShape cube = new BoxCollisionShape(0.5f);
            for (int i = 0; i < places.count(); i++) {
                PhysicsRigidBody box = new PhysicsRigidBody(cube, 1);
                box.setPhysicsLocation(new Vector3f(places.x[i], places.y[i], places.z[i]));
                box.setEnableSleep(!awake);
                world.add(box);
            }
        }));
    }

    @Override
    void step() {
        world.space().update(TICK_SECONDS, 0, false, false, false);
    }

    /** Each step says whether contacts are reported. */
    @Override
    void detach() {}

    @Override
    float read(PhysicsRigidBody box) {
        Vector3f p = box.getPhysicsLocation(position);
        Quaternion q = box.getPhysicsRotation(orientation);
        return p.x + p.y + p.z + q.getX() + q.getY() + q.getZ() + q.getW();
    }

    /** Bullet cannot put a body to sleep at once. */
    @Override
    void putToSleep(PhysicsRigidBody box) {
        box.setSleepingThresholds(100, 100);
    }
}
