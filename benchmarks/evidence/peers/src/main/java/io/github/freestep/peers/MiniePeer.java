package io.github.freestep.peers;

import com.jme3.bullet.BulletAppState;
import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.control.RigidBodyControl;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.Vector3f;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerScreen;

/** Minie's {@code BulletAppState} in a headless jMonkeyEngine, which steps in the frame. */
public final class MiniePeer extends MinieSpace {
    private MiniePeer(PeerScreen screen) {
        super(screen);
    }

    @Override
    protected void begin() {
        BulletAppState physics = new BulletAppState();
        stateManager.attach(physics);
        fill(physics.getPhysicsSpace());
    }

    @Override
    PhysicsRigidBody box(BoxCollisionShape cube, int picture, Vector3f at) {
        RigidBodyControl body = new RigidBodyControl(cube, 1);
        boxes[picture].setLocalTranslation(at);
        boxes[picture].addControl(body);
        return body;
    }

    /** Runs it. */
    public static void main(String[] args) {
        new MiniePeer(PeerScreen.open(args)).play();
    }
}
