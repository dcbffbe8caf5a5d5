package io.github.freestep.benchmarks.scenes;

import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.Quaternion;
import com.jme3.math.Vector3f;
import com.simsilica.mathd.Vec3d;
import io.github.freestep.physics.bullet.BulletSimulation;

/** The boxes of a scene in Bullet. */
public final class BulletWorld extends BoxEngine<PhysicsRigidBody, BulletSimulation> {
    private final Vector3f vector = new Vector3f();
    private final Vec3d place = new Vec3d();
    private final Quaternion turn = new Quaternion();
    private BoxCollisionShape cube;

    /** Makes the world of some boxes. */
    public BulletWorld(PlacedBoxes boxes) {
        super(boxes);
    }

    @Override
    public BulletSimulation simulation() {
        return BulletSimulation.of(boxes.layout(), this);
    }

    @Override
    void addFloor() {
        cube = new BoxCollisionShape(HALF);
        PhysicsRigidBody floor = new PhysicsRigidBody(new BoxCollisionShape(FLOOR, HALF, FLOOR), 0);
        floor.setPhysicsLocation(vector.set(0, -HALF, 0));
        world.space().addCollisionObject(floor);
    }

    @Override
    public PhysicsRigidBody box() {
        return new PhysicsRigidBody(cube, 1);
    }

    @Override
    public void put(PhysicsRigidBody box, float x, float y, float z) {
        box.setPhysicsLocation(vector.set(x, y, z));
        box.setPhysicsRotation(Quaternion.IDENTITY);
        box.setLinearVelocity(vector.set(0, 0, 0));
        box.setAngularVelocity(vector);
        box.activate();
    }

    @Override
    public void maySleep(PhysicsRigidBody box, boolean may) {
        box.setEnableSleep(may);
    }

    @Override
    public double readAlone(PhysicsRigidBody box) {
        if (!box.isActive()) {
            return 0;
        }
        Vec3d p = box.getPhysicsLocationDp(place);
        Quaternion q = box.getPhysicsRotation(turn);
        return p.x + p.y + p.z + q.getX() + q.getY() + q.getZ() + q.getW();
    }

    @Override
    public void stepAlone() {
        world.space().update(TICK_SECONDS, 0, false, false, false);
    }
}
