package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.engine.EngineScene;
import io.github.freestep.physics.engine.EngineSimulation;

/**
 * Makes the world of some {@link PlacedBoxes} in an engine, and each box: 1 m wide, above a floor at height 0. For the
 * physics thread.
 *
 * @param <B> the engine's bodies
 * @param <W> the engine's world
 */
public abstract class BoxEngine<B, W extends EngineSimulation<B>> implements EngineScene<W> {
    final PlacedBoxes boxes;

    BoxEngine(PlacedBoxes boxes) {
        this.boxes = boxes;
    }

    /** Makes the world, once. It calls {@link PlacedBoxes#fill} when it has a floor, and {@link PlacedBoxes#pose}. */
    public abstract W simulation();

    /**
     * Makes a resting box at the origin, which is not in the world yet.
     *
     * @return the box, which {@link #put} can place
     */
    public abstract B box();

    /**
     * Places a box, upright and without spin. A two-dimensional engine ignores z.
     *
     * @param box a box, whether or not it is in the world yet
     * @param x position of its centre along x
     * @param y height of its centre
     * @param z position of its centre along z
     * @param vx velocity along x
     * @param vy velocity along y
     * @param vz velocity along z
     */
    public abstract void put(B box, float x, float y, float z, float vx, float vy, float vz);

    /**
     * Makes a part of a drum at its place at time 0. {@link #turn} moves it. Only for engines of scenes with a drum.
     */
    B part(Drum drum, int part) {
        throw new UnsupportedOperationException("this engine has no drum");
    }

    /** Makes the next step move a part of a drum from where it is at one time to where it is at another. */
    void turn(B box, Drum drum, int part, double fromSeconds, double toSeconds) {
        throw new UnsupportedOperationException("this engine has no drum");
    }

    /**
     * Whether steps allocate until they are compiled, because the binding makes objects that compiled code does
     * without.
     */
    boolean allocatesUntilCompiled() {
        return false;
    }

    /** Adds invisible walls that keep boxes in a drum. */
    void enclose(Drum drum) {}

    @Override
    public final void onPose(
            W world, int slot, double px, double py, double pz, float ox, float oy, float oz, float ow) {
        boxes.pose(slot, (float) px, (float) py, (float) pz, ox, oy, oz, ow);
    }
}
