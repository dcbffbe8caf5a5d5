package io.github.freestep.physics.run;

import io.github.freestep.internal.time.Archive;
import io.github.freestep.physics.schedule.Schedule;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A run that can end so that another one continues it. For any thread.
 *
 * @param <S> simulations, which this package cannot name
 * @param <C> contexts of commands
 */
public interface MovableRun<S, C> {
    S simulation();

    /**
     * Ends the run between two ticks, after the commands that wait. If {@code taking} throws, the run continues.
     *
     * @return a future of what was taken, which completes after the end
     * @throws IllegalStateException if the input comes from a feed
     */
    <T> CompletableFuture<T> leave(Taking<C, T> taking);

    /**
     * Takes what the next run needs. Called once, by the thread that steps.
     *
     * @param <C> contexts of commands
     * @param <T> what was taken
     */
    interface Taking<C, T> {
        T take(C context, Point at) throws Exception;
    }

    /**
     * The point of time at which a run ends.
     *
     * @param isConsistent whether the newest step and the newest state have not failed
     * @param nowNanos the time, which stands still while the run is taken
     * @param input saves the input that no tick has taken, and refuses further input
     */
    record Point(boolean isConsistent, Schedule schedule, long nowNanos, Consumer<Archive> input) {}
}
