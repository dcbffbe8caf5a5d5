package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.Simulation;
import io.github.freestep.render.Frame;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;

/**
 * A built-in simulation that can check every picture of itself. Made by {@link Scenes}. Steps and writes allocate
 * nothing unless an engine does; checks allocate only to describe a flaw.
 */
public interface Scene extends Simulation {
    /**
     * Compares every value of a published state with the expected one. For any thread that may read the state.
     *
     * @param state from a reader
     * @return what is wrong; null if nothing is
     */
    String flaw(State state);

    /**
     * Compares every value of a frame with the expected one. For the thread of the frame. Call it for each frame of the
     * sampler, because the sampler extrapolates in one frame and blends the error out in the next ones.
     *
     * @param frame from a sampler
     * @return what is wrong; null if nothing is
     */
    String flaw(Frame frame);

    /**
     * Spawns, removes and teleports about a quarter of the bodies between two ticks. Does nothing in scenes whose
     * bodies stay the same. For the physics thread: {@code physics.submit(c -> scene.burst(c.bodies(), seed))}.
     *
     * @param bodies the bodies of the service
     * @param seed chooses them
     * @return the number of changes
     */
    int burst(Bodies bodies, long seed);

    /**
     * Returns the number of inputs that all steps have seen. For any thread.
     *
     * @return actions and pushed changes of axes
     */
    long inputs();

    /**
     * Returns the sum of the values of those inputs. For any thread.
     *
     * @return exact if all values are whole numbers
     */
    double inputSum();

    /**
     * Returns a remark for the user in one line, such as that another engine steps the scene.
     *
     * @return null for none
     */
    default String notice() {
        return null;
    }

    /**
     * Returns whether the engine of the scene allocates in steps. If so, a run can't require that the physics thread
     * allocates nothing.
     *
     * @return false if steps allocate nothing
     */
    default boolean engineAllocates() {
        return false;
    }
}
