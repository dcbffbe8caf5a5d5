package io.github.freestep.peers;

import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.PhysicsTickListener;
import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.collision.shapes.PlaneCollisionShape;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.Plane;
import com.jme3.math.Vector3f;
import io.github.freestep.benchmarks.app.compare.peers.host.JmePeer;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerScene;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerScreen;

/** The scene in a space of Minie, whoever steps it. */
abstract class MinieSpace extends JmePeer implements PhysicsTickListener {
    /** More steps than a frame needs after a pause of a quarter of a second. Minie's default is four. */
    private static final int MOST_STEPS = 25;

    private PhysicsRigidBody shuttle;
    private PhysicsRigidBody keys;

    MinieSpace(PeerScreen screen) {
        super(screen);
    }

    final void fill(PhysicsSpace space) {
        space.setAccuracy(1f / PeerScene.RATE);
        space.setMaxSubSteps(MOST_STEPS);
        space.addTickListener(this);
        space.addCollisionObject(new PhysicsRigidBody(new PlaneCollisionShape(new Plane(Vector3f.UNIT_Y, 0)), 0));
        BoxCollisionShape cube = new BoxCollisionShape(0.5f);
        for (int i = 0; i < PeerScene.BOXES; i++) {
            add(space, box(cube, i, new Vector3f(PeerScene.x(i), PeerScene.y(i), PeerScene.z(i))));
        }
        above(space, cube, PeerScene.RUNNER, PeerScene.RUNNER_X).setLinearVelocity(new Vector3f(PeerScene.SPEED, 0, 0));
        shuttle = above(space, cube, PeerScene.SHUTTLE, 0);
        keys = above(space, cube, PeerScene.KEYS, 0);
    }

    private PhysicsRigidBody above(PhysicsSpace space, BoxCollisionShape cube, int picture, float x) {
        PhysicsRigidBody body = box(cube, picture, new Vector3f(x, PeerScene.aboveY(picture), 0));
        add(space, body);
        body.setGravity(Vector3f.ZERO);
        return body;
    }

    private static void add(PhysicsSpace space, PhysicsRigidBody box) {
        box.setEnableSleep(false);
        space.addCollisionObject(box);
    }

    /** Makes the body of a picture, which is not in the space yet. */
    abstract PhysicsRigidBody box(BoxCollisionShape cube, int picture, Vector3f at);

    @Override
    public final void prePhysicsTick(PhysicsSpace space, float seconds) {
        shuttle.setLinearVelocity(new Vector3f(PeerScene.shuttleVelocity(screen.step()), 0, 0));
        keys.setPhysicsLocation(new Vector3f(screen.keys(), PeerScene.aboveY(PeerScene.KEYS), 0));
    }

    @Override
    public final void physicsTick(PhysicsSpace space, float seconds) {
        // Nothing to do after a step.
    }
}
