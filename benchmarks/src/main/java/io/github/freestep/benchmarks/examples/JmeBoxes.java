package io.github.freestep.benchmarks.examples;

import com.jme3.app.SimpleApplication;
import com.jme3.app.state.AppState;
import com.jme3.input.KeyInput;
import com.jme3.input.controls.ActionListener;
import com.jme3.input.controls.KeyTrigger;
import com.jme3.material.Material;
import com.jme3.renderer.RenderManager;
import com.jme3.scene.Geometry;
import com.jme3.scene.Mesh;
import com.jme3.scene.shape.Box;
import com.jme3.scene.shape.Sphere;
import com.jme3.system.AppSettings;
import com.jme3.system.JmeContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.FramePacer;
import io.github.freestep.time.NanoClock;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * {@link Toys}, which the space bar blows up: jMonkeyEngine shows them, and the physics thread steps them. The example
 * has no window, so it prints their mean height, and presses the key itself. With jme3-lwjgl3 on the class path, {@code
 * new JmeBoxes().start()} opens one.
 *
 * <p>jMonkeyEngine polls keys after each swap, and calls their listeners before {@code simpleUpdate}. So the pacer
 * waits in {@code simpleUpdate}: meanwhile the physics thread steps with these keys, and the frame already shows them.
 */
public final class JmeBoxes extends SimpleApplication {
    private static final Logger LOG = Logger.getLogger("com.jme3");

    private final Geometry[] models = new Geometry[Toys.BODIES]; // by the slot of their body
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
        physics = PhysicsService.builder(new Toys(NanoClock.system()).simulation())
                .rate(60)
                .start();
        frames = FrameSampler.open(physics.states());
        pacer = FramePacer.open();
        keys = (name, isPressed, tpf) -> {
            if (isPressed) {
                physics.input().action(Toys.BLAST, 0);
            }
        };
        inputManager.addMapping("blast", new KeyTrigger(KeyInput.KEY_SPACE));
        inputManager.addListener(keys, "blast");
    }

    /** Makes what a slot shows, from its kind. */
    private Geometry model(int kind) {
        Mesh shape = switch (kind) {
            case Toys.PLAYER -> new Sphere(16, 16, 0.45f);
            case Toys.PLANK -> new Box(3, 0.2f, 0.25f);
            case Toys.BALL -> new Sphere(16, 16, 0.25f);
            default -> new Box(0.25f, 0.25f, 0.25f);
        };
        Geometry model = new Geometry("toy", shape);
        model.setMaterial(new Material(assetManager, "Common/MatDefs/Misc/ShowNormals.j3md"));
        rootNode.attachChild(model);
        return model;
    }

    @Override
    public void simpleUpdate(float sinceLastFrame) { // each frame, after its keys
        pacer.await();
        Frame frame = frames.sample(pacer);
        if (frameCount == 180 || physics.failure() != null) {
            stop();
        }
        if (!frame.hasState()) {
            return; // the first tick is not over yet
        }
        for (int i = 0; i < frame.appearedCount(); i++) {
            int slot = frame.appeared(i);
            models[slot] = model((int) frame.stepped(Toys.KIND)[slot]);
        }
        for (int slot = 0; slot < models.length; slot++) {
            Geometry model = models[slot];
            model.getLocalRotation().set(frame.qx()[slot], frame.qy()[slot], frame.qz()[slot], frame.qw()[slot]);
            model.setLocalTranslation(frame.x()[slot], frame.y()[slot], frame.z()[slot]); // also applies the rotation
        }
        if (frameCount++ % 30 == 0) {
            double height = 0;
            for (Geometry model : models) {
                height += model.getLocalTranslation().y / models.length;
            }
            System.out.printf(Locale.ROOT, "frame %d: the toys are at %.2f%n", frameCount, height);
        }
        if (frameCount == 60) { // with a window, leave this out
            keys.onAction("blast", true, sinceLastFrame);
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
