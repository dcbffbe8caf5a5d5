package io.github.freestep.physics.input;

/**
 * A command that changes the past of its run, such as to rewind it. It runs between ticks like any other, but not
 * within the simulation, which refuses to be stepped within one of its own commands. For the thread that steps.
 *
 * @param <C> commands, which this package cannot name
 * @param <E> events, which this package cannot name
 */
public interface PastCommand<C, E> {
    /**
     * Runs the command.
     *
     * @param past restores and steps ticks
     * @throws Exception if the command fails
     */
    void run(PastTicks<C, E> past) throws Exception;
}
