package io.github.freestep.peers;

import com.jme3.app.SimpleApplication;
import com.jme3.app.state.AppState;
import com.jme3.bullet.BulletAppState;
import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.PhysicsTickListener;
import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.collision.shapes.PlaneCollisionShape;
import com.jme3.bullet.control.RigidBodyControl;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.material.Material;
import com.jme3.math.Plane;
import com.jme3.math.Vector3f;
import com.jme3.renderer.RenderManager;
import com.jme3.scene.Geometry;
import com.jme3.scene.shape.Box;
import com.jme3.system.AppSettings;
import com.jme3.system.JmeContext;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerScene;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerScreen;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Minie's {@code BulletAppState} in a headless jMonkeyEngine, with either threading type. */
public final class MiniePeer extends SimpleApplication implements PhysicsTickListener {
    /** More steps than a frame needs after a pause of a quarter of a second. Minie's default is four. */
    private static final int MOST_STEPS = 25;

    private static final Logger LOG = Logger.getLogger("com.jme3");

    private final PeerScreen screen;
    private final BulletAppState.ThreadingType threading;
    private RigidBodyControl runner;

    private MiniePeer(PeerScreen screen, BulletAppState.ThreadingType threading) {
        super(new AppState[0]);
        this.screen = screen;
        this.threading = threading;
    }

    @Override
    public void simpleInitApp() {
        BulletAppState physics = new BulletAppState();
        physics.setThreadingType(threading);
        stateManager.attach(physics);
        PhysicsSpace space = physics.getPhysicsSpace();
        space.setAccuracy(1f / PeerScene.RATE);
        space.setMaxSubSteps(MOST_STEPS);
        space.addTickListener(this);
        PlaneCollisionShape ground = new PlaneCollisionShape(new Plane(Vector3f.UNIT_Y, 0));
        space.addCollisionObject(new PhysicsRigidBody(ground, 0));
        BoxCollisionShape cube = new BoxCollisionShape(0.5f);
        Material material = new Material(assetManager, "Common/MatDefs/Misc/ShowNormals.j3md");
        for (int i = 0; i < PeerScene.BOXES; i++) {
            box(space, cube, material, PeerScene.x(i), PeerScene.y(i), PeerScene.z(i));
        }
        runner = box(space, cube, material, 0, PeerScene.RUNNER_Y, 0);
        runner.setGravity(Vector3f.ZERO);
        runner.setLinearVelocity(new Vector3f(PeerScene.SPEED, 0, 0));
    }

    private RigidBodyControl box(
            PhysicsSpace space, BoxCollisionShape cube, Material material, float x, float y, float z) {
        Geometry geometry = new Geometry("box", new Box(0.5f, 0.5f, 0.5f));
        geometry.setMaterial(material);
        geometry.setLocalTranslation(x, y, z);
        rootNode.attachChild(geometry);
        RigidBodyControl body = new RigidBodyControl(cube, 1);
        geometry.addControl(body);
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

    @Override
    public void simpleRender(RenderManager manager) {
        screen.draw(); // if PARALLEL, beside the steps
    }

    @Override
    public void update() {
        super.update();
        if (!screen.show(runner.getSpatial().getWorldTranslation().x)) {
            stop();
        }
    }

    /** Runs it. */
    public static void main(String[] args) {
        LOG.setLevel(Level.SEVERE);
        AppSettings settings = new AppSettings(true);
        settings.setAudioRenderer(null);
        settings.setFrameRate(100_000);
        MiniePeer game =
                new MiniePeer(PeerScreen.open(args), BulletAppState.ThreadingType.valueOf(args[args.length - 1]));
        game.setSettings(settings);
        game.start(JmeContext.Type.Headless);
    }
}
