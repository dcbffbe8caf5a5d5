package io.github.freestep.physics;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.request.Lanes.Request;
import io.github.freestep.physics.run.Ownership;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Steps a simulation inside a host's frame loop, in place of an accumulator. Time passes only when the host says so,
 * exact to the nanosecond. Allocates nothing while one thread uses it. It never waits while it has an owner. Without
 * one, a call that advances or closes it waits for a request that another thread is carrying out.
 *
 * <pre>{@code
 * InlineStepper stepper = PhysicsService.builder(world).inline();
 * stepper.advance(nanosSinceLastFrame); // in each frame
 * }</pre>
 *
 * <p>A stepper belongs to the first thread that advances it, and after {@link #release}, or after the end of that
 * thread, to the next one that does. On other threads, {@link #close} and the methods that advance it throw and change
 * nothing. Any thread may push input, read states and events, and make requests, which wait for the owner's next call.
 * A fault is thrown to the host and ends the stepper, unless the fault policy is to continue.
 *
 * <p>If a step may take longer than what is left of a frame, use a {@link PhysicsService}.
 */
@SuppressWarnings("exports") // Of the superclass, which users need not see.
public final class InlineStepper extends AbstractPhysics<Ownership> {
    private final StepperRun run;

    /** Creates a stepper and sets the world up. */
    InlineStepper(StepperRun run) {
        super(run.pass, run.owner);
        this.run = run;
        run.start();
    }

    /**
     * Lets time pass and steps the ticks that become due. A host may call it more than once in a frame, each time with
     * the time since the last call.
     *
     * <p>Heavy steps do not make frames longer and longer, because the stepper measures them with the builder's clock.
     * A call ends once it has stepped for 28 ms, not counting its longest step, and the backlog waits for the next
     * call. If steps stay so heavy that frames would take more than 45 ms, simulation time is slowed until frames take
     * about 36 ms, or twice the host's own work per frame if that is longer. {@link PhysicsMetrics#sustainedScale}
     * reports by how much, and states carry the slower scale, so readers show even slow motion. If only the host's own
     * work is slow, simulation time is not slowed; if the overload policy then catches up by less than a frame, a part
     * of the time is dropped in each frame. Under {@link OverloadPolicy#neverSlip}, only the picture is slowed, and a
     * call ends after 12 ms, not counting its longest step.
     *
     * <p>All steps are taken, however long they are, if the time of the host runs more than twice as fast as the
     * builder's clock, as in a test or a fast-forward, because such a host has no frames to keep short. The {@linkplain
     * OverloadPolicy#slipAfter overload policy} limits the number of ticks that one call steps.
     *
     * @param elapsedNanos nanoseconds of wall time since the last call
     * @return the number of steps
     * @throws IllegalArgumentException if {@code elapsedNanos} is negative, or so large that time would overflow: about
     *     146 years, or 146 years divided by the scale if that is above 1
     * @throws IllegalStateException if the stepper was closed, has failed, belongs to another thread, or is
     *     inside a step or command
     * @throws PhysicsException if a step fails and the fault policy is to stop
     */
    public int advance(long elapsedNanos) {
        run.enter(true);
        long most = pass.schedule.countableNanos(clock().nanoTime());
        if (elapsedNanos < 0 || elapsedNanos > most) {
            throw new IllegalArgumentException("elapsedNanos must be between 0 and " + most + ", was " + elapsedNanos
                    + "; pass the time since the last call");
        }
        return run.frame(elapsedNanos);
    }

    /**
     * Lets time pass until the next tick is due, and steps it, however long the step takes. For hosts whose frames are
     * exactly one tick long. In a pause, no time passes.
     *
     * @return the number of steps
     * @throws IllegalStateException if the stepper was closed, has failed, belongs to another thread, or is
     *     inside a step or command
     * @throws PhysicsException if a step fails and the fault policy is to stop
     */
    public int advanceTick() {
        run.enter(true);
        long untilDueNanos = pass.schedule.untilDueNanos(clock().nanoTime());
        return run.all(timeline().anchor().isPaused() ? 0 : Math.max(0, untilDueNanos));
    }

    /**
     * Ends the ownership of this thread, so that the next thread that advances the stepper owns it. Carries out the
     * requests that other threads have made meanwhile. Use it if several threads step a world one after another, as in
     * a group.
     *
     * @throws IllegalStateException if the stepper belongs to another thread, or is inside a step, a command or a
     *     callback of a future
     * @throws PhysicsException if a request of another thread steps a tick, and this fails
     */
    public void release() {
        run.release();
    }

    /**
     * Returns how far time has moved from the newest tick to the next.
     *
     * @return a fraction of a tick, at least 0 and below 1
     */
    public double alpha() {
        long tick = pass.schedule.doneTick();
        long from = timeline().simulationOf(tick);
        long beyond = timeline().simulationAt(clock().nanoTime()) - from;
        double alpha = (double) beyond / (timeline().simulationOf(tick + 1) - from);
        // Time also passes while the next tick waits for its input.
        return Math.min(alpha, Math.nextDown(1.0));
    }

    @Override
    <T> CompletableFuture<T> take(Request<T> request) {
        run.take(request);
        return request;
    }

    @Override
    public Status status() {
        if (!run.hasEnded()) {
            return Status.RUNNING;
        }
        return run.failure() == null ? Status.CLOSED : Status.FAILED;
    }

    @Override
    public @Nullable Throwable failure() {
        return run.failure();
    }

    /**
     * Ends input and events, and closes the simulation. States stay readable. If a step or command calls it, that step
     * or command is the last, and the simulation is closed after it. A thread that does not own the stepper may close
     * it only if the stepper was never advanced or its owner has ended. A second call does nothing, on any thread.
     *
     * @throws IllegalStateException if the stepper has not ended and belongs to another thread that is alive
     */
    @Override
    public void close() {
        run.close();
        // The program may end now, and problems that have not been delivered would be lost.
        pass.parts.setup().reporter().flush();
    }

    private Timeline timeline() {
        return pass.schedule.timeline();
    }
}
