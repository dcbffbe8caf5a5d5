package io.github.freestep.physics;

import io.github.freestep.physics.report.Fault;
import io.github.freestep.physics.run.Lanes;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.workers.Passes;
import io.github.freestep.physics.workers.RunPlan;
import org.jspecify.annotations.Nullable;

/**
 * The work of a run: sets the world up, applies changes of time, runs commands, and steps a due tick. For the thread
 * that steps the run.
 */
final class RunPasses implements Passes {
    private final Core core;
    private final Setup setup;
    private final Lanes lanes;
    private final RunEnd end;
    private final HangWatches hangWatches;
    private final RunPlan plan;

    volatile boolean isStopRequested;

    /** Whether the world is set up and time runs, so that there are states. */
    volatile boolean hasBegun;

    private boolean isSetUp;

    /** Whether it is known when time begins. */
    private boolean hasOrigin;

    /** Whether the newest pass has found that the next tick is due and waits for its input. */
    private boolean waits;

    /** Whether the newest pass has found that nothing is to do until a signal. */
    private boolean rests;

    private long beginNanos;
    private long commandedTick = -1;

    /** The beginning of the pass, and the time of the newest look for commands. */
    private long nowNanos;

    private long commandsNanos;

    private @Nullable Throwable nextFailure;

    /** Whether the run continues after the newest pass; true before the first one. */
    private boolean continues = true;

    RunPasses(Core core, RunEnd end, HangWatches hangWatches) {
        this.core = core;
        this.end = end;
        this.hangWatches = hangWatches;
        setup = core.parts.setup();
        lanes = core.parts.lanes();
        plan = new RunPlan(core, lanes::hasCommands);
    }

    @Override
    public void failNext(Throwable cause) {
        nextFailure = cause;
    }

    @Override
    public void resume(long beginsNanos, long wokeNanos, long parkLatenessNanos) {
        nowNanos = beginsNanos;
        if (hasBegun) {
            plan.resume(beginsNanos, wokeNanos);
            core.metrics.parked(parkLatenessNanos);
        }
    }

    @Override
    public void runPass() {
        // Cleared first, so that the run counts as ended even if a part of its end throws.
        continues = false;
        continues = workOrEnd();
    }

    @Override
    public boolean continues() {
        return continues;
    }

    /** Begins the run, or takes its next pass. Ends the run if it must end. Returns whether it continues. */
    private boolean workOrEnd() {
        try {
            passToThread();
            if (nextFailure != null) {
                return endAfter(nextFailure);
            }
            boolean worked = runs() && (hasBegun || begin() ? work(false) : runs());
            return worked || end();
        } catch (Throwable t) {
            return endAfter(t);
        }
    }

    /** Passes the world to the calling thread, if the run has come from another one. */
    private void passToThread() {
        if (core.world.isElsewhere()) {
            core.metrics.worker(Thread.currentThread().getName());
            core.world.passToCaller();
        }
    }

    @Override
    public boolean setUpAhead() {
        try {
            if (runs()) {
                setUp();
            }
            return runs() || end();
        } catch (Throwable t) {
            return endAfter(t);
        }
    }

    private void setUp() {
        core.setUp();
        isSetUp = true;
    }

    /** Sets the world up, unless that was done before, and begins time once it is due. Returns whether it has begun. */
    private boolean begin() {
        if (!isSetUp) {
            setUp();
        }
        // A group decides when time begins.
        if (!hasOrigin && setup.group == null) {
            beginAt(setup.clock.nanoTime());
        }
        if (hasOrigin && beginNanos - setup.clock.nanoTime() <= 0) {
            core.begin(beginNanos);
            core.metrics.ledgerGrowsBy(setup.clock);
            hasBegun = true;
        }
        return hasBegun;
    }

    @Override
    public boolean awaitsBegin() {
        return isSetUp && !hasOrigin;
    }

    @Override
    public void beginAt(long nanos) {
        beginNanos = nanos;
        hasOrigin = true;
    }

    @Override
    public boolean hasBegun() {
        return hasBegun;
    }

    @Override
    public void passBeforeTick() {
        if (hasBegun) {
            passToThread();
            nowNanos = setup.clock.nanoTime();
            // The pass that follows at once asks again whether the run continues, and plans the next one.
            work(true);
        }
    }

    /** Ends a run that was stopped or interrupted. An interrupt without a request to stop is a failure. */
    private boolean end() {
        return endAfter(isStopRequested ? null : core.parts.faults().betweenTicks(Fault.INTERRUPT, null));
    }

    /** Ends the run on the thread that steps it. Returns false, because the run does not continue. */
    private boolean endAfter(@Nullable Throwable thrown) {
        try {
            end.endAfter(thrown);
        } finally {
            // Last, because it may fail if the heap is full, and the run must end even then.
            hangWatches.end();
        }
        return false;
    }

    /**
     * Returns whether the run continues. An interrupt ends it as well, so that a program can end threads that it does
     * not know. The interrupt flag stays set, so that other code sees it.
     */
    private boolean runs() {
        return !isStopRequested && !Thread.currentThread().isInterrupted();
    }

    /** Takes a pass of a run that has begun. Returns whether the run continues. */
    private boolean work(boolean isBeforeTick) {
        if (!runs()) {
            return false;
        }
        core.endRest();
        runCommands(isBeforeTick);
        if (!runs()) {
            return false;
        }
        if (isBeforeTick) {
            core.warmUp();
        } else {
            core.work();
            lanes.settle();
            waits = core.waitsForInput();
            rests = core.beginRest();
        }
        // In a group, the interrupt flag does not stay until the next pass.
        return runs();
    }

    private void runCommands(boolean isBeforeTick) {
        Schedule schedule = core.schedule();
        lanes.applyChanges();
        // Commands run in the first pass after a tick, which may be the pass before the next tick, or even the pass of
        // that tick. Those that come after this pass run after the next tick, so that each tick is delayed by at most
        // one budget of commands. They run in each pass if the next tick is far off, if it waits for input, because it
        // is then unknown when that tick begins, and while the clock stands still.
        boolean stands = nowNanos == commandsNanos;
        commandsNanos = nowNanos;
        long untilNanos = schedule.untilDueNanos(nowNanos);
        if (schedule.doneTick() != commandedTick || stands || untilNanos > RunPlan.POLL_NANOS || core.waitsForInput()) {
            commandedTick = schedule.doneTick();
            lanes.runCommands(setup.clock, setup.commandBudgetNanos);
        } else if (setup.promptCommands && !isBeforeTick && untilNanos > 0) {
            lanes.runCommands(setup.clock, Math.min(setup.commandBudgetNanos, untilNanos));
        }
    }

    @Override
    public RunPlan plan() {
        return plan;
    }

    @Override
    public void planNext(long nowNanos) {
        if (hasBegun) {
            // Prompt commands run in every pass, unless the results of earlier ones wait for their callbacks.
            boolean ran = core.schedule().doneTick() == commandedTick
                    && !(setup.promptCommands && core.parts.callbacks().hasRoom());
            plan.plan(nowNanos, ran, waits, rests);
        } else {
            plan.planBegin(beginNanos);
        }
    }
}
