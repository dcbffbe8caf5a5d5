package io.github.freestep.physics;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import org.jspecify.annotations.Nullable;

/**
 * The user's world, stepped at a fixed rate. All methods but {@link #layout} are called by the physics thread alone, one
 * after the other, so an implementation needs no locks. What they are passed is reused: it is valid during the call.
 */
public interface Simulation {
    /**
     * What a state holds. Called once, by the thread that builds the service.
     *
     * @return how many bodies there can be, and the channels beside their poses
     */
    StateLayout layout();

    /**
     * Sets the world up, as it is at simulation time zero. Called once, before the first state is written.
     *
     * @param context the bodies to spawn, and the rate
     */
    default void setUp(PhysicsContext context) {}

    /**
     * Moves the world on by one tick.
     *
     * @param tick which, how long it is, and what came in during it
     */
    void step(Tick tick);

    /**
     * Runs a command between two ticks, on the physics thread: every command that was submitted or called, or run by a
     * feed. Override it for what a world does before and after each command, such as undoing the work of one that
     * fails. A {@link ValueCommand} comes as a command as well, and keeps its value to itself. A stepper that passes
     * to another thread runs an empty command first. Default: {@code command.run(context)}.
     *
     * <p>A simulation that wraps another must pass the call on, or else the other one misses its commands.
     *
     * @param command to run, once
     * @param context to pass to the command
     * @throws Exception if the command failed
     */
    default void run(Command command, PhysicsContext context) throws Exception {
        command.run(context);
    }

    /**
     * The simulation that this one wraps, if any. It lets {@link PhysicsContext#world} find the inner one as well, so
     * that commands need not know whether their world is wrapped.
     *
     * @return null if this simulation wraps none, the default
     */
    @SuppressWarnings("exports") // See module-info.
    default @Nullable Simulation wrapped() {
        return null;
    }

    /**
     * Writes the world as it is now. Not called for ticks that no reader could want, and more than once for a tick that
     * time was paused at; so it must not change anything.
     *
     * @param state to write every body to that is alive
     */
    void write(StateWriter state);

    /**
     * Gives back what {@link #setUp} and the steps took: native memory, files. Called once, as the last thing, whatever
     * ended the run; also if {@code setUp} failed in the middle, and not at all if it was never called. States stay
     * readable, so they must not lie in memory that is freed here.
     *
     * <p>The service or stepper that runs a simulation closes it. So a simulation is no {@link AutoCloseable}, which
     * would ask the user to close it.
     */
    default void close() {}
}
