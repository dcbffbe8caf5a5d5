package io.github.freestep.physics;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.RunHealth;
import io.github.freestep.internal.RunHealth.Stage;
import io.github.freestep.physics.request.CommandCallbacks;
import io.github.freestep.physics.request.Lanes;
import io.github.freestep.physics.request.RunRequests;
import io.github.freestep.physics.run.MovableRun;
import io.github.freestep.physics.thread.Passes;
import io.github.freestep.physics.thread.PhysicsThread;
import io.github.freestep.physics.thread.RunThread;
import io.github.freestep.physics.thread.SettingLimits;
import io.github.freestep.physics.thread.ThreadedRun;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The run of a service: its parts, what steps it, and its end. {@link RunPasses} does its work. For the thread
 * that starts or closes the service, except where a method says otherwise.
 */
final class ServiceRun implements ThreadedRun, MovableRun<Simulation, PhysicsContext>, Supplier<RunHealth> {
    private static final RunHealth SETS_UP =
            new RunHealth(Stage.STALLED, "the physics service still sets its world up", null);

    final RunThread thread;
    final Pass pass;
    final RunRequests requests;
    final RunEnd end;
    final RunPasses passes;

    private final Setup setup;

    /** The watch of its calls, which ends after the run; null without a watchdog. */
    private final @Nullable HangWatches hangWatches;

    ServiceRun(Setup setup) {
        this.setup = setup;
        // The thread comes first, because the parts of the run signal it.
        thread = setup.group() == null
                ? new PhysicsThread(setup.worker())
                : setup.group().thread(setup.thread());
        pass = new Pass(setup, thread, thread);
        requests = pass.parts.requests();
        end = new RunEnd(pass);
        long hangNanos = setup.thread().watchdogNanos();
        hangWatches = hangNanos == SettingLimits.NO_WATCHDOG ? null : new HangWatches(thread, pass, hangNanos);
        passes = new RunPasses(pass, end, hangWatches);
    }

    /** Lets readers of states ask how the run is. */
    ServiceRun showHealth() {
        Inside.of(pass.parts.publisher().states()).health(this);
        return this;
    }

    @Override
    public Passes passes() {
        return passes;
    }

    /** Returns how the run is, for readers of its states. */
    @Override
    public RunHealth get() {
        if (end.hasEnded) {
            return end.health();
        }
        if (hangWatches != null && hangWatches.runHangs()) {
            String text = "the physics service hangs: a call after tick " + pass.metrics.tick() + " has not returned";
            return new RunHealth(Stage.STALLED, text, null);
        }
        if (passes.hasBegun()) {
            return RunHealth.GOOD;
        }
        return requests.willComplete() ? SETS_UP : RunHealth.NEW;
    }

    @Override
    public boolean hasFailed() {
        return end.failure != null;
    }

    @Override
    public String sentence() {
        return pass.parts.health();
    }

    /** Lets the run begin. */
    void begin() {
        requests.completes();
        // On the caller's thread, because threads that the physics thread starts inherit its processor.
        if (hangWatches != null) {
            hangWatches.begin();
        }
        if (setup.worker().systemRequests().areInherited()) {
            // Starts the thread of the callbacks, too.
            pass.parts.lanes();
        }
        pass.metrics.worker(thread.thread().getName());
        thread.begin(passes);
    }

    @Override
    public void requestStop() {
        passes.requestStop();
        requests.completes();
        thread.signal();
        thread.wake();
    }

    @Override
    public boolean isOwnThread(Thread other) {
        CommandCallbacks callbacks = requests.callbacks();
        Events events = pass.parts.output().made();
        return thread.isOwn(other)
                || callbacks != null && callbacks.isCompletedBy(other)
                || events != null && events.isOwnThread(other);
    }

    @Override
    public boolean isQuiet() {
        Events events = pass.parts.output().made();
        return hasDeliveredAll() && (events == null || events.running() == null);
    }

    @Override
    public boolean hasDeliveredAll() {
        CommandCallbacks callbacks = requests.callbacks();
        return end.isComplete && (callbacks == null || callbacks.hasEnded() && callbacks.open.isEmpty());
    }

    @Override
    public Simulation simulation() {
        return setup.simulation();
    }

    @Override
    public <T> CompletableFuture<T> leave(Taking<PhysicsContext, T> taking) {
        if (setup.inputStage() != null) {
            throw new IllegalStateException("a service with a feed must not be handed over, because what the feed holds"
                    + " cannot be moved; push the input, or move the feed's source and save the world in a command");
        }
        Lanes lanes = pass.parts.lanes();
        return lanes.add(lanes.last(request -> {
            // Those that were requested before this request, or by the commands before it.
            lanes.applyChanges(setup.clock());
            // The reason for the end needs memory, and only a failure of the taking lets input in again.
            request.setValue(pass.leave((context, at) -> {
                T all = taking.take(context, at);
                end.leavesAt(at.schedule().doneTick());
                return all;
            }));
            // Needs no memory.
            requestStop();
        }));
    }

    /**
     * Ends a service whose thread never began or hangs. For the thread that starts or closes the service.
     */
    void endWithout(@Nullable Throwable cause) {
        try {
            end.end(cause);
        } finally {
            // Last, because it may need memory, and the end does not.
            thread.release();
            if (hangWatches != null) {
                hangWatches.end();
            }
        }
    }
}
