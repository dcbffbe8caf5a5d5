package io.github.freestep.physics;

import io.github.freestep.physics.report.Fault;
import io.github.freestep.physics.request.Lanes;
import io.github.freestep.physics.thread.Passes;
import io.github.freestep.physics.thread.RunPlan;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The life of a service's run, and its passes: sets the world up, begins time, runs a {@link Pass} whenever one is due,
 * and ends. For the thread that steps the run.
 */
final class RunPasses implements Passes, BooleanSupplier {
    private final Pass pass;
    private final Setup setup;
    private final RunEnd end;
    private final @Nullable HangWatches hangWatches;
    private final RunPlan plan;

    private volatile boolean isStopRequested;

    /** Volatile, because any thread may ask how the run is. */
    private volatile Life life = Life.NEW;

    /** When time begins, once the run waits for that or has begun. */
    private long beginNanos;

    /** The beginning of the pass. */
    private long nowNanos;

    private @Nullable Throwable nextFailure;

    /** How far a run has come. */
    private enum Life {
        NEW,

        /** The world is set up, and it is not known when time begins. */
        SET_UP,

        /** The world is set up, and time begins at a known moment. */
        WAITS,

        /** Time has begun, so that there are states. */
        RUNS,

        /** A part of the end may have failed. */
        ENDED
    }

    RunPasses(Pass pass, RunEnd end, @Nullable HangWatches hangWatches) {
        this.pass = pass;
        this.end = end;
        this.hangWatches = hangWatches;
        setup = pass.parts.setup();
        plan = new RunPlan(pass.schedule);
    }

    /** Ends the run before its next step. For any thread. */
    void requestStop() {
        isStopRequested = true;
    }

    @Override
    public void failNext(Throwable cause) {
        nextFailure = cause;
    }

    @Override
    public void resume(long beginsNanos, long wokeNanos, long parkLatenessNanos) {
        nowNanos = beginsNanos;
        if (hasBegun()) {
            plan.resume(beginsNanos, wokeNanos);
            pass.metrics.parked(parkLatenessNanos);
        }
    }

    @Override
    public void runPass() {
        try {
            passToThread();
            if (nextFailure != null) {
                endAfter(nextFailure);
            } else {
                if (runs() && (hasBegun() || begin() && runs())) {
                    pass.run(nowNanos, false, this);
                }
                // In a group, the interrupt flag does not stay until the next pass.
                endUnlessItRuns();
            }
        } catch (Throwable t) {
            endAfter(t);
        }
    }

    @Override
    public boolean continues() {
        return life != Life.ENDED;
    }

    /** Passes the world to the calling thread, if the run has come from another one. */
    private void passToThread() {
        if (pass.world.isElsewhere()) {
            pass.metrics.worker(Thread.currentThread().getName());
            pass.world.passToCaller();
        }
    }

    @Override
    public boolean setUpAhead() {
        try {
            if (runs()) {
                setUp();
            }
            endUnlessItRuns();
        } catch (Throwable t) {
            endAfter(t);
        }
        return continues();
    }

    private void setUp() {
        pass.setUp();
        life = Life.SET_UP;
    }

    /** Sets the world up, unless that was done ahead, and begins time once it is due. Returns whether it has begun. */
    private boolean begin() {
        if (life == Life.NEW) {
            setUp();
            beginAt(setup.clock().nanoTime());
        }
        if (life == Life.WAITS && beginNanos - setup.clock().nanoTime() <= 0) {
            pass.begin(beginNanos);
            pass.metrics.ledgerGrowsBy(setup.clock());
            life = Life.RUNS;
        }
        return hasBegun();
    }

    @Override
    public void beginAt(long nanos) {
        // Never begins an ended run again: only the calling thread could have ended it, and has found that it
        // continues.
        beginNanos = nanos;
        life = Life.WAITS;
        plan.planBegin(nanos);
    }

    @Override
    public boolean hasBegun() {
        return life == Life.RUNS;
    }

    @Override
    public void run() {
        if (hasBegun()) {
            passToThread();
            nowNanos = setup.clock().nanoTime();
            // The pass that follows at once asks again whether the run continues, and plans the next one.
            if (runs()) {
                pass.run(nowNanos, true, this);
            }
        }
    }

    /** Ends a run that was stopped or interrupted. An interrupt without a request to stop is a failure. */
    private void endUnlessItRuns() {
        if (!runs()) {
            endAfter(isStopRequested ? null : pass.parts.faults().betweenTicks(Fault.INTERRUPT, null));
        }
    }

    /** Ends the run on the thread that steps it. */
    private void endAfter(@Nullable Throwable thrown) {
        try {
            if (hasBegun()) {
                pass.closeLedger();
            }
            end.endAfter(thrown);
        } finally {
            life = Life.ENDED;
            // Last, because it may fail if the heap is full, and the run must end even then.
            if (hangWatches != null) {
                hangWatches.end();
            }
        }
    }

    /**
     * Returns whether the run continues. An interrupt ends it as well, so that a program can end threads that it does
     * not know. The interrupt flag stays set, so that other code sees it.
     */
    private boolean runs() {
        return !isStopRequested && !Thread.currentThread().isInterrupted();
    }

    /** Returns whether the run continues, for a pass. */
    @Override
    public boolean getAsBoolean() {
        return runs();
    }

    @Override
    public RunPlan plan() {
        return plan;
    }

    @Override
    public void planNext(long nowNanos) {
        if (hasBegun()) {
            Lanes lanes = pass.parts.requests().lanes();
            boolean commandsWait = lanes != null && lanes.hasCommands();
            plan.plan(nowNanos, commandsWait, pass.haveCommandsRun(), pass.waits, pass.rests);
        }
    }
}
