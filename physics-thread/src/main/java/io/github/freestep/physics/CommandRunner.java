package io.github.freestep.physics;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;

/** Runs the user's commands on the physics thread. */
interface CommandRunner {
    /**
     * Runs a command between ticks.
     *
     * @param submitted the user's command or value command, for recorders
     * @param command the command that runs it
     */
    void run(Object submitted, Command command) throws Exception;

    /** Returns what runs a command between ticks. For any thread. */
    default Callable<Void> task(Command command) {
        Objects.requireNonNull(command, "command must not be null; pass what is to run");
        return () -> {
            run(command, command);
            return null;
        };
    }

    /** Returns what runs a command between ticks and returns its value. For any thread. */
    default <T> Callable<T> valueTask(ValueCommand<T> command) {
        Objects.requireNonNull(command, "command must not be null; pass what is to run");
        AtomicReference<T> value = new AtomicReference<>();
        Command calls = context -> value.set(command.run(context));
        return () -> {
            run(command, calls);
            return value.get();
        };
    }
}
