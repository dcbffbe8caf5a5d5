package io.github.freestep.physics;

/** Runs the commands of a feed on the physics thread. */
interface CommandRunner {
    /**
     * Runs a command between ticks.
     *
     * @param submitted the user's command, for recorders
     * @param command the command that runs it
     */
    void run(Object submitted, Command command) throws Exception;
}
