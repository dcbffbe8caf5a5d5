package io.github.freestep.physics.rooms.workers;

import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.physics.schedule.Overload;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.thread.Passes;
import io.github.freestep.physics.thread.RunPlan;
import io.github.freestep.physics.thread.WorkerClock;
import io.github.freestep.time.Ratio;
import org.jspecify.annotations.Nullable;

/** A run of 100 passes a second that does what a test says, and notes what its worker does with it. */
final class ScriptedRun extends Run implements Passes {
    static final long TICK_NANOS = 10_000_000;

    /** What the user's code does in a turn. */
    volatile Runnable inTurn = () -> {};

    /** What runs as the run moves to another worker. */
    Runnable moving = () -> {};

    /** What runs after each pass, outside of the user's code. */
    Runnable planning = () -> {};

    volatile int turns;
    volatile Thread turnedBy;

    double tickNanos = TICK_NANOS;

    volatile @Nullable Throwable failure;

    /** Ends all runs of the test after a script has failed, because virtual time would pass without end. */
    Runnable stopAll = this::stop;

    /** Lets the next turn throw, as the end of a run without memory does. */
    boolean breaks;

    /** Lets the run be called only after signals. */
    volatile boolean rests;

    private final Schedule schedule;
    private final RunPlan plan;
    private final GroupPlan groupPlan = new GroupPlan(this);
    private volatile @Nullable Throwable thrown;
    private volatile boolean stops;

    /** Whether neither the set-up nor a pass has ended this run. */
    boolean goesOn = true;

    ScriptedRun() {
        this(WorkerClock.START, false);
    }

    ScriptedRun(long startNanos, boolean isPrompt) {
        super(startNanos, isPrompt, 1, 1);
        schedule = new Schedule(Ratio.of(100), new Overload(Overload.BY_CLAMP), 4, 1, 0);
        schedule.begin(startNanos);
        plan = new RunPlan(schedule);
    }

    ScriptedRun startAtWorker() {
        markStarted();
        signal();
        return this;
    }

    /** Lets the newest or next pass be the last one. */
    void stop() {
        stops = true;
        signal();
    }

    /** Fails if the script has failed. The worker ignores what a turn throws. */
    void check() {
        assertNull(thrown);
    }

    private void run(Runnable part) {
        try {
            part.run();
        } catch (Throwable t) {
            thrown = t;
            stopAll.run();
        }
    }

    @Override
    Passes passes() {
        return this;
    }

    @Override
    public RunPlan plan() {
        return plan;
    }

    @Override
    GroupPlan groupPlan() {
        return groupPlan;
    }

    @Override
    double tickNanos() {
        return tickNanos;
    }

    @Override
    public boolean setUpAhead() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void beginAt(long nanos) {}

    @Override
    public boolean hasBegun() {
        return true;
    }

    @Override
    void moveOthers(Worker from, long turn) {}

    @Override
    public void failNext(Throwable cause) {
        failure = cause;
    }

    @Override
    public void resume(long nowNanos, long wokeNanos, long parkLatenessNanos) {
        plan.resume(nowNanos, wokeNanos);
    }

    @Override
    public void runPass() {
        goesOn = false;
        turns++;
        schedule.done();
        turnedBy = Thread.currentThread();
        if (failure == null) {
            run(inTurn);
        }
        if (breaks) {
            throw new OutOfMemoryError("for the test");
        }
        goesOn = !stops && failure == null;
    }

    @Override
    public boolean continues() {
        return goesOn;
    }

    @Override
    void moveTo(Worker other) {
        run(moving);
        super.moveTo(other);
    }

    @Override
    public void planNext(long nowNanos) {
        if (rests) {
            plan.plan(nowNanos, false, true, false, true);
        } else {
            plan.planBegin(nowNanos + TICK_NANOS);
        }
        run(planning);
    }

    @Override
    public void passBeforeTick() {}
}
