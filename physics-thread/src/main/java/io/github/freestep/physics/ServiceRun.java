package io.github.freestep.physics;

import io.github.freestep.time.NanoClock;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The run of a service: applies changes of time, runs commands, and steps a due tick. A {@link Worker} calls it for one
 * pass, and again when the next pass is due. For the thread of the worker, except {@link #signal} and the end.
 */
final class ServiceRun implements HangWatch.Suspect {
    /** The number of times that a closing thread looks for a hang while it waits. */
    private static final int LOOKS_FOR_HANGS = 4;

    static {
        EndRehearsal.run();
    }

    final Core core;
    final TimeControls controls;
    final Commands commands;
    final CommandCallbacks callbacks;
    final RunPlan plan;
    final RunEnd end;

    private final HangWatch hangWatch;
    private final long watchdogNanos;

    /** Finds a hang while threads wait for the end. Guarded by itself. */
    private final HangCheck endCheck;

    /** The heap of the worker that has this run, or null. The heap writes these three fields. */
    @Nullable RunHeap heap;

    long heapKey;
    int heapPlace;

    /** The place of this run in the worker's queue, which writes it. */
    int queuePlace;

    /** When a signal last let this run go before others. The worker's queue writes it. */
    long ledNanos;

    /** The next run in the worker's list of signals. */
    @Nullable ServiceRun nextSignal;

    private final String name;
    private final @Nullable PhysicsGroup group;
    private final NanoClock clock;
    private final long commandBudgetNanos;
    private final boolean isPrompt;
    private final double tickNanos;
    private final AtomicBoolean signalled = new AtomicBoolean();

    /** Null until a group has chosen the worker. */
    private volatile @Nullable Worker worker;

    private volatile boolean stopRequested;
    private volatile boolean started;
    private boolean joined;

    /** Written by the worker's thread, and read before a take-over. */
    private volatile boolean isSetUp;

    private boolean hasPhase;
    private boolean begun;

    /** Whether the newest pass has found that the next tick is due and waits for its input. */
    private boolean waits;

    /** Whether the newest pass has found that nothing is to do until a signal. */
    private boolean rests;

    private long beginNanos;
    private long commandedTick = -1;
    private @Nullable Throwable nextFailure;

    /** Whether a pass has begun and {@link #endPass} was not called; then whether the run goes on after it. */
    private boolean inPass;

    private boolean goesOn;

    /** Written before a take-over, and read by the thread that hung. */
    private @Nullable TakenOver takenOver;

    ServiceRun(Setup setup) {
        name = setup.name();
        group = setup.group();
        clock = setup.clock();
        commandBudgetNanos = setup.commandBudgetNanos();
        isPrompt = setup.promptCommands();
        tickNanos = 1e9 * setup.rate().denominator() / setup.rate().numerator();
        core = new Core(setup, clock, clock, this::signal);
        callbacks = new CommandCallbacks(this::runsOn, 2 * setup.commandCapacity(), setup.callbackThread());
        controls = new TimeControls(callbacks, this::signal);
        commands = new Commands(setup.commandCapacity(), callbacks, core.world(), this::signal);
        plan = new RunPlan(core, commands, group != null);
        end = new RunEnd(core, controls, commands, callbacks);
        watchdogNanos = setup.watchdogNanos();
        hangWatch = new HangWatch(this, core, watchdogNanos);
        endCheck = new HangCheck(setup.closeTimeoutNanos(), System.nanoTime());
        ledNanos = clock.nanoTime() - RunQueue.LEAD_INTERVAL_NANOS;
        started = group == null;
        if (group == null) {
            String thread = name.isEmpty() ? "freestep-physics" : "freestep-physics-" + name;
            worker = new Worker(this, thread, clock, setup.spinBudgetPerMille(), setup.timer());
        }
    }

    /** Places the run on a worker of its group. Does nothing for a run with a thread of its own. */
    void place(PhysicsService service) {
        if (group != null) {
            group.place(this, service);
        }
    }

    /** Takes a place at a worker of the group. */
    void joinAt(Worker chosen) {
        chosen.place();
        core.metrics().worker(chosen.thread().getName());
        worker = chosen;
    }

    /** Takes back {@link #place}, for a run that does not start. */
    void withdraw() {
        Worker placed = worker;
        if (group != null && placed != null) {
            placed.withdraw();
            leave();
        }
    }

    /** Lets the worker begin. */
    void start() {
        if (group == null) {
            core.metrics().worker(worker.thread().getName());
            worker.start();
        } else {
            // From here on, the worker may begin. Before that, the start can still fail.
            started = true;
            signal();
        }
    }

    /**
     * Notes that the worker takes the run over. Returns false if the run has not started, or the worker has it already.
     */
    boolean joins() {
        boolean joins = started && !joined;
        joined |= joins;
        return joins;
    }

    /** Returns whether the worker has the run. */
    boolean isJoined() {
        return joined && !end.hasLeft();
    }

    /** Lets the next pass end the run with this failure. */
    void failNext(Throwable cause) {
        nextFailure = cause;
    }

    /**
     * Notes that a pass begins. The parameters are those of {@link RunPlan#resume}. If that fails, such as with a full
     * heap, the pass ends the run.
     */
    void resume(long nowNanos, long wokeNanos, long parkLatenessNanos, double share) {
        try {
            if (begun) {
                plan.resume(nowNanos, wokeNanos, share);
                core.metrics().parked(parkLatenessNanos);
            }
        } catch (Throwable t) {
            nextFailure = t;
        }
    }

    /**
     * Runs one pass: changes of time, commands, at most one step. The first pass sets the world up. {@link #endPass}
     * returns the result.
     */
    void turn() {
        inPass = true;
        goesOn = runTurn();
    }

    /** Returns whether the run goes on after the pass; if not, it has ended. */
    boolean endPass() {
        inPass = false;
        return goesOn;
    }

    boolean isInPass() {
        return inPass;
    }

    private boolean runTurn() {
        try {
            passToThread();
            if (nextFailure != null) {
                return endAfter(nextFailure);
            }
            boolean goesOn = runs() && (begun || begin() ? pass(false) : runs());
            return goesOn || endAfter(null);
        } catch (Throwable t) {
            return endAfter(t);
        }
    }

    /** Passes the world to the calling thread, if that has taken over the run from another one. */
    private void passToThread() {
        if (core.world().isElsewhere()) {
            core.metrics().worker(Thread.currentThread().getName());
            core.world().passToCaller();
        }
    }

    /** Sets the world up, and begins time at the moment that the worker has chosen. Returns whether time has begun. */
    private boolean begin() {
        if (!isSetUp) {
            hangWatch.begin();
            core.setUp();
            isSetUp = true;
            if (group != null) {
                // The worker chooses when time begins.
                return false;
            }
            beginNanos = clock.nanoTime();
        }
        if (beginNanos - clock.nanoTime() <= 0) {
            core.begin(beginNanos);
            core.metrics().ledgerGrowsBy(clock);
            begun = true;
        }
        return begun;
    }

    /**
     * Lets the worker choose when time begins, after the set-up. Not part of the turn, because another thread may take
     * over the worker during a turn.
     */
    void takePhase(Worker from) {
        if (isSetUp && !hasPhase && group != null) {
            beginNanos = from.beginNanos(tickNanos);
            hasPhase = true;
        }
    }

    /** Frees the place of this run in the grid of its worker. */
    void releasePhase(Phases phases) {
        if (hasPhase) {
            phases.release(beginNanos, tickNanos);
        }
    }

    /**
     * Runs a pass in the time in which the thread would otherwise spin. It loads code and data into the caches. Without
     * it, the first tick after a wait would spend about 1 us on that.
     */
    void warmUp() {
        try {
            if (begun) {
                passToThread();
                pass(true);
            }
        } catch (Throwable t) {
            nextFailure = t;
        }
    }

    /** Ends the run on the thread that steps it. Returns false, because the run does not go on. */
    private boolean endAfter(@Nullable Throwable thrown) {
        Throwable cause = thrown == null ? null : core.world().endedBy(thrown);
        core.closeLedger();
        try {
            end.end(closeSimulation(cause));
        } finally {
            // Last, because it may need memory, and the end does not.
            hangWatch.end();
        }
        return false;
    }

    /**
     * Closes the simulation before the end becomes visible, so that a caller who sees the end finds native
     * memory freed.
     */
    private @Nullable Throwable closeSimulation(@Nullable Throwable cause) {
        try {
            core.world().close();
            return cause;
        } catch (Throwable t) {
            return cause == null ? core.world().endedBy(t) : Faults.withSuppressed(cause, t);
        }
    }

    /**
     * Returns whether to go on. An interrupt requests the end as well. The interrupt flag stays set, so that other code
     * sees it.
     */
    private boolean runs() {
        return !stopRequested && !Thread.currentThread().isInterrupted();
    }

    /** Returns whether to go on. */
    private boolean pass(boolean warmsUp) {
        if (!runs()) {
            return false;
        }
        core.endRest();
        runCommands(warmsUp);
        if (!runs()) {
            return false;
        }
        if (warmsUp) {
            core.warmUp();
        } else {
            core.work();
            waits = core.waitsForInput();
            rests = core.beginRest();
        }
        // In a group, the interrupt flag does not stay until the next pass.
        return runs();
    }

    private void runCommands(boolean warmsUp) {
        Schedule schedule = core.schedule();
        controls.run(schedule, clock);
        // Commands run once after each tick, and not again just before the next tick. If the next tick is far off, they
        // run at each pass. They also run at each pass while the next tick waits for input, because it is then unknown
        // when that tick begins.
        long untilNanos = schedule.untilDueNanos(clock.nanoTime());
        if (schedule.doneTick() != commandedTick || untilNanos > Worker.POLL_NANOS || core.waitsForInput()) {
            commandedTick = schedule.doneTick();
            commands.run(clock, commandBudgetNanos);
        } else if (isPrompt && !warmsUp && untilNanos > 0) {
            commands.run(clock, Math.min(commandBudgetNanos, untilNanos));
        }
    }

    /** Returns whether signals of this run wake the worker. */
    boolean isPrompt() {
        return isPrompt;
    }

    /** Plans the next pass after a pass. If that fails, such as with a full heap, the next pass ends the run. */
    void planNext(long nowNanos) {
        try {
            if (begun) {
                plan.plan(nowNanos, !isPrompt && core.schedule().doneTick() == commandedTick, waits, rests);
            } else {
                plan.planBegin(beginNanos);
            }
        } catch (Throwable t) {
            nextFailure = t;
            plan.planBegin(nowNanos);
        }
    }

    /** Notes that the worker no longer has the run. */
    void leave() {
        if (group != null) {
            group.left(this);
        }
        end.leave();
    }

    /**
     * Lets the worker call this run soon. For any thread, after it has added a request, an input or a failure to its
     * queue. If a signal waits already, there is no second one: the pass that follows clears the flag before it looks
     * into the queues, so it finds everything.
     */
    void signal() {
        VarHandle.fullFence();
        Worker to = worker;
        // The worker of a run that has left may have ended, and would keep the run reachable.
        if (to != null && !end.hasLeft() && !signalled.get() && signalled.compareAndSet(false, true)) {
            to.signal(this);
            if (isPrompt && !to.runsOn(Thread.currentThread())) {
                to.wake();
            }
        }
    }

    /** Clears the signal. Returns the next run in the worker's list. */
    @Nullable ServiceRun takeSignal() {
        ServiceRun next = nextSignal;
        nextSignal = null;
        signalled.set(false);
        return next;
    }

    void requestStop() {
        stopRequested = true;
        signal();
        Worker to = worker;
        if (to != null) {
            to.wake();
        }
    }

    /** Ends a service whose worker never began or hangs. For the thread that starts or closes the service. */
    void endWithout(@Nullable Throwable cause) {
        try {
            end.end(cause);
        } finally {
            // Last, because it may need memory, and the end does not.
            if (group == null) {
                worker.release();
            }
            hangWatch.end();
        }
    }

    /**
     * Waits until the run has ended and, if it has a thread of its own, that thread as well. If meanwhile another run
     * of the same worker hangs, or if the worker is in this run when the time is up, a new thread takes over the
     * others. Returns whether the run has ended.
     */
    boolean awaitEnd(long timeoutNanos) {
        long since = System.nanoTime();
        for (int i = 0; i < LOOKS_FOR_HANGS && !worker.isAlone(); i++) {
            lookForHang(timeoutNanos, false);
            if (end.awaitLeaving(timeoutNanos / LOOKS_FOR_HANGS) && !worker.isAlone()) {
                return true;
            }
        }
        lookForHang(timeoutNanos, true);
        return worker.isAlone() && worker.awaitEnd(timeoutNanos - (System.nanoTime() - since));
    }

    private void lookForHang(long timeoutNanos, boolean timeIsUp) {
        Worker at = worker;
        long turn = at.turn();
        long lastsNanos;
        synchronized (endCheck) {
            lastsNanos = endCheck.lastsNanos(turn, System.nanoTime());
        }
        ServiceRun in = at.current();
        boolean hangs = in == this
                ? timeIsUp
                : in != null && in.isSetUp && lastsNanos >= Math.max(timeoutNanos, in.watchdogNanos);
        if (hangs) {
            // Does nothing if the worker has gone on to another turn.
            at.takeOver(turn);
        }
    }

    @Override
    public Thread thread() {
        return worker.thread();
    }

    @Override
    public long workerTurn() {
        return worker.turn();
    }

    @Override
    public void takeOver(long turn) {
        worker.takeOver(turn);
    }

    @Override
    public void countHungStep() {
        worker.countHungStep();
    }

    /** Prepares for a take-over in which this run stays on its thread. Needs memory. */
    void prepareToGoAlone(TakenOver prepared) {
        takenOver = prepared;
        group.addAlone(prepared.alone());
    }

    /** Takes back {@link #prepareToGoAlone}. */
    void stayInGroup() {
        TakenOver prepared = takenOver;
        if (prepared != null) {
            group.removeAlone(prepared.alone());
        }
    }

    /** Lets the prepared worker run this, and no other run. */
    void goAlone() {
        worker = takenOver.alone();
    }

    /** Returns the exception with which the thread that hung leaves the loop of its worker. */
    TakenOver takenOver() {
        return takenOver;
    }

    /** Interrupts the code of this run, if no other run has the same thread. */
    void interrupt() {
        worker.interrupt();
    }

    /** Returns whether the thread is the one that steps this run. */
    boolean runsOn(Thread thread) {
        Worker by = worker;
        return by != null && by.runsOn(thread);
    }

    /**
     * Returns whether a thread steps this run or another run of its group. It must not wait for the end of this run.
     */
    boolean isOwnThread(Thread thread) {
        return runsOn(thread) || group != null && group.isWorker(thread);
    }

    @Nullable Worker worker() {
        return worker;
    }

    /** Names the run in the exception that a second run of the same simulation throws. */
    String runner() {
        return group == null ? "thread " + who() + " #" + worker.thread().getId() : who();
    }

    /** Names the run for exceptions. */
    String who() {
        Worker by = worker;
        String thread =
                by == null ? "a thread of group " + group.name() : by.thread().getName();
        return group == null ? thread : "service" + (name.isEmpty() ? "" : " " + name) + " on " + thread;
    }
}
