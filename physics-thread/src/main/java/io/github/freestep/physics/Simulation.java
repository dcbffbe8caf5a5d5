package io.github.freestep.physics;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;

/**
 * Somebody's world, stepped at a fixed rate. All methods but {@link #layout} are called by the physics thread alone, one
 * after the other, so an implementation needs no locks. What they are given is reused: it is valid during the call.
 */
public interface Simulation {
    /**
     * What a state holds. Asked once, by the thread that builds the service.
     *
     * @return how many bodies there can be, and the channels beside their poses
     */
    StateLayout layout();

    /**
     * Sets the world up, as it is at simulation time zero; called once, before the first state is written.
     *
     * @param bodies to be told which exist
     */
    default void setUp(Bodies bodies) {}

    /**
     * Moves the world on by one tick.
     *
     * @param tick which, how long it is, and what came in during it
     */
    void step(Tick tick);

    /**
     * Runs a command between two ticks: every one that was submitted, run by a stepper or run by a feed, on the physics
     * thread. Override it for what a world does before and after each command, such as undoing the work of one that
     * fails. A stepper that passes to another thread runs an empty command first. Default: {@code command.run(bodies)}.
     *
     * <p>A simulation that wraps another must pass the call on, or else the other one misses its commands.
     *
     * @param <T> what the command returns
     * @param command to be run, once
     * @param bodies to give to the command
     * @return what the command returned
     * @throws Exception if the command failed
     */
    default <T> T run(ValueCommand<T> command, Bodies bodies) throws Exception {
        return command.run(bodies);
    }

    /**
     * Writes the world as it is now. Not called for ticks that no reader could want, and more than once for a tick that
     * time was paused at; so it must not change anything.
     *
     * @param state to be written to, every body that is alive
     */
    void write(StateWriter state);

    /**
     * Gives back what {@link #setUp} and the steps took: native memory, files. Called once, as the last thing, whatever it
     * was that ended the run; also where {@code setUp} failed in the middle, and not at all where it was never called. States
     * stay readable, so they must not lie in what is freed.
     *
     * <p>It is whoever runs a simulation that closes it, so this is no {@link AutoCloseable}, which would ask to be closed by
     * whoever made it.
     */
    default void close() {}
}
