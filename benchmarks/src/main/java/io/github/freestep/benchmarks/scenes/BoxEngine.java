package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.engine.EngineSimulation;

/**
 * Makes the world of some {@link PlacedBoxes} in an engine, and each box.
 *
 * @param <B> the engine's bodies
 */
public interface BoxEngine<B> extends BoxMaker<B> {
    /** Makes the world, once. It calls {@link PlacedBoxes#fill} when it has a floor, and {@link PlacedBoxes#pose}. */
    EngineSimulation<B> simulation();

    /**
     * Makes a part of a drum at its place at time 0. {@link #turn} moves it. Only for engines of scenes with a drum.
     */
    default B part(Drum drum, int part) {
        throw new UnsupportedOperationException("this engine has no drum");
    }

    /** Makes the next step move a part of a drum from where it is at one time to where it is at another. */
    default void turn(B box, Drum drum, int part, double fromSeconds, double toSeconds) {
        throw new UnsupportedOperationException("this engine has no drum");
    }

    /**
     * Whether steps allocate until they are compiled, because the binding makes objects that compiled code does
     * without.
     */
    default boolean allocatesUntilCompiled() {
        return false;
    }

    /** Adds invisible walls that keep boxes in a drum. */
    default void enclose(Drum drum) {}
}
