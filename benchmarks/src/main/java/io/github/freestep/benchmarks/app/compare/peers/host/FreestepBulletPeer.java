package io.github.freestep.benchmarks.app.compare.peers.host;

import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.collision.shapes.PlaneCollisionShape;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.Plane;
import com.jme3.math.Vector3f;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.bullet.BulletSimulation;
import io.github.freestep.physics.engine.EngineScene;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;

/** Freestep with Bullet in a headless jMonkeyEngine. */
public final class FreestepBulletPeer extends JmePeer implements EngineScene<BulletSimulation> {
    private PhysicsService physics;
    private FrameSampler frames;

    private FreestepBulletPeer(PeerScreen screen) {
        super(screen);
    }

    @Override
    protected void begin() {
        BulletSimulation world = BulletSimulation.of(StateLayout.of(boxes.length), this);
        physics = PhysicsService.builder(world)
                .rate(PeerScene.RATE)
                .clock(screen.clock())
                .start();
        frames = FrameSampler.open(physics.states());
    }

    @Override
    public void build(BulletSimulation world) {
        PlaneCollisionShape ground = new PlaneCollisionShape(new Plane(Vector3f.UNIT_Y, 0));
        world.space().addCollisionObject(new PhysicsRigidBody(ground, 0));
        BoxCollisionShape cube = new BoxCollisionShape(0.5f);
        for (int i = 0; i < PeerScene.BOXES; i++) {
            box(world, cube, PeerScene.x(i), PeerScene.y(i), PeerScene.z(i));
        }
        int runner = box(world, cube, 0, PeerScene.RUNNER_Y, 0);
        world.body(runner).setGravity(Vector3f.ZERO);
        world.body(runner).setLinearVelocity(new Vector3f(PeerScene.SPEED, 0, 0));
    }

    private static int box(BulletSimulation world, BoxCollisionShape cube, float x, float y, float z) {
        PhysicsRigidBody box = new PhysicsRigidBody(cube, 1);
        box.setPhysicsLocation(new Vector3f(x, y, z));
        box.setEnableSleep(false);
        return world.add(box);
    }

    @Override
    public void beforeStep(BulletSimulation world, Tick tick) {
        screen.step();
    }

    @Override
    public void simpleUpdate(float sinceLastFrame) {
        Frame frame = frames.sample();
        for (int i = 0; i < frame.slots(); i++) {
            boxes[i].getLocalRotation().set(frame.qx()[i], frame.qy()[i], frame.qz()[i], frame.qw()[i]);
            boxes[i].setLocalTranslation(frame.x()[i], frame.y()[i], frame.z()[i]);
        }
    }

    @Override
    public void destroy() {
        super.destroy();
        frames.close();
        physics.close();
    }

    /** Runs it. */
    public static void main(String[] args) {
        new FreestepBulletPeer(PeerScreen.open(args)).play();
    }
}
