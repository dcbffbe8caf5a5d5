package io.github.freestep.benchmarks.examples;

import com.jme3.app.SimpleApplication;
import com.jme3.app.state.AppState;
import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.collision.shapes.PlaneCollisionShape;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.input.KeyInput;
import com.jme3.input.controls.ActionListener;
import com.jme3.input.controls.KeyTrigger;
import com.jme3.material.Material;
import com.jme3.math.Plane;
import com.jme3.math.Vector3f;
import com.jme3.renderer.RenderManager;
import com.jme3.scene.Geometry;
import com.jme3.scene.shape.Box;
import com.jme3.system.AppSettings;
import com.jme3.system.JmeContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.bullet.BulletSimulation;
import io.github.freestep.physics.engine.EngineScene;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.FramePacer;
import io.github.freestep.state.StateLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Boxes that fall, and of which the space bar pushes one: jMonkeyEngine shows them, and Bullet steps them on the
 * physics thread. It has no window, so it prints where the last box is, and presses the key itself. With jme3-lwjgl3 on
 * the class path, {@code new JmeBoxes().start()} opens one.
 *
 * <p>jMonkeyEngine polls keys after each swap, and calls their listeners before {@code simpleUpdate}. So the pacer
 * waits in {@code simpleUpdate}: meanwhile the physics thread steps with these keys, and the frame already shows them.
 *
 * <p>Put jme3-core before Libbulletjme on the class path: both have {@code com.jme3.math}, and the engine
 * needs that of jme3-core.
 */
public final class JmeBoxes extends SimpleApplication {
    private static final int BOXES = 10;
    private static final int PUSH = 0;
    private static final Logger LOG = Logger.getLogger("com.jme3");

    private final List<Geometry> boxes = new ArrayList<>(); // by the slot of their body
    private PhysicsService physics;
    private FrameSampler frames;
    private FramePacer pacer;
    private ActionListener keys;
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
        BulletSimulation world = BulletSimulation.of(StateLayout.of(BOXES), new Boxes());
        physics = PhysicsService.builder(world).rate(100).start();
        frames = FrameSampler.open(physics.states());
        pacer = FramePacer.open();
        keys = (name, isPressed, tpf) -> {
            if (isPressed) {
                physics.input().action(PUSH, 5);
            }
        };
        inputManager.addMapping("push", new KeyTrigger(KeyInput.KEY_SPACE));
        inputManager.addListener(keys, "push");
    }

    /** What the physics thread does. */
    private static final class Boxes implements EngineScene<BulletSimulation> {
        @Override
        public void build(BulletSimulation world) {
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
        public void beforeStep(BulletSimulation world, Tick tick) {
            for (int i = 0; i < tick.input().size(); i++) {
                if (tick.input().isAction(i) && tick.input().code(i) == PUSH) {
                    world.body(BOXES - 1)
                            .applyCentralImpulse(new Vector3f(0, 0, tick.input().value(i)));
                }
            }
        }
    }

    @Override
    public void simpleUpdate(float sinceLastFrame) { // each frame, after its keys
        pacer.await();
        Frame frame = frames.sample(pacer.refreshNanos());
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
            Vector3f last = boxes.get(BOXES - 1).getLocalTranslation();
            System.out.printf(
                    Locale.ROOT, "frame %d: the last box is at %.2f, %.2f, %.2f%n", frameCount, last.x, last.y, last.z);
        }
        if (frameCount == 60) { // with a window, leave this out
            keys.onAction("push", true, sinceLastFrame);
        }
    }

    @Override
    public void simpleRender(RenderManager manager) { // jMonkeyEngine swaps next
        pacer.drawn();
    }

    @Override
    public void destroy() {
        super.destroy();
        pacer.close();
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
