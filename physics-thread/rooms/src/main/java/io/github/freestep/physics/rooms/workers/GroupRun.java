package io.github.freestep.physics.rooms.workers;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.thread.Passes;
import io.github.freestep.physics.thread.RunPlan;
import io.github.freestep.physics.thread.RunThread;
import io.github.freestep.physics.thread.ThreadedRun;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A run of a service in a group. The group's thread for set-ups sets its world up, and then the workers call it, one
 * at a time. For any thread, except where a method says otherwise.
 */
public final class GroupRun implements RunThread {
    /** A pass that is much longer than usual is a stall, and says little about the load. */
    private static final int STALL_FACTOR = 10;

    /** How much the newest pass counts for the work per tick. */
    private static final double NEWEST = 0.125;

    final ThreadedRun.Settings settings;
    private final GroupThreads group;
    private final RunPool pool;

    /** What the threads run; set when it takes a place in the group. */
    @SuppressWarnings("NullAway.Init")
    ThreadedRun run;

    /** Closes the service on another thread; null before it takes a place in the group. */
    @Nullable Supplier<CompletableFuture<Void>> closeAsync;

    // The lock of the pool guards these. Any thread may read the volatile ones.
    /** When the next pass must run, or how urgent it is if it is due. */
    long key;

    boolean isDue;

    /** Whether this run counts as a member, and whether it is set up. */
    volatile boolean isPlaced;

    boolean isJoined;

    /**
     * Whether a call of this run has hung lately, so that the group may have one more worker, and when it was last
     * seen.
     */
    boolean isApart;

    long hungNanos;

    /** The thread that is in the code of this run. */
    volatile @Nullable Thread thread;

    /** Whether any thread has entered that code. */
    boolean hasEntered;

    /** Whether a signal has come during the present pass. */
    boolean isSignalledInPass;

    /** The usual work per tick, and how long a tick lasts. */
    double workNanos;

    private double tickNanos = Double.MAX_VALUE;

    private volatile boolean left;
    private final BooleanSupplier hasLeft = () -> left;

    // For the thread that is in the code.
    private boolean hasBegin;

    private long passTicks;
    private long passDroppedNanos;

    /** Whether the newest pass has dropped time. */
    boolean drops;

    /** The time by which due runs are ordered: usually, when the tick was due. */
    long priorityNanos;

    /**
     * The length of the newest step if the run must leave time to others; otherwise 0. That is so if the step was
     * longer than its ticks. It is also so if the run never slips and another tick is due: its backlog has no limit,
     * so its ticks would soon be due for longer than those of all others.
     */
    private long tooLongNanos;

    // The list of signals writes these.
    @Nullable GroupRun nextSignal;

    final AtomicBoolean signalled = new AtomicBoolean();

    GroupRun(ThreadedRun.Settings settings, GroupThreads group) {
        this.settings = settings;
        this.group = group;
        pool = group.pool;
    }

    String name() {
        return settings.name().isEmpty() ? "one without a name" : settings.name();
    }

    RunPlan plan() {
        return run.passes().plan();
    }

    boolean continues() {
        return run.passes().continues();
    }

    // ---------------------------------------------------------------- begin and end

    @Override
    public void place(ThreadedRun placed, Supplier<CompletableFuture<Void>> closing) {
        run = placed;
        closeAsync = closing;
        group.place(this);
    }

    @Override
    public void withdraw() {
        pool.withdraw(this);
        leaveGroup();
    }

    @Override
    public void begin(Passes passes) {
        group.setUps.start(() -> setUp(Thread.currentThread()));
    }

    /**
     * Sets the world up, unless that has begun before.
     *
     * @param by null to end a run that is to stop before its set-up begins, which calls no code of the user
     */
    void setUp(@Nullable Thread by) {
        if (pool.beginSetUp(this, by)) {
            try {
                run.passes().setUpAhead();
            } catch (Throwable noMemory) {
                // The run has ended, and only a part of its threads may be left.
            }
            pool.endSetUp(this);
        }
    }

    /** Ends this run with a failure, unless it has ended already. For the thread that is in it. */
    void end(Throwable failure) {
        if (continues()) {
            run.passes().failNext(failure);
            runPass();
        }
    }

    /** Returns whether closing the service would return without a wait. */
    boolean isQuiet() {
        return left && run.isQuiet();
    }

    /** Notes that no thread calls the run any more. Must not throw, because the worker would end the other runs. */
    void leaveGroup() {
        try {
            if (run != null && run.hasFailed()) {
                group.failed(this);
            }
            closed();
        } catch (OutOfMemoryError full) {
            // The next service that is placed, or the close of the group, forgets it.
        }
        left = true;
    }

    boolean hasLeft() {
        return left;
    }

    @Override
    public void closed() {
        if (closeAsync != null) {
            group.left(this);
        }
    }

    /** Waits for the end. If the time is up, frees what waits for the set-up of this run. */
    @Override
    public boolean awaitEnd(long timeoutNanos) {
        // Ends at once, because the set-ups before it may be many.
        setUp(null);
        if (!Threads.await(hasLeft, timeoutNanos)) {
            freeOthers();
        }
        return left;
    }

