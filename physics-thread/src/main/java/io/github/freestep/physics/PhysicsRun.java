package io.github.freestep.physics;

import io.github.freestep.physics.journal.Unrecorded;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.NanoClock;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What every run of a simulation offers: to see it, to read its world, and to end it. For the same threads as a {@link
 * Physics}, which is a run whose owner also decides what enters it and how its time passes. In a lockstep match, all
 * players decide this together, so a match returns a run without such requests.
 *
 * <pre>{@code
 * void watch(PhysicsRun run) { // a service, a stepper or a match
 *     if (run.status() != Physics.Status.RUNNING) {
 *         alarm(run.health());
 *     }
 * }
 * }</pre>
 *
 * <p>Later versions may add methods.
 */
public sealed interface PhysicsRun extends AutoCloseable permits Physics, PhysicsRun.Shared {
    /** The run of one player in a match. Only Freestep's modules implement it. */
    non-sealed interface Shared extends PhysicsRun {}

    /**
     * The buffer of published states, which readers subscribe to. It stays readable after the end.
     *
     * @return the same buffer each time
     */
    StateBuffer states();

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
     * @return for a service, the clock that it was built with, and in a match that of the match; for a stepper, a clock
     *     that shows how far its host has advanced it, from 0 or from the first reading of the clock that was set with
     *     {@link PhysicsBuilder#clock}
     */
    NanoClock clock();

    /**
     * The settings that are needed to repeat this run.
     *
     * @return the settings at the time of the build
     */
    RunSettings settings();

    /**
     * Submits a command that returns a value, which the physics thread runs between two ticks. It runs in one common
     * order with other commands. A replay cannot run such a command again. In a match, it may only read and save the
     * world: if it changes the world, this player differs from the others, and is out of the match.
     *
     * @param <T> the type of the value
     * @param command the command
     * @return a future that completes with the value; it fails if the command throws, if the queue is full, or if the
     *     run ends before
     */
    <T> CompletableFuture<T> call(ValueCommand<T> command);

    /**
     * Reads the world between two ticks, such as to save it or to cast a ray. Unlike {@link #call}, it does not end
     * what a recording can repeat, because a replay leaves it out. So it must not change the world: if it does, the
     * replay differs from that tick on. As a command does, it wakes a world that rests, and is followed by a state in a
     * pause.
     *
     * @param <T> the type of the value
     * @param query reads the world on the physics thread, in one common order with commands
     * @return a future as that of {@link #call}
     */
    default <T> CompletableFuture<T> read(ValueCommand<T> query) {
        Objects.requireNonNull(query, "query must not be null; pass what is to be read");
        return call((ValueCommand<T> & Unrecorded) query::run);
    }

    /**
     * The present stage of this run.
     *
     * @return the status
     */
    Physics.Status status();

    /**
     * Why this run has failed. Look at it while the run should continue, and after {@link #close}, which does not throw
     * it. A failure is also a {@link PhysicsEvent.Kind#FAULT} event.
     *
     * @return usually a {@link PhysicsException} that names the tick; null if the run has not failed
     */
    @SuppressWarnings("exports") // See module-info.
    @Nullable Throwable failure();

    /**
     * Says in one sentence what is wrong with this run now, such as an overload with its figures and what to do, for a
     * console or a status page. The {@linkplain io.github.freestep.problem.Problem problems}, in contrast, say what has
     * happened before.
     *
     * @return one line of text, which begins with {@code healthy: } if nothing is wrong. Each call makes a new text
     */
    String health();

    /**
     * Ends the run and closes the simulation. States stay readable. A second call changes nothing. Does not throw the
     * {@link #failure} of the run, or of closing the simulation.
     *
     * @throws PhysicsException if the run does not end in time
     */
    @Override
    void close();
}
