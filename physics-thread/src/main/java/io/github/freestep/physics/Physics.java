package io.github.freestep.physics;

import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A running simulation: on a thread of its own, as a {@link PhysicsService}, or in a host's frame loop, as an
 * {@link InlineStepper}. All methods but {@link #close} may be called by any thread, and none of them blocks; futures
 * allocate, nothing else does.
 *
 * <p>Requests, which are commands and changes of time, take effect between ticks. A service carries them out within
 * 10 ms. A stepper carries them out before the call returns if its own thread asks, and otherwise with the next call
 * that advances it. After the end, the futures of all requests fail.
 *
 * <p>This interface may get more methods: only Freestep implements it. A test can run the real thing,
 * {@link PhysicsBuilder#inline} on a {@link io.github.freestep.time.VirtualClock}, in place of a mock.
 */
public sealed interface Physics extends AutoCloseable permits PhysicsService, InlineStepper {
    /** The stages of a run. There may be more in a later version, so have a default branch. */
    enum Status {
        /** A service that was not started yet. */
        NEW,
        /** Ticking, or paused. */
        RUNNING,
        /** Ended by {@link Physics#close}, or a service by an interrupt. */
        CLOSED,
        /** Ended by a fault. */
        FAILED
    }

    /**
     * Where readers find the states, also after the end.
     *
     * @return the same buffer each time
     */
    StateBuffer states();

    /**
     * The port for pushed input.
     *
     * @return the same port each time, for any number of threads
     */
    InputPort input();

    /**
     * Where consumers of events join.
     *
     * @return the same object each time
     */
    Events events();

    /**
     * Counts and times of this run.
     *
     * @return the same object each time, always current
     */
    PhysicsMetrics metrics();

    /**
     * The clock that due times and the stamps of input refer to.
     *
     * @return for a service, the clock it was built with; for a stepper, the time that its host has let pass
     */
    NanoClock clock();

    /**
     * The settings that this run can be repeated with.
     *
     * @return as it was built
     */
    RunSettings settings();

    /**
     * Submits a command, to run on the world between two ticks. A command that throws is not undone: what it changed
     * before stays, so it should check before it changes anything. In a run that is recorded, pass a
     * {@link PortableCommand}: a replay cannot run a lambda again, and ends before it.
     *
     * @param command runs on the physics thread
     * @return completed once the command has run; exceptionally if it threw, if there was no room for it, or if the run
     *     ended before
     */
    CompletableFuture<Void> submit(Command command);

    /**
     * Submits a command that returns a value: as {@link #submit}, in one order with it. A replay cannot run it again.
     *
     * @param <T> the type of the value
     * @param command runs on the physics thread
     * @return completed with the value; exceptionally if the command threw, if there was no room for it, or if the run
     *     ended before
     */
    <T> CompletableFuture<T> call(ValueCommand<T> command);

    /**
     * Stops simulation time. In a pause, only forgets the single steps that were not taken yet.
     *
     * @return completed once time is paused
     */
    CompletableFuture<Void> pause();

    /**
     * Lets simulation time run on. Outside a pause, does nothing. Single steps that were not taken yet are forgotten.
     *
     * @return completed once it runs
     */
    CompletableFuture<Void> resume();

    /**
     * Pauses, and takes a single step.
     *
     * @return completed as that of {@link #step(int)}
     */
    default CompletableFuture<Void> step() {
        return step(1);
    }

    /**
     * Pauses, and takes n steps as fast as they go. Steps requested while others are not taken yet are added to those.
     *
     * @param ticks at least 1
     * @return completed once the steps are under way; if a stepper's own thread asks, once they are taken
     * @throws IllegalArgumentException below 1
     */
    CompletableFuture<Void> step(int ticks);

    /**
     * Changes how fast simulation time runs; in a pause, how fast it will. The length of a tick stays the same.
     *
     * @param scale simulated time per wall time, from 1/1000 to 1000
     * @return completed once it does
     * @throws IllegalArgumentException out of that range
     */
    CompletableFuture<Void> timeScale(Ratio scale);

    /**
     * The stage that this run is in.
     *
     * @return as of now
     */
    Status status();

    /**
     * Why this run has failed.
     *
     * @return usually a {@link PhysicsException} that names the tick; null if the run has not failed
     */
    @SuppressWarnings("exports") // See module-info.
    @Nullable Throwable failure();

    /**
     * Ends the run and closes the simulation. States stay readable. A second call does nothing.
     *
     * @throws PhysicsException if the run had failed and no caller knows, or if it does not end
     */
    @Override
    void close();
}
