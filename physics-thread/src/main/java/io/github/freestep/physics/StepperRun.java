package io.github.freestep.physics;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.RunHealth;
import io.github.freestep.internal.RunHealth.Stage;
import io.github.freestep.physics.delivery.CommandCallbacks;
import io.github.freestep.physics.thread.Throwables;
import io.github.freestep.time.NanoClock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The run of a stepper: checks which thread may call, carries out the requests of other threads, and ends. For the
 * thread that owns the stepper, except for the queues of requests, the status and the failure.
 */
final class StepperRun {
    private final Core core;

    // Fields, because making them for each call would allocate.
    private final BooleanSupplier ticks;
    private final BooleanSupplier edits;
    private final BooleanSupplier requests;

    private final NanoClock stopwatch;
    private final Ownership owner = new Ownership();

    final CommandCallbacks callbacks;
    final TimeControls controls;
    final Commands commands;
    private final long commandBudgetNanos;
    private final IllegalStateException closed = new IllegalStateException("the stepper was closed");

    /** The reason for the end; null before it. Volatile, because any thread may read the status. */
    private volatile @Nullable Throwable ended;

    /** Whether a step or a command is running. */
    private boolean working;

    private boolean inCommand;

    StepperRun(Setup setup, Core core) {
        this.core = core;
        ticks = this::tick;
        edits = core::showEdits;
        requests = this::runRequests;
        stopwatch = setup.clock;
        callbacks = new CommandCallbacks(owner::isOf, 2 * setup.commandCapacity, null, null, core.metrics::tick);
        controls = new TimeControls(callbacks, core.clock, () -> {});
        core.resumedBy(controls::resumesBy);
        commands = new Commands(setup.commandCapacity, callbacks, core.world, () -> {});
        commandBudgetNanos = setup.commandBudgetNanos;
        Inside.of(core.publisher.states()).health(this::health);
    }

    /** Claims the simulation and sets it up. */
    void start() {
        String runner = "an InlineStepper of thread " + Thread.currentThread().getName();
        core.world.claim(runner);
        try {
            core.start();
            // The thread that builds the stepper need not be the one that uses it.
            core.publisher.release();
        } catch (Throwable t) {
            fail(t);
            throw t;
        }
    }

    /** Whether the stepper was closed, or has failed. */
    boolean hasEnded() {
        return ended != null;
    }

    private RunHealth health() {
        Throwable reason = ended;
        if (reason == null) {
            return RunHealth.GOOD;
        }
        return reason == closed
                ? new RunHealth(Stage.CLOSED, "the stepper was closed", null)
                : RunHealth.failed("the stepper", core.metrics.tick(), reason);
    }

    @Nullable Throwable failure() {
        Throwable reason = ended;
        return reason == closed ? null : reason;
    }

    /**
     * Carries out a request at once if the calling thread owns the stepper, or if no thread does. Otherwise, and inside
     * a step, the request waits in its queue. After the end, the queue refuses the request, so its future fails.
     */
    <T> CompletableFuture<T> request(Supplier<CompletableFuture<T>> now, Supplier<CompletableFuture<T>> queue) {
        boolean mine = owner.isOf(Thread.currentThread());
        if (ended != null || mine && working || !mine && !owner.borrow()) {
            return queue.get();
        }
        try {
            if (!mine) {
                core.world.passToCaller();
            }
            return now.get();
        } finally {
            if (!mine) {
                owner.giveBack();
            }
        }
    }

    /** Runs a command of the owner, at once if it can. A command inside another one runs at once as well. */
    <T> CompletableFuture<T> submit(Commands.Queued<T> command) {
        return inCommand && owner.isOf(Thread.currentThread()) && ended == null
                ? now(command)
                : request(() -> nowAndShown(command), () -> commands.add(command));
    }

    private <T> CompletableFuture<T> nowAndShown(Commands.Queued<T> command) {
        CompletableFuture<T> future = now(command);
        if (ended == null) {
            guarded(edits);
        }
        return future;
    }

