package io.github.freestep.physics;

import io.github.freestep.time.Ratio;
import java.util.concurrent.CompletableFuture;

/**
 * A running simulation, which takes input and commands, and publishes states and events. Either a {@link
 * PhysicsService} runs it on its own thread or on a thread of a {@linkplain ServiceThreads group}, or an {@link
 * InlineStepper} runs it in a host's frame loop. Any thread may call any method, except {@link #close} of a stepper,
 * which is for its owner. No method except {@code close} blocks. Only requests and the first call of {@link
 * #events} allocate. The first request of a service also starts a thread and, in a fresh JVM, loads classes for some
 * milliseconds, so a simulation that makes requests in its steps should make one before the start.
 *
 * <pre>{@code
 * physics.input().axis(WALK, 1);                // input: the next tick reads it
 * physics.submit(c -> c.bodies().remove(slot)); // a command: runs between two ticks
 * physics.timeScale(0.25);                      // slow motion
 * }</pre>
 *
 * <p>Requests, which are commands and changes of time, take effect between ticks: first the changes of time, then the
 * commands, both in their order. A service carries requests out within 10 ms, whereas a stepper carries out those of
 * its own thread before the call returns, and those of other threads in the next call of its own thread. Cancelling a
 * future does not undo its request, and after the end, the futures of all requests fail.
 *
 * <p>A daemon thread of the service, or of its group, completes futures and so runs their callbacks, one at a time and
 * in the order in which their requests were carried out; in a stepper, its owner does. A callback that does not return
 * holds up later ones of that thread, and then the commands that wait for room for their results, but never a tick, a
 * state, an event, or {@link #close} beyond its timeout. To run a callback elsewhere, such as on the thread of a user
 * interface, attach it with your executor: {@code physics.call(query).thenAcceptAsync(label::show, executor)}.
 * Callbacks and code on the physics thread must not wait for a future of the same service, or in a group, of any of its
 * services, because only these threads could complete it. There, {@code get} and {@code join} throw an {@link
 * IllegalStateException} while the future is not done, also those of a future that is derived from it. Those of a
 * combined future, such as that of {@code CompletableFuture.allOf}, cannot notice where they are, and would wait
 * forever.
 *
 * <p>Only Freestep implements this interface, and later versions may add methods. In tests, use {@link
 * PhysicsBuilder#inline} with a {@link io.github.freestep.time.VirtualClock} instead of a mock.
 */
public sealed interface Physics extends PhysicsRun permits AbstractPhysics {
    /** The stages of a run. Later versions may add more, so a {@code switch} needs a default branch. */
    enum Status {
        /** The service was not started yet. */
        NEW,
        /** The simulation is ticking or paused. */
        RUNNING,
        /**
         * The run was ended by {@link Physics#close}, or so that another service continues it.
         */
        CLOSED,
        /** The run was ended by a fault, or by an interrupt of the service's thread. */
        FAILED
    }

    /**
     * The port to which any number of threads push input.
     *
     * @return the same port each time
     */
    InputPort input();

    /**
     * Submits a command, which the physics thread runs between two ticks. If a command throws, its changes up to then
     * are not undone, so a command should check before it changes anything. If you record the run, pass a {@code
     * PortableCommand}: a replay cannot run a lambda again, so it would end at this command. A command that throws is
     * also reported as a {@link PhysicsEvent.Kind#COMMAND_FAILED} event, and as a {@link
     * io.github.freestep.problem.Problem} if, a second later, your code has neither read the future nor attached a
     * stage that handles failures, so you may ignore the future. An exception in a stage that you attach to the future,
     * for example by {@code thenRun}, is reported as a problem, too.
     *
     * @param command the command
     * @return a future that completes once the command has run; it fails if the command throws, if the queue is full,
     *     or if the run ends before
     */
    CompletableFuture<Void> submit(Command command);

    /**
     * Pauses simulation time. Discards single steps that were not taken yet; their futures fail.
     *
     * <p>A change of time, such as this one, is never refused for lack of room. Waiting changes have the same effect as
     * if each was applied alone: the last pause or resume counts, with the sum of the steps requested after it, and the
     * last scale counts. All their futures complete once the result applies, those of steps once the steps are taken.
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
     * Returns whether simulation time is paused: by {@link #pause}, by a step, or by a fault. After the end: whether it
     * was.
     *
     * @return false before the run begins
     */
    boolean isPaused();

    /**
     * Pauses simulation time and takes a single step.
     *
     * @return a future that completes like that of {@link #pauseAndStep(int)}
     */
    default CompletableFuture<Void> pauseAndStep() {
        return pauseAndStep(1);
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
    CompletableFuture<Void> pauseAndStep(int ticks);

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
     * Sets the time scale from a decimal, for example {@code timeScale(0.25)} for slow motion. Otherwise, this does the
     * same as {@link #timeScale(Ratio)}.
     *
     * @param scale simulated time per wall time, from 1/1000 to 1000, rounded to a millionth
     * @return a future that completes once the scale applies
     * @throws IllegalArgumentException if the scale is out of range
     */
    default CompletableFuture<Void> timeScale(double scale) {
        return timeScale(Ratio.nearest(scale));
    }

    /**
     * Returns the time scale that was set, for example for a HUD. If an overload makes time slower, {@link
     * PhysicsMetrics#sustainedScale} says by how much.
     *
     * @return simulated time per wall time; in a pause, the scale that applies after it; 1 before the run begins
     */
    double timeScale();
}
