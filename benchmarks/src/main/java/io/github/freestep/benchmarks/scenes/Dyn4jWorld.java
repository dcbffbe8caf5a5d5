package io.github.freestep.benchmarks.scenes;

import io.github.freestep.state.Bodies;
import org.dyn4j.dynamics.Body;

/** A scene's boxes in dyn4j. */
final class Dyn4jWorld extends Dyn4jBoxes {
    private final BoxScene<Body> scene;

    Dyn4jWorld(BoxScene<Body> scene) {
        super(scene.layout());
        this.scene = scene;
    }

    @Override
    protected void fill(Bodies bodies) {
        scene.fill(bodies);
    }

    @Override
    protected void pose(int slot, float px, float py, float pz, float ox, float oy, float oz, float ow) {
        super.pose(slot, px, py, pz, ox, oy, oz, ow);
        scene.pose(slot, px, py, pz, ox, oy, oz, ow);
    }
}
