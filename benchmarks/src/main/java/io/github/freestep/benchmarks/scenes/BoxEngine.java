package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.engine.EngineSimulation;

/** Makes the world of a {@link BoxScene} in an engine, and its boxes. */
interface BoxEngine<B> extends BoxMaker<B> {
    /** Makes the world, once. It calls {@link BoxScene#fill} when it has a floor, and {@link BoxScene#pose}. */
    EngineSimulation<B> simulation();
}