    private <T> CompletableFuture<T> now(Commands.Queued<T> command) {
        boolean nested = inCommand;
        if (!nested) {
            enter(false);
            if (ended != null) {
                return commands.add(command);
            }
        }
        Throwable failure = null;
        working = true;
        inCommand = true;
        try {
            failure = commands.runNow(command);
        } catch (Error e) {
            failure = e;
            ended = core.world.endedBy(e);
            core.end();
            throw e;
        } finally {
            working = nested;
            inCommand = nested;
            if (!nested) {
                finish(failure);
            }
        }
        return command;
    }

    /** Carries out the requests of other threads. A command may close the stepper. */
    private boolean runRequests() {
        inCommand = true;
        try {
            controls.run(core.schedule(), core.clock);
            commands.run(stopwatch, commandBudgetNanos);
            return true;
        } finally {
            inCommand = false;
        }
    }

    /** Changes time for the owner at once, after the waiting requests. */
    CompletableFuture<Void> control(Runnable change) {
        enter(false);
        change.run();
        try {
            work();
        } finally {
            callbacks.completeAll();
        }
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Carries out the waiting requests of other threads, and steps a tick if one is due.
     *
     * @return whether a tick was due; false after the end
     */
    boolean work() {
        if (ended != null) {
            return false;
        }
        guarded(requests);
        if (ended != null) {
            return false;
        }
        return guarded(ticks);
    }

    private boolean tick() {
        boolean due = core.work();
        controls.settle(core.schedule());
        return due;
    }

    /** Runs something that calls the user's code. Ends the stepper if that fails. */
    private boolean guarded(BooleanSupplier part) {
        boolean due;
        working = true;
        try {
            due = part.getAsBoolean();
        } catch (Throwable t) {
            fail(t);
            throw t;
        } finally {
            working = false;
        }
        finish(null);
        return due;
    }

    /** Ends the stepper completely because of a fault. The host may never call again. */
    private void fail(Throwable cause) {
        ended = core.world.endedBy(cause);
        core.end();
        working = false;
        finish(cause);
    }

    /**
     * If the stepper has ended, closes the simulation and fails the waiting requests.
     *
     * @param failure the failure so far, or null
     */
    private void finish(@Nullable Throwable failure) {
        Throwable reason = ended;
        if (reason == null) {
            return;
        }
        try {
            core.world.close();
        } catch (Throwable t) {
            if (failure == null) {
                ended = t;
            } else {
                Throwables.firstOf(failure, t);
            }
        } finally {
            Throwable rejection = new RejectedExecutionException("the stepper ended before this ran", reason);
            controls.end(reason, rejection);
            commands.end(reason, rejection);
            callbacks.completeAll();
        }
    }

    /** Checks whether a call is allowed, then carries out the waiting requests of other threads. */
    void enter(boolean advances) {
        checkCaller(advances);
        checkNotEnded();
        guarded(requests);
        // Completed here already, because the call may still throw because of an argument.
        callbacks.completeAll();
    }

    private void checkNotEnded() {
        if (ended != null) {
            throw new IllegalStateException("this stepper has ended; its states can still be read", ended);
        }
    }

    /** Checks whether the calling thread may call, and makes it the owner if it advances. */
    void checkCaller(boolean advances) {
        boolean mine = owner.check();
        if (working) {
            throw new IllegalStateException(
                    "a step or command must not advance or control its own stepper, was called during one;"
                            + " call it once advance() or submit() has returned");
        }
        // Also takes the stepper if this thread has only borrowed it, such as for a single step.
        boolean taken = advances && owner.take();
        if (!mine) {
            core.world.passToCaller();
        }
        if (taken) {
            // From then on no other thread may change the bodies.
            core.publisher.claim();
        }
    }

    /** Ends the run as {@link InlineStepper#close} says. */
    void close() {
        if (ended != null && owner.isOthers()) {
            return;
        }
        boolean mine = owner.check();
        if (!mine) {
            owner.take();
        }
        if (ended == null) {
            ended = closed;
        }
        core.end();
        if (!working) {
            try {
                if (!mine) {
                    core.world.passToCaller();
                }
            } finally {
                finish(null);
            }
        }
    }
}
