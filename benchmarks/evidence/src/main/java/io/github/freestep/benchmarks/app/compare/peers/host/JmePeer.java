package io.github.freestep.benchmarks.app.compare.peers.host;

import com.jme3.app.SimpleApplication;
import com.jme3.app.state.AppState;
import com.jme3.material.Material;
import com.jme3.renderer.RenderManager;
import com.jme3.scene.Geometry;
import com.jme3.scene.shape.Box;
import com.jme3.system.AppSettings;
import com.jme3.system.JmeContext;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A headless jMonkeyEngine that draws the boxes of the scene as geometries, which its subclass moves. All peers in this
 * engine draw and show their frames here, so that they differ only in their physics.
 */
public abstract class JmePeer extends SimpleApplication {
    private static final Logger LOG = Logger.getLogger("com.jme3");

    protected final PeerScreen screen;

    /** The pictures of all bodies. */
    protected final Geometry[] boxes = new Geometry[PeerScene.KEYS + 1];

    protected JmePeer(PeerScreen screen) {
        super(new AppState[0]);
        this.screen = screen;
    }

    /** Starts the physics. The pictures of all boxes are there already. */
    protected abstract void begin();

    @Override
    public final void simpleInitApp() {
        Material material = new Material(assetManager, "Common/MatDefs/Misc/ShowNormals.j3md");
        for (int i = 0; i < boxes.length; i++) {
            boxes[i] = new Geometry("box " + i, new Box(0.5f, 0.5f, 0.5f));
            boxes[i].setMaterial(material);
            rootNode.attachChild(boxes[i]);
        }
        boxes[PeerScene.RUNNER].setLocalTranslation(PeerScene.RUNNER_X, 0, 0); // until physics has begun
        speed = 1f / screen.slowness();
        begin();
    }

    @Override
    public final void simpleRender(RenderManager manager) {
        screen.draw(); // in a parallel Minie, beside the steps
    }

    @Override
    public final void update() {
        super.update();
        screen.picture(
                0,
                boxes[PeerScene.RUNNER].getWorldTranslation().x,
                boxes[PeerScene.SHUTTLE].getWorldTranslation().x,
                boxes[PeerScene.KEYS].getWorldTranslation().x);
        if (!screen.show()) {
            stop();
        }
    }

    /** Runs until the screen has no more frames. */
    protected final void play() {
        LOG.setLevel(Level.SEVERE);
        AppSettings headless = new AppSettings(true);
        headless.setAudioRenderer(null);
        headless.setFrameRate(100_000); // the screen decides when a frame begins
        setSettings(headless);
        start(JmeContext.Type.Headless);
    }
}
