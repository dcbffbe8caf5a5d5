package io.github.freestep.physics;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.RunHealth;
import io.github.freestep.internal.RunHealth.Stage;
import io.github.freestep.physics.delivery.CommandCallbacks;
import io.github.freestep.physics.run.RunRequests;
import io.github.freestep.physics.spi.MovableRun;
import io.github.freestep.physics.thread.PhysicsThread;
import io.github.freestep.physics.thread.RunThread;
import io.github.freestep.physics.thread.Suspect;
import io.github.freestep.physics.thread.ThreadedRun;
import io.github.freestep.physics.workers.Passes;
import io.github.freestep.physics.workers.RunPlan;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The run of a service: its parts, what steps it, and its end. {@link RunPasses} does its work. For the thread
 * that starts or closes the service, except where a method says otherwise.
 */
final class ServiceRun implements ThreadedRun, MovableRun<Simulation, PhysicsContext> {
    private static final RunHealth NEW = new RunHealth(Stage.STALLED, "the physics service was not started", null);
    private static final RunHealth SETS_UP =
            new RunHealth(Stage.STALLED, "the physics service still sets its world up", null);

    final Core core;
    final RunRequests requests;
    final CommandCallbacks callbacks;
    final RunPlan plan;
    final RunPasses passes;
    final RunEnd end;
    final RunThread thread;

    private final Setup setup;

    /** The watch of its calls, which ends after the run. */
    final HangWatches hangWatches;

    volatile boolean isStopRequested;

    /** Whether the world is set up and time runs, so that there are states. */
    volatile boolean hasBegun;

    ServiceRun(Setup setup) {
        this.setup = setup;
        core = new Core(RunKind.service(setup), this::signal);
        int most = setup.commandCapacity;
        callbacks = new CommandCallbacks(
                this::isRunBy, 2 * most, setup.callbackThread(), setup.callbacks, core.metrics::tick, setup.reporter);
        requests = new RunRequests(
                "the physics service ended before this ran",
                most,
                callbacks,
                core.world::noteRun,
                core::schedule,
                setup.clock,
                request -> false,
                this::signal);
        plan = new RunPlan(core, requests::hasCommands);
        end = new RunEnd(core, requests, callbacks);
        passes = new RunPasses(setup, this);
        thread = setup.group == null
                ? new PhysicsThread(passes, setup.promptCommands, setup.threadSettings())
                : Inside.of(setup.group).threadOf(this, setup.threadedRun());
        Suspect callback = new Suspect.Delivery(callbacks::thread, callbacks::letOthersContinue);
        hangWatches = new HangWatches(thread, callback, callbacks.code, core, setup.watchdogNanos);
        Inside.of(core.parts.publisher().states()).health(this::health);
    }

    /** Lets the thread look for what other threads have for this run. */
    private void signal() {
        thread.signal();
    }

    private boolean isRunBy(Thread other) {
        return thread.runs(other);
    }

    @Override
    public Passes passes() {
        return passes;
    }

    private RunHealth health() {
        if (end.hasEnded) {
            return end.health();
        }
        if (hangWatches.runHangs()) {
            String text = "the physics service hangs: a call after tick " + core.metrics.tick() + " has not returned";
            return new RunHealth(Stage.STALLED, text, null);
        }
        return hasBegun ? RunHealth.GOOD : callbacks.willComplete ? SETS_UP : NEW;
    }

    @Override
    public boolean hasFailed() {
        return end.failure != null;
    }

    @Override
    public String sentence() {
        return core.health();
    }

    /** Lets the run begin. */
    void begin() {
        callbacks.willComplete = true;
        // On the caller's thread, because threads that the physics thread starts inherit its processor.
        hangWatches.begin();
        if (setup.requests.areInherited()) {
            callbacks.begin();
        }
        core.metrics.worker(thread.thread().getName());
        thread.begin();
    }

    @Override
    public void requestStop() {
        isStopRequested = true;
        callbacks.willComplete = true;
        thread.signal();
        thread.wake();
    }

    @Override
    public boolean isOwnThread(Thread other) {
        return thread.isOwn(other)
                || callbacks.isCompletedBy(other)
                || core.parts.events().isOwnThread(other);
    }

    @Override
    public boolean isQuiet() {
        return hasDeliveredAll() && core.parts.events().running() == null;
    }

    @Override
    public boolean hasDeliveredAll() {
        return end.isComplete && callbacks.hasEnded() && callbacks.open.isEmpty();
    }

    @Override
    public Simulation simulation() {
        return setup.simulation;
    }

    @Override
    public <T> CompletableFuture<T> leave(Taking<PhysicsContext, T> taking) {
        if (setup.feed != null) {
            throw new IllegalStateException("a service with a feed must not be handed over, because what the feed holds"
                    + " cannot be moved; push the input, or move the feed's source and save the world in a command");
        }
        return requests.last(request -> {
            // Those that were requested before this request, or by the commands before it.
            requests.applyChanges();
            // The reason for the end needs memory, and only a failure of the taking lets input in again.
            request.setValue(core.leave((context, at) -> {
                T all = taking.take(context, at);
                end.leavesAt(at.schedule().doneTick());
                return all;
            }));
            // Needs no memory.
            requestStop();
        });
    }

    /**
     * Ends a service whose thread never began or hangs. If the neighbours of a hanging call have not moved yet, for
     * example because the system has no thread for them, its watch continues to try until the call returns. Then {@link
     * RunPasses} ends the watch. For the thread that starts or closes the service.
     */
    void endWithout(@Nullable Throwable cause) {
        try {
            end.end(cause);
        } finally {
            // Last, because it may need memory, and the end does not.
            thread.release();
            hangWatches.endOnce(() -> !thread.holdsUpOthers());
        }
    }
}
