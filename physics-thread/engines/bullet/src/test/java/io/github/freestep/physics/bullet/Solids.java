package io.github.freestep.physics.bullet;

import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.Vector3f;

/** Makes cubes with edges of one metre, and a floor whose top is at height 0. */
final class Solids {
    private Solids() {}

    static void floor(BulletSimulation world) {
        PhysicsRigidBody floor = new PhysicsRigidBody(new BoxCollisionShape(100, 0.5f, 100), 0);
        floor.setPhysicsLocation(new Vector3f(0, -0.5f, 0));
        world.space().addCollisionObject(floor);
    }

    /** Makes a box that is in no space. */
    static PhysicsRigidBody box(float x, float y) {
        PhysicsRigidBody box = new PhysicsRigidBody(new BoxCollisionShape(0.5f), 1);
        box.setPhysicsLocation(new Vector3f(x, y, 0));
        return box;
    }
}
