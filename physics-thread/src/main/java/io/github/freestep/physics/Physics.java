package io.github.freestep.physics;

import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A running simulation. Either a {@link PhysicsService} runs it on its own thread or on a thread of a
 * {@link PhysicsGroup}, or an {@link InlineStepper} runs it in a host's frame loop. Any thread may call any method,
 * except {@link #close} of a stepper, which is for its owner. No method except {@code close} blocks. Only futures
 * allocate; the first command also creates the queue of commands, and the first request of a service starts a thread.
 *
 * <p>Requests, which are commands and changes of time, take effect between ticks. A service carries them out within
 * 10 ms. A stepper carries out the requests of its own thread before the call returns, and the requests of other
 * threads in the next call of its own thread. After the end, the futures of all requests fail.
 *
 * <p>In a lockstep match, the futures of {@link #submit}, {@link #pause}, {@link #resume}, {@link #step()} and
 * {@link #timeScale} fail at once with an {@link IllegalStateException} that names the call of the session to make
 * instead, because they would change the run of this player alone. {@link #call} remains, to read and save the world.
 * A value command could still change the world, but its player then differs from the others, and is out of the match.
 *
 * <p>Only Freestep implements this interface, and later versions may add methods. In tests, use
 * {@link PhysicsBuilder#inline} with a {@link io.github.freestep.time.VirtualClock} instead of a mock.
 */
public sealed interface Physics extends AutoCloseable permits PhysicsService, InlineStepper {
    /** The stages of a run. Later versions may add more, so a {@code switch} needs a default branch. */
    enum Status {
        /** The service was not started yet. */
        NEW,
        /** The simulation is ticking or paused. */
        RUNNING,
        /**
         * The run was ended by {@link Physics#close}, by {@link PhysicsService#handOver}, or by an interrupt of the
         * service's thread.
         */
        CLOSED,
        /** The run was ended by a fault. */
        FAILED
    }

    /**
     * The buffer of published states, which readers subscribe to. It stays readable after the end.
     *
     * @return the same buffer each time
     */
    StateBuffer states();

    /**
     * The port to which any number of threads push input.
     *
     * @return the same port each time
     */
    InputPort input();

    /**
     * The events of this run, which consumers join.
     *
     * @return the same object each time
     */
    Events events();

    /**
     * The counters and times of this run.
     *
     * @return the same object each time; its values are always current
     */
    PhysicsMetrics metrics();

    /**
     * The clock of this run. Due times and the times of input are its readings.
     *
     * @return for a service, the clock that it was built with; for a stepper, a clock that shows how far its host has
     *     advanced it, from 0 or from the first reading of the clock that was set with {@link PhysicsBuilder#clock}
     */
    NanoClock clock();

    /**
     * The settings that are needed to repeat this run.
     *
     * @return the settings at the time of the build
     */
    RunSettings settings();

    /**
     * Submits a command, which the physics thread runs between two ticks. If a command throws, its changes up to then
     * are not undone, so a command should check before it changes anything. If you record the run, pass a
     * {@link PortableCommand}: a replay cannot run a lambda again, so it would end at this command. A command that
     * throws is also reported as a {@link PhysicsEvent.Kind#COMMAND_FAILED} event, so its future may be ignored.
     *
     * @param command the command
     * @return a future that completes once the command has run; it fails if the command throws, if the queue is full,
     *     or if the run ends before
     */
    CompletableFuture<Void> submit(Command command);

    /**
     * Submits a command that returns a value. Commands of {@link #submit} and of this method run in one common order. A
     * replay cannot run such a command again.
     *
     * @param <T> the type of the value
     * @param command the command
     * @return a future that completes with the value; it fails if the command throws, if the queue is full, or if
     *     the run ends before
     */
    <T> CompletableFuture<T> call(ValueCommand<T> command);

    /**
     * Pauses simulation time. Discards single steps that were not taken yet; their futures fail.
     *
     * @return a future that completes once time is paused
     */
    CompletableFuture<Void> pause();

    /**
     * Resumes simulation time, and discards single steps that were not taken yet; their futures fail. Does nothing if
     * time is not paused.
     *
     * @return a future that completes once time runs
     */
    CompletableFuture<Void> resume();

    /**
     * Pauses simulation time and takes a single step.
     *
     * @return a future that completes like that of {@link #step(int)}
     */
    default CompletableFuture<Void> step() {
        return step(1);
    }

    /**
     * Pauses simulation time and takes n steps as fast as possible. If earlier steps were not taken yet, the new steps
     * are added to them. A later {@link #pause} or {@link #resume} discards the steps that were not taken by then.
     *
     * @param ticks at least 1
     * @return a future that completes once the last step is taken and its state is published; it fails if some of the
     *     steps are discarded, and says how many were taken
     * @throws IllegalArgumentException if {@code ticks} is less than 1
     */
    CompletableFuture<Void> step(int ticks);

    /**
     * Sets the time scale, which is how fast simulation time runs. During a pause, it applies after the pause. The
     * length of a tick stays the same.
     *
     * @param scale simulated time per wall time, from 1/1000 to 1000
     * @return a future that completes once the scale applies
     * @throws IllegalArgumentException if the scale is out of range
     */
    CompletableFuture<Void> timeScale(Ratio scale);

    /**
     * The present stage of this run.
     *
     * @return the status
     */
    Status status();

    /**
     * Why this run has failed. Look at it while the run should go on, and after {@link #close}, which does not throw
     * it. A failure is also a {@link PhysicsEvent.Kind#FAULT} event.
     *
     * @return usually a {@link PhysicsException} that names the tick; null if the run has not failed
     */
    @SuppressWarnings("exports") // See module-info.
    @Nullable Throwable failure();

    /**
     * Ends the run and closes the simulation. States stay readable. A second call does nothing. Does not throw the
     * {@link #failure} of the run, or of closing the simulation.
     *
     * @throws PhysicsException if the run does not end in time
     */
    @Override
    void close();
}