    // ---------------------------------------------------------------- passes, for the thread that is in the code

    /**
     * Runs a pass. A run whose own steps are too long gets only the time that others leave, and must learn how little
     * that is. For the others, the time in which the threads ran other services does not prove that they are too slow.
     *
     * @param wokeNanos when the thread last ended a wait
     * @param parkLatenessNanos how late the waits of the thread end
     * @param share the share of their speed that the group leaves to its runs
     */
    void pass(long nowNanos, long wokeNanos, long parkLatenessNanos, double share) {
        Passes passes = run.passes();
        Schedule schedule = plan().schedule();
        passTicks = schedule.steppedTicks();
        passDroppedNanos = schedule.timeline().droppedNanos();
        try {
            passes.resume(nowNanos, wokeNanos, parkLatenessNanos);
            if (passes.hasBegun()) {
                if (!isTooLong()) {
                    schedule.noteOthers(nowNanos);
                }
                schedule.share(nowNanos, isTooSlow() ? 1 : share);
            }
        } catch (Throwable failure) {
            passes.failNext(failure);
        }
        runPass();
    }

    private void runPass() {
        try {
            run.passes().runPass();
        } catch (Throwable failure) {
            // The pass has ended the run, but a part of that end has failed, such as with a full heap. The other runs
            // continue.
        }
    }

    /** Plans the next pass; after the first, when time begins. If that fails, a pass comes at once and ends the run. */
    void planNext(long nowNanos, long tookNanos) {
        Passes passes = run.passes();
        if (!passes.continues()) {
            return;
        }
        try {
            if (!hasBegin) {
                hasBegin = true;
                passes.beginAt(pool.beginNanos(settings.tickNanos(), nowNanos));
            }
            passes.planNext(nowNanos);
            noteStep(nowNanos, tookNanos);
        } catch (Throwable failure) {
            passes.failNext(failure);
            plan().planBegin(nowNanos);
        }
        // If its own steps are too long, the run goes after others that are due within the length of such a step.
        long wakeNanos = plan().wakeNanos();
        priorityNanos = isTooLong() ? Math.max(wakeNanos, nowNanos) + tooLongNanos : wakeNanos;
    }

    private void noteStep(long nowNanos, long tookNanos) {
        Schedule schedule = plan().schedule();
        long ticks = schedule.steppedTicks() - passTicks;
        drops = schedule.timeline().droppedNanos() > passDroppedNanos;
        tickNanos = schedule.requestedTickNanos();
        if (ticks > 0) {
            boolean tooLong = tookNanos > ticks * tickNanos
                    || !schedule.slips() && schedule.untilDueNanos(nowNanos) <= -tickNanos;
            tooLongNanos = tooLong ? tookNanos : 0;
            double eachNanos = (double) tookNanos / ticks;
            workNanos = workNanos == 0
                    ? eachNanos
                    : workNanos + NEWEST * (Math.min(eachNanos, STALL_FACTOR * workNanos) - workNanos);
        }
    }

    boolean isTooLong() {
        return tooLongNanos > 0;
    }

    /** Returns whether ticks take longer than they may, so that the run is too slow by itself. */
    boolean isTooSlow() {
        return workNanos > tickNanos;
    }

    /**
     * Notes that the calling thread enters the code of this run, and clears an interrupt that was meant for no run.
     * Call it under the lock of the pool.
     *
     * @param by that thread; null if it calls no code of the user
     */
    void enter(@Nullable Thread by) {
        if (by != null) {
            Thread.interrupted();
        }
        thread = by;
        hasEntered = true;
    }

    /** Notes that the calling thread leaves the code, and clears an interrupt that was meant for it. */
    void exit() {
        if (thread != null) {
            thread = null;
            Thread.interrupted();
        }
    }

    // ---------------------------------------------------------------- signals

    @Override
    public void signal() {
        // The pool would keep a run reachable that has left, or that never comes.
        if (isPlaced) {
            pool.signals.add(this);
        }
    }

    @Override
    public void wake() {
        pool.wakeLeader();
    }

    // ---------------------------------------------------------------- threads

    @Override
    public Thread thread() {
        Thread in = thread;
        return in == null ? pool.anyThread() : in;
    }

    @Override
    public boolean runs(Thread other) {
        return other == thread || pool.serves(other);
    }

    @Override
    public boolean isOwn(Thread other) {
        return runs(other) || group.serves(other);
    }

    @Override
    public void freeOthers() {
        group.setUps.goOnWithout(thread);
    }

    @Override
    public void interruptCode() {
        pool.interrupt(this);
    }

    @Override
    public void release() {
        pool.withdraw(this);
    }

    @Override
    public String who() {
        String by = isPlaced ? thread().getName() : "a thread of group " + group.name;
        return "service" + (settings.name().isEmpty() ? "" : " " + settings.name()) + " on " + by;
    }
}
