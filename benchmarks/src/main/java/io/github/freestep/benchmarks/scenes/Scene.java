package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.Simulation;
import io.github.freestep.state.Bodies;

/**
 * A built-in simulation that can check every picture of itself, which is a published state or a frame. Made by
 * {@link Scenes}. Steps and writes allocate nothing unless an engine does; checks allocate only to describe a flaw.
 */
public interface Scene extends Simulation, Checks {
    /**
     * Spawns, removes and teleports about a quarter of the bodies between two ticks. Does nothing in scenes whose
     * bodies stay the same. For the physics thread: {@code physics.submit(c -> c.world(Scene.class).burst(c.bodies(),
     * seed))}.
     *
     * @param bodies the bodies of the service
     * @param seed the seed of the random choice of bodies and changes
     */
    void burst(Bodies bodies, long seed);

    /**
     * Returns whether the engine of the scene allocates in steps. If so, a run can't require that the physics thread
     * allocates nothing.
     *
     * @param settled whether the compilers have settled; a short run on a busy machine may end before that
     * @return true if steps allocate
     */
    default boolean engineAllocates(boolean settled) {
        return false;
    }
}
