package io.github.freestep.physics;

import io.github.freestep.physics.delivery.CommandCallbacks;
import io.github.freestep.time.NanoClock;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The run of a service: its place at a {@link Worker}, the signals that wake it, and its end. {@link RunPasses} does
 * its work. For the thread of the worker, except {@link #signal} and the end.
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
    final RunPasses passes;
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
    private final boolean isPrompt;
    private final AtomicBoolean signalled = new AtomicBoolean();

    /** Null until a group has chosen the worker. */
    private volatile @Nullable Worker worker;

    private volatile boolean stopRequested;
    private volatile boolean started;
    private boolean joined;

    /** Written before a take-over, and read by the thread that hung. */
    private @Nullable TakenOver takenOver;

    ServiceRun(Setup setup) {
        name = setup.name();
        group = setup.group();
        clock = setup.clock();
        isPrompt = setup.promptCommands();
        core = new Core(setup, clock, clock, this::signal);
        callbacks = new CommandCallbacks(
                this::runsOn, 2 * setup.commandCapacity(), setup.callbackThread(), setup.callbacks());
        controls = new TimeControls(callbacks, this::signal);
        commands = new Commands(setup.commandCapacity(), callbacks, core.world(), this::signal);
        plan = new RunPlan(core, commands, group != null);
        end = new RunEnd(core, controls, commands, callbacks);
        watchdogNanos = setup.watchdogNanos();
        hangWatch = new HangWatch(this, core, watchdogNanos);
        passes = new RunPasses(setup, this, hangWatch);
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

    /** Returns whether signals of this run wake the worker. */
    boolean isPrompt() {
        return isPrompt;
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

    boolean isStopRequested() {
        return stopRequested;
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
                : in != null && in.passes.isSetUp() && lastsNanos >= Math.max(timeoutNanos, in.watchdogNanos);
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
