package io.github.freestep.physics.bullet;

import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.PhysicsTickListener;
import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.collision.shapes.CompoundCollisionShape;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.Quaternion;
import com.jme3.math.Vector3f;
import io.github.freestep.physics.contract.EngineContract;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.state.StateLayout;
import java.util.List;
import org.junit.jupiter.api.function.Executable;

class BulletContractTest extends EngineContract<PhysicsRigidBody> {
    @Override
    protected String engine() {
        return "Libbulletjme";
    }

    @Override
    protected EngineSimulation<PhysicsRigidBody> world(
            StateLayout layout, EngineScene<EngineSimulation<PhysicsRigidBody>> scene) {
        return BulletSimulation.of(layout, scene);
    }

    @Override
    protected void floor(EngineSimulation<PhysicsRigidBody> world) {
        Solids.floor((BulletSimulation) world);
    }

    @Override
    protected PhysicsRigidBody body(EngineSimulation<PhysicsRigidBody> world, float x, float y) {
        return Solids.box(x, y);
    }

    @Override
    protected PhysicsRigidBody sensor(EngineSimulation<PhysicsRigidBody> world, float x, float y) {
        PhysicsRigidBody sensor = Solids.box(x, y);
        sensor.setMass(0);
        sensor.setContactResponse(false);
        return sensor;
    }

    @Override
    protected double raysStopBefore() {
        return 0.01;
    }

    @Override
    protected boolean callsBack(EngineSimulation<PhysicsRigidBody> world, Runnable callback) {
        ((BulletSimulation) world).space().addTickListener(new PhysicsTickListener() {
            @Override
            public void prePhysicsTick(PhysicsSpace space, float seconds) {
                callback.run();
            }

            @Override
            public void physicsTick(PhysicsSpace space, float seconds) {}
        });
        return true;
    }

    @Override
    protected PhysicsRigidBody kinematic(EngineSimulation<PhysicsRigidBody> world, float x, float y) {
        PhysicsRigidBody body = Solids.box(x, y);
        body.setKinematic(true);
        return body;
    }

    @Override
    protected PhysicsRigidBody fixed(EngineSimulation<PhysicsRigidBody> world, float x, float y) {
        PhysicsRigidBody body = Solids.box(x, y);
        body.setMass(0);
        return body;
    }

    @Override
    protected void steer(PhysicsRigidBody body, float metresPerSecond) {
        Vector3f at = body.getPhysicsLocation(null);
        at.x += metresPerSecond * TICK_NANOS / 1e9f;
        body.setPhysicsLocation(at);
    }

    @Override
    protected void push(PhysicsRigidBody body, float vx, float vy) {
        body.setLinearVelocity(new Vector3f(vx, vy, 0));
        body.activate();
    }

    @Override
    protected void place(PhysicsRigidBody body, float x, float y) {
        body.setPhysicsLocation(new Vector3f(x, y, 0));
    }

    @Override
    protected boolean findsMovedBodies() {
        return false;
    }

    @Override
    protected boolean asleep(PhysicsRigidBody body) {
        return !body.isActive();
    }

    @Override
    protected boolean refusesNaN() {
        return true;
    }

    @Override
    protected List<Executable> accessors(EngineSimulation<PhysicsRigidBody> world) {
        return List.of(((BulletSimulation) world)::space);
    }

    @Override
    protected PhysicsRigidBody turned(EngineSimulation<PhysicsRigidBody> world, float x, float y, float angle) {
        PhysicsRigidBody body = Solids.box(x, y);
        body.setPhysicsRotation(new Quaternion().fromAngles(0, 0, angle));
        return body;
    }

    @Override
    protected PhysicsRigidBody pair(EngineSimulation<PhysicsRigidBody> world, float x, float y) {
        CompoundCollisionShape parts = new CompoundCollisionShape();
        parts.addChildShape(new BoxCollisionShape(0.5f), -0.5f, 0, 0);
        parts.addChildShape(new BoxCollisionShape(0.5f), 0.5f, 0, 0);
        PhysicsRigidBody pair = new PhysicsRigidBody(parts, 1);
        pair.setPhysicsLocation(new Vector3f(x, y, 0));
        return pair;
    }

    @Override
    protected void makeShape() {
        BulletSimulation.load();
        new BoxCollisionShape(0.5f);
    }

    @Override
    protected String nativeLibraries() {
        return ".*[SD]pRelease.*";
    }

    @Override
    protected String floatLibraries() {
        return ".*SpRelease.*";
    }

    /**
     * Libbulletjme asks for its listeners twice in a step, by an iterator of 32 bytes, which the JVM may remove. Each
     * push of this test makes a vector.
     */
    @Override
    protected long bytesPerStep() {
        return 66;
    }
}
