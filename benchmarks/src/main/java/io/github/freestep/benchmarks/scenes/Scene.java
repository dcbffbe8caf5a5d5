package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.Simulation;
import io.github.freestep.render.Frame;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;

/**
 * A built-in simulation that can check every picture of itself, which is a published state or a frame. Made by
 * {@link Scenes}. Steps and writes allocate nothing unless an engine does; checks allocate only to describe a flaw.
 */
public interface Scene extends Simulation {
    /**
     * Compares every value of a published state with the expected one. For any thread that may read the state.
     *
     * @param state a state from a reader
     * @return what is wrong; null if nothing is
     */
    String flaw(State state);

    /**
     * Compares every value of a frame with the expected one. For the thread of the frame. Call it for each frame of the
     * sampler, in order: if the sampler extrapolates in one frame, the next ones contain a part of the error, and the
     * check must know which.
     *
     * @param frame a frame from a sampler
     * @return what is wrong; null if nothing is
     */
    String flaw(Frame frame);

    /**
     * Spawns, removes and teleports about a quarter of the bodies between two ticks. Does nothing in scenes whose
     * bodies stay the same. For the physics thread: {@code physics.submit(c -> scene.burst(c.bodies(), seed))}.
     *
     * @param bodies the bodies of the service
     * @param seed the seed of the random choice of bodies and changes
     * @return the number of changes
     */
    int burst(Bodies bodies, long seed);

    /**
     * Returns the number of inputs that all steps have seen. For any thread.
     *
     * @return the number of actions and of pushed changes of axes
     */
    long inputs();

    /**
     * Returns the sum of the values of those inputs. For any thread.
     *
     * @return the sum, which is exact if all values are whole numbers
     */
    double inputSum();

    /**
     * Returns the number of bodies that a check compares. If it is below the number of bodies, the next check on the
     * same thread goes on with the following ones, so that all are checked in turn.
     *
     * @return at least 1
     */
    int checkedBodies();

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
