package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.Simulation;
import io.github.freestep.render.Frame;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;

/**
 * A built-in simulation, of which it is known what every picture of it must look like. Made by {@link Scenes}; steps and
 * writes allocate nothing unless an engine does, and neither do checks that find nothing.
 */
public interface Scene extends Simulation {
    /**
     * Compares every value of a published state with what it must be. For any thread that may read the state.
     *
     * @param state as handed out
     * @return what is wrong with it; null if nothing is
     */
    String flaw(State state);

    /**
     * Compares every value of a frame with what it must be. For the frame's thread, and for each frame that its sampler
     * makes: what was bridged in one frame is blended out in the next ones.
     *
     * @param frame as sampled
     * @return what is wrong with it; null if nothing is
     */
    String flaw(Frame frame);

    /**
     * Spawns, removes and teleports a good many bodies between two ticks, on the physics thread: {@code
     * physics.submit(c -> scene.burst(c.bodies(), seed))}. Does nothing where the scene's bodies stay the same.
     *
     * @param bodies to be told
     * @param seed which bodies
     * @return how many it was
     */
    int burst(Bodies bodies, long seed);

    /**
     * How many inputs the steps have seen so far. For any thread.
     *
     * @return edges and pushed changes of axes
     */
    long inputs();

    /**
     * The sum of the values of those inputs. For any thread.
     *
     * @return exact as long as the values are whole numbers
     */
    double inputSum();

    /**
     * What whoever asked for the scene should know of it, in a line: that another engine had to do.
     *
     * @return null if there is nothing
     */
    default String notice() {
        return null;
    }

    /**
     * Whether the scene is stepped by an engine that allocates, so that of the physics thread nothing can be promised.
     *
     * @return false if a step allocates nothing
     */
    default boolean engineAllocates() {
        return false;
    }
}
