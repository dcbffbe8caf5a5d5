package io.github.freestep.peers;

import com.jme3.bullet.BulletAppState;
import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.PhysicsTickListener;
import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.collision.shapes.PlaneCollisionShape;
import com.jme3.bullet.control.RigidBodyControl;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.Plane;
import com.jme3.math.Vector3f;
import com.jme3.scene.Geometry;
import io.github.freestep.benchmarks.app.compare.peers.host.JmePeer;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerScene;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerScreen;

/** Minie's {@code BulletAppState} in a headless jMonkeyEngine, which steps in the frame. */
public final class MiniePeer extends JmePeer implements PhysicsTickListener {
    /** More steps than a frame needs after a pause of a quarter of a second. Minie's default is four. */
    private static final int MOST_STEPS = 25;

    private MiniePeer(PeerScreen screen) {
        super(screen);
    }

    @Override
    protected void begin() {
        BulletAppState physics = new BulletAppState();
        stateManager.attach(physics);
        PhysicsSpace space = physics.getPhysicsSpace();
        space.setAccuracy(1f / PeerScene.RATE);
        space.setMaxSubSteps(MOST_STEPS);
        space.addTickListener(this);
        PlaneCollisionShape ground = new PlaneCollisionShape(new Plane(Vector3f.UNIT_Y, 0));
        space.addCollisionObject(new PhysicsRigidBody(ground, 0));
        BoxCollisionShape cube = new BoxCollisionShape(0.5f);
        for (int i = 0; i < PeerScene.BOXES; i++) {
            box(space, cube, boxes[i], PeerScene.x(i), PeerScene.y(i), PeerScene.z(i));
        }
        RigidBodyControl runner = box(space, cube, boxes[PeerScene.BOXES], 0, PeerScene.RUNNER_Y, 0);
        runner.setGravity(Vector3f.ZERO);
        runner.setLinearVelocity(new Vector3f(PeerScene.SPEED, 0, 0));
    }

    private static RigidBodyControl box(
            PhysicsSpace space, BoxCollisionShape cube, Geometry picture, float x, float y, float z) {
        picture.setLocalTranslation(x, y, z);
        RigidBodyControl body = new RigidBodyControl(cube, 1);
        picture.addControl(body);
        body.setEnableSleep(false);
        space.addCollisionObject(body);
        return body;
    }

    @Override
    public void prePhysicsTick(PhysicsSpace space, float seconds) {
        screen.step();
    }

    @Override
    public void physicsTick(PhysicsSpace space, float seconds) {
        // Nothing to do after a step.
    }

    /** Runs it. */
    public static void main(String[] args) {
        new MiniePeer(PeerScreen.open(args)).play();
    }
}
