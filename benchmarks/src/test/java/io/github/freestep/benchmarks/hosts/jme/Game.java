package io.github.freestep.benchmarks.hosts.jme;

import com.jme3.app.SimpleApplication;
import com.jme3.app.state.AppState;
import com.jme3.input.KeyInput;
import com.jme3.input.controls.KeyTrigger;
import com.jme3.material.Material;
import com.jme3.math.ColorRGBA;
import com.jme3.scene.Geometry;
import com.jme3.scene.Mesh;
import com.jme3.scene.Spatial;
import com.jme3.scene.shape.Box;
import com.jme3.scene.shape.Sphere;
import io.github.freestep.physics.PhysicsService;
import java.util.List;

/**
 * An application whose ship and shield follow Freestep's bodies. With jme3-lwjgl3 added,
 * {@code new Game().start()} shows it.
 */
public class Game extends SimpleApplication {
    Spatial ship;
    Spatial shield;
    PhysicsService physics;
    FreestepState attached;

    public Game() {
        // None of the states that come with an application, which load fonts and take keys.
        super(new AppState[0]);
    }

    public void simpleInitApp() {
        ship = geometry("ship", new Box(1, 0.3f, 0.5f), ColorRGBA.Orange);
        shield = geometry("shield", new Sphere(16, 16, 1.5f), ColorRGBA.Blue);
        inputManager.addMapping("left", new KeyTrigger(KeyInput.KEY_LEFT));
        inputManager.addMapping("right", new KeyTrigger(KeyInput.KEY_RIGHT));
        inputManager.addMapping("shield", new KeyTrigger(KeyInput.KEY_SPACE));
        physics = PhysicsService.builder(new Ship()).rate(100).start();
        attached = new FreestepState(physics, List.of(ship, shield), List.of("left", "right", "shield"));
        stateManager.attach(attached);
    }

    public void simpleUpdate(float sinceLastFrame) {
        if (attached.refusedInputs() > 0) {
            getContext().setTitle(attached.refusedInputs() + " inputs were refused");
        }
    }

    public void destroy() {
        super.destroy(); // detaches the state
        physics.close();
    }

    private Spatial geometry(String name, Mesh mesh, ColorRGBA color) {
        Geometry geometry = new Geometry(name, mesh);
        Material material = new Material(assetManager, "Common/MatDefs/Misc/Unshaded.j3md");
        material.setColor("Color", color);
        geometry.setMaterial(material);
        rootNode.attachChild(geometry);
        return geometry;
    }
}
