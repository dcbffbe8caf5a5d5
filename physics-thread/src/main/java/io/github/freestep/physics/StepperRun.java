package io.github.freestep.physics;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.RunHealth;
import io.github.freestep.internal.RunHealth.Stage;
import io.github.freestep.internal.Throwables;
import io.github.freestep.physics.request.CommandCallbacks;
import io.github.freestep.physics.request.Lanes;
import io.github.freestep.physics.request.Lanes.Change;
import io.github.freestep.physics.request.Lanes.Request;
import io.github.freestep.physics.run.FrameSteps;
import io.github.freestep.physics.run.Ownership;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The run of a stepper: checks which thread may call, carries out the requests of other threads, and ends. For the
 * thread that owns the stepper, except for the queues of requests, the status and the failure.
 */
final class StepperRun implements FrameSteps.Work {
    final Pass pass;

    // Fields, because making them for each call would allocate.
    private final BooleanSupplier ticks;
    private final BooleanSupplier edits;
    private final BooleanSupplier newest;
    private final BooleanSupplier waiting = this::runRequests;

    private final NanoClock stopwatch;
    final Ownership owner = new Ownership();

    final CommandCallbacks callbacks;
    final Lanes lanes;
    private final FrameSteps steps;
    private final VirtualClock clock;
    private final IllegalStateException closed = new IllegalStateException("the stepper was closed");

    /** The reason for the end; null before it. Volatile, because any thread may read the status. */
    private volatile @Nullable Throwable ended;

    /** Whether a step or a command is running. */
    private boolean working;

    private boolean inCommand;

    /**
     * Creates a run that has not set its world up.
     *
     * @param clock its clock, which only it moves
     */
    StepperRun(Setup setup, VirtualClock clock) {
        pass = new Pass(setup, () -> {}, owner::isOf);
        this.clock = clock;
        ticks = () -> pass.advance(false);
        edits = pass::showEdits;
        newest = pass::publishNewest;
        stopwatch = setup.stopwatch();
        lanes = pass.parts.lanes();
        callbacks = lanes.callbacks;
        steps = new FrameSteps(pass.schedule, clock, stopwatch, setup.reporter()::mistake);
    }

