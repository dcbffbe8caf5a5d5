package io.github.freestep.physics;

import io.github.freestep.physics.delivery.Reply;
import org.jspecify.annotations.Nullable;

/** Runs the commands that a queue hands out. Called by the physics thread. */
interface CommandRunner {
    /**
     * Runs a command between ticks.
     *
     * @param submitted the user's command or value command, for recorders
     * @param command the command that runs it
     */
    void run(Object submitted, Command command) throws Exception;

    /**
     * Counts a command that has run, and reports its failure if there is one. By default, does neither.
     *
     * @param command the command's future
     */
    default void hasRun(Reply<?> command, @Nullable Throwable failure) {}
}
