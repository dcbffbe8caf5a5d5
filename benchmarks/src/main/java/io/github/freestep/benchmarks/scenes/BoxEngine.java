package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.engines.EngineSimulation;

/**
 * Makes the world of some {@link PlacedBoxes} in an engine, and each box: 1 m wide, above a floor at height 0. For the
 * physics thread.
 *
 * @param <B> the engine's bodies
 * @param <W> the engine's world
 */
public abstract class BoxEngine<B, W extends EngineSimulation<B>> implements EngineScene<W> {
    /** The length of a tick of an engine alone. */
    public static final float TICK_SECONDS = 0.01f;

    static final float HALF = 0.5f;

    /** Half of the length of the floor. */
    static final float FLOOR = 1_000;

    final PlacedBoxes boxes;

    /** The world, once it is built. */
    W world;

    BoxEngine(PlacedBoxes boxes) {
        this.boxes = boxes;
    }

    /** Makes the world, once. It calls {@link PlacedBoxes#fill} when it has a floor, and {@link PlacedBoxes#pose}. */
    public abstract W simulation();

    @Override
    public final void build(W newWorld) {
        world = newWorld;
        addFloor();
        boxes.fill();
    }

    /** Adds the floor to the new world. */
    abstract void addFloor();

    /**
     * Makes a resting box at the origin, which is not in the world yet.
     *
     * @return the box, which {@link #put} can place
     */
    public abstract B box();

    /**
     * Places a box, upright and without motion. A two-dimensional engine ignores z.
     *
     * @param box a box, whether or not it is in the world yet
     * @param x position of its centre along x
     * @param y height of its centre
     * @param z position of its centre along z
     */
    public abstract void put(B box, float x, float y, float z);

    /**
     * Says whether a new box may sleep.
     *
     * @param box a box that is not in the world yet
     * @param may whether it may
     */
    public abstract void maySleep(B box, boolean may);

    /**
     * Asks whether a box sleeps, and otherwise where it is, as a program without Freestep does to draw it: by the plain
     * calls of the binding.
     *
     * @param box a box in the world
     * @return the sum of the parts of its pose, so that no compiler leaves the calls out; 0 if it sleeps
     */
    public abstract double readAlone(B box);

    /**
     * Steps the engine by {@link #TICK_SECONDS} without Freestep, on one thread. Call it only if no consumer read
     * contacts in Freestep's last step, because its listeners refuse contacts outside of Freestep's steps.
     */
    public abstract void stepAlone();

    /** Whether steps allocate, once the compilers have settled or before. Most bindings do. */
    boolean allocates(boolean settled) {
        return true;
    }

    @Override
    public final void onPose(
            W world, int slot, double px, double py, double pz, float ox, float oy, float oz, float ow) {
        boxes.pose(slot, (float) px, (float) py, (float) pz, ox, oy, oz, ow);
    }
}