    /** Claims the simulation and sets it up. */
    void start() {
        Inside.of(pass.parts.publisher().states()).health(this::health);
        String runner = "an InlineStepper of thread " + Thread.currentThread().getName();
        pass.world.claim(runner);
        try {
            pass.start();
            // The thread that builds the stepper need not be the one that uses it.
            pass.parts.publisher().release();
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
                : RunHealth.failed("the stepper", pass.metrics.tick(), reason);
    }

    @Nullable Throwable failure() {
        Throwable reason = ended;
        return reason == closed ? null : reason;
    }

    /** Carries a request out at once if the calling thread owns the stepper, or if no thread does. */
    void take(Request<?> request) {
        if (owner.isShared()) {
            queue(request);
        } else if (owner.isOf(Thread.currentThread())) {
            takeAsOwner(request);
        } else if (owner.borrow()) {
            takeAsBorrower(request);
        } else {
            queue(request);
        }
    }

    private void takeAsOwner(Request<?> request) {
        boolean isOfCommand = inCommand && ended == null;
        if (!working) {
            carryOut(request);
        } else if (isOfCommand && !(request instanceof Change)) {
            runNow(request);
        } else {
            // A step cannot be interrupted, and a change applies between two commands.
            queue(request);
        }
    }

    private void takeAsBorrower(Request<?> request) {
        try {
            if (ended == null) {
                passToCaller();
            }
            carryOut(request);
        } finally {
            owner.giveBack();
            carryOutWaiting();
        }
    }

    /** Adds a request to those that wait. After the end, it fails instead. */
    private void queue(Request<?> request) {
        lanes.add(request);
        carryOutWaiting();
    }

    /** Carries out the waiting requests, and then this one. One of those may end the stepper. */
    private void carryOut(Request<?> request) {
        boolean advances = request instanceof Change change && change.steps > 0;
        if (ended == null) {
            enter(advances);
        }
        if (ended != null) {
            queue(request);
        } else if (!(request instanceof Change)) {
            runNow(request);
        } else {
            queue(request);
            if (advances) {
                all(0);
            } else {
                work();
                callbacks.completeAll();
            }
        }
    }

    /**
     * Carries out the waiting requests if no thread owns the stepper. A thread calls this after it has added a request,
     * and after it has given the stepper back, so that one of these two calls finds each request.
     */
    private void carryOutWaiting() {
        while (ended == null && lanes.isAnyWaiting() && owner.borrow()) {
            try {
                passToCaller();
                all(0);
            } finally {
                owner.giveBack();
            }
        }
    }

    /** Runs a command, perhaps from within another one. */
    private void runNow(Request<?> command) {
        boolean nested = inCommand;
        Throwable failure = null;
        working = true;
        inCommand = true;
        try {
            failure = lanes.runNow(command);
        } catch (Error e) {
            failure = e;
            ended = pass.parts.faults().endedBy(e);
            pass.end();
            throw e;
        } finally {
            working = nested;
            inCommand = nested;
            if (!nested) {
                finish(failure);
            }
        }
        if (!nested) {
            guarded(edits);
        }
    }

    /** Carries out the requests of other threads. A command may close the stepper. */
    private boolean runRequests() {
        inCommand = true;
        try {
            lanes.applyChanges(clock);
            lanes.runCommands(stopwatch, Lanes.BUDGET_NANOS);
            return true;
        } finally {
            inCommand = false;
        }
    }

    /**
     * Carries out the waiting requests of other threads, and steps a tick if one is due.
     *
     * @return whether a tick was due; false after the end
     */
    @Override
    public boolean work() {
        guarded(waiting);
        return guarded(ticks);
    }

    @Override
    public void publishNewest() {
        guarded(newest);
    }

    /** Steps the ticks of a frame, as {@link FrameSteps#frame} says. */
    int frame(long nanos) {
        try {
            return steps.frame(nanos, this);
        } finally {
            callbacks.completeAll();
        }
    }

    /** Lets time pass, and steps all ticks that become due, however long they take. Returns the number of steps. */
    int all(long nanos) {
        long since = clock.nanoTime();
        clock.advance(nanos);
        // The host's own work since the last call does not count as work of the simulation.
        pass.schedule.noteIdle(since, clock.nanoTime());
        int stepped = 0;
        try {
            while (work()) {
                stepped++;
            }
            return stepped;
        } finally {
            callbacks.completeAll();
        }
    }

    /**
     * Runs something that calls the user's code. Ends the stepper if that fails.
     *
     * @return what the part returns; false after the end, when nothing may run
     */
    private boolean guarded(BooleanSupplier part) {
        if (ended != null) {
            return false;
        }
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
        ended = pass.parts.faults().endedBy(cause);
        working = false;
        try {
            pass.end();
        } finally {
            // The run is finished even if a full heap has left no memory to end the other parts.
            finish(cause);
        }
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
            pass.world.close();
        } catch (Throwable t) {
            if (failure == null) {
                ended = t;
            } else {
                Throwables.firstOf(failure, t);
            }
        } finally {
            lanes.end(reason);
            callbacks.completeAll();
        }
    }

    /** Checks whether a call is allowed, then carries out the waiting requests of other threads. */
    void enter(boolean advances) {
        checkCaller(advances);
        checkNotEnded();
        guarded(waiting);
        // Completed here already, because the call may still throw because of an argument.
        callbacks.completeAll();
    }

    private void checkNotEnded() {
        if (ended != null) {
            throw new IllegalStateException("this stepper has ended; its states can still be read", ended);
        }
    }

    /** Checks whether the calling thread may call, and makes it the owner if it advances. */
    private void checkCaller(boolean advances) {
        boolean mine = owner.check();
        requireIdle(mine && working);
        // Also takes the stepper if this thread has only borrowed it, such as for a single step.
        boolean taken = advances && owner.take();
        if (!mine) {
            passToCaller();
        }
        if (taken) {
            // From then on no other thread may change the bodies.
            pass.parts.publisher().claim();
        }
    }

    /** Lets the calling thread run the world. If that fails, the stepper ends, as a service does. */
    private void passToCaller() {
        try {
            pass.world.passToCaller();
        } catch (Throwable t) {
            fail(t);
            throw t;
        }
    }

    /** Lets another thread own the stepper, as {@link InlineStepper#release} says. */
    void release() {
        // A call that completes futures still needs the ownership after their callbacks.
        requireIdle(owner.check() && working || callbacks.isCompletedBy(Thread.currentThread()));
        owner.release();
        carryOutWaiting();
    }

    private void requireIdle(boolean isBusy) {
        if (isBusy) {
            throw new IllegalStateException(
                    "a step or command must not advance or control its own stepper, was called during one;"
                            + " call it once advance() or submit() has returned");
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
        lanes.stop();
        pass.end();
        if (!working) {
            try {
                if (!mine) {
                    pass.world.passToCaller();
                }
            } finally {
                finish(null);
            }
        }
    }
}
