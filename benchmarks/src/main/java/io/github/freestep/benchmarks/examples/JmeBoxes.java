package io.github.freestep.benchmarks.examples;

import com.jme3.app.SimpleApplication;
import com.jme3.app.state.AppState;
import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.collision.shapes.PlaneCollisionShape;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.material.Material;
import com.jme3.math.Plane;
import com.jme3.math.Vector3f;
import com.jme3.scene.Geometry;
import com.jme3.scene.shape.Box;
import com.jme3.system.AppSettings;
import com.jme3.system.JmeContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.bullet.BulletSimulation;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Boxes that fall: jMonkeyEngine shows them, and Bullet steps them on the physics thread. It has no window, so it
 * prints the height of the last box. With jme3-lwjgl3 on the class path, {@code new JmeBoxes().start()} opens one.
 *
 * <p>Put jme3-core before Libbulletjme on the class path: both have {@code com.jme3.math}, and the engine
 * needs that of jme3-core.
 */
public final class JmeBoxes extends SimpleApplication {
    private static final int BOXES = 10;
    private static final Logger LOG = Logger.getLogger("com.jme3");

    private final List<Geometry> boxes = new ArrayList<>(); // by the slot of their body
    private PhysicsService physics;
    private FrameSampler frames;
    private int frameCount;

    private JmeBoxes() {
        super(new AppState[0]); // none of the states that load fonts and take keys
    }

    @Override
    public void simpleInitApp() {
        for (int i = 0; i < BOXES; i++) {
            Geometry box = new Geometry("box " + i, new Box(0.5f, 0.5f, 0.5f));
            box.setMaterial(new Material(assetManager, "Common/MatDefs/Misc/ShowNormals.j3md"));
            rootNode.attachChild(box);
            boxes.add(box);
        }
        BulletSimulation world = BulletSimulation.of(StateLayout.of(BOXES), JmeBoxes::build);
        physics = PhysicsService.builder(world).rate(100).start();
        frames = FrameSampler.open(physics.states());
    }

    private static void build(BulletSimulation world) { // on the physics thread
        PlaneCollisionShape ground = new PlaneCollisionShape(new Plane(Vector3f.UNIT_Y, 0));
        world.space().addCollisionObject(new PhysicsRigidBody(ground, 0));
        BoxCollisionShape cube = new BoxCollisionShape(0.5f);
        for (int i = 0; i < BOXES; i++) {
            PhysicsRigidBody box = new PhysicsRigidBody(cube, 1);
            box.setPhysicsLocation(new Vector3f(0.1f * i, 2 + 1.5f * i, 0));
            world.add(box);
        }
    }

    @Override
    public void simpleUpdate(float sinceLastFrame) { // each frame
        Frame frame = frames.sample();
        if (frameCount == 180 || physics.failure() != null) {
            stop();
        }
        if (!frame.hasState()) {
            return; // the first tick is not over yet
        }
        for (int i = 0; i < BOXES; i++) {
            Geometry box = boxes.get(i);
            box.getLocalRotation().set(frame.qx()[i], frame.qy()[i], frame.qz()[i], frame.qw()[i]);
            box.setLocalTranslation(frame.x()[i], frame.y()[i], frame.z()[i]); // also applies the rotation
        }
        if (frameCount++ % 30 == 0) {
            float height = boxes.get(BOXES - 1).getLocalTranslation().y;
            System.out.printf(Locale.ROOT, "frame %d: the last box is at a height of %.2f%n", frameCount, height);
        }
    }

    @Override
    public void destroy() {
        super.destroy();
        frames.close();
        physics.close();
        if (physics.failure() != null) {
            System.out.println("the world has failed: " + physics.failure());
            System.exit(1); // an exception on this thread would not change the exit code
        }
    }

    public static void main(String[] args) {
        LOG.setLevel(Level.SEVERE); // it warns of loaders of models that are not on the class path
        AppSettings settings = new AppSettings(true);
        settings.setAudioRenderer(null);
        settings.setFrameRate(60);
        JmeBoxes game = new JmeBoxes();
        game.setSettings(settings);
        game.start(JmeContext.Type.Headless);
    }
}
