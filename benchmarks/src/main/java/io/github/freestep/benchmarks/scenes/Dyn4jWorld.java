package io.github.freestep.benchmarks.scenes;

import org.dyn4j.dynamics.Body;

/** A scene's boxes in dyn4j. */
final class Dyn4jWorld extends Dyn4jBoxes {
    private final BoxScene<Body> scene;

    Dyn4jWorld(BoxScene<Body> scene) {
        super(scene.layout());
        this.scene = scene;
    }

    @Override
    protected void fill() {
        scene.fill();
    }

    @Override
    protected void pose(int slot, double px, double py, double pz, float ox, float oy, float oz, float ow) {
        super.pose(slot, px, py, pz, ox, oy, oz, ow);
        scene.pose(slot, (float) px, (float) py, (float) pz, ox, oy, oz, ow);
    }
}
