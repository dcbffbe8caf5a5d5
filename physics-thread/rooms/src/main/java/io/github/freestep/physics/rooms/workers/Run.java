package io.github.freestep.physics.rooms.workers;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.thread.Passes;
import io.github.freestep.physics.watch.HangCheck;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A run as its {@link Worker} sees it: its place in the worker's queue, the signals that wake it, and whether it has
 * left. {@link Passes} do its work. For the thread of the worker, except where a method says otherwise.
 */
public abstract class Run extends Signalled<Run> {
    /** The number of times that a closing thread looks for a hang while it waits. */
    private static final int LOOKS_FOR_HANGS = 4;

    /** The place of this run in the worker's queue, which writes it. */
    int queuePlace;

    /** When a signal last let this run go before others. The worker's queue writes it. */
    long ledNanos;

    final boolean isPrompt;
    private final long watchdogNanos;

    /** Finds a hang while threads wait for the end. Guarded by itself. */
    private final HangCheck endCheck;

    /** Null until a group has chosen the worker. */
    private volatile @Nullable Worker worker;

    private volatile boolean started;
    private boolean joined;

    /** When time began, by the choice of a worker's {@link Phases}, and the length of a tick; 0 before that choice. */
    long beginNanos;

    double phaseTickNanos;

    private volatile boolean left;
    private final BooleanSupplier hasLeft = () -> left;

    /** Whether the worker had only this run when it left. Written before {@link #left}. */
    private boolean leftAlone;

    /**
     * Creates a run without a worker.
     *
     * @param nowNanos the time of the worker's clock
     * @param isPrompt whether signals wake the worker
     * @param closeTimeoutNanos how long a thread waits for the end
     * @param watchdogNanos how long a call of the user's code may take
     */
    Run(long nowNanos, boolean isPrompt, long closeTimeoutNanos, long watchdogNanos) {
        ledNanos = nowNanos - RunQueue.LEAD_INTERVAL_NANOS;
        this.isPrompt = isPrompt;
        this.watchdogNanos = watchdogNanos;
        endCheck = new HangCheck(closeTimeoutNanos, System.nanoTime());
    }

    /** Returns the work of this run. */
    abstract Passes passes();

    /** Returns when the next pass must run. */
    abstract GroupPlan groupPlan();

    /** Returns the length of a tick at full speed. */
    abstract double tickNanos();

    /** Chooses when time begins, after the first pass. By then, the world is set up. */
    final void takePhase(Phases phases, long nowNanos, RunQueue others) {
        if (phaseTickNanos == 0) {
            beginNanos = phases.take(nowNanos, tickNanos(), others);
            phaseTickNanos = tickNanos();
            groupPlan().slowedTicks.begins(beginNanos);
            passes().beginAt(beginNanos);
        }
    }

    /** Returns whether another worker may get the run while no call hangs. */
    boolean mayMove() {
        return true;
    }

    /** Moves all runs of a worker to a new one, except the run in this turn. Does nothing if the turn is over. */
    abstract void moveOthers(Worker from, long turn);

    /** Sets the worker. Call it once, before the start. Later, only {@link #moveTo} changes it. */
    final void placeAt(Worker chosen) {
        worker = chosen;
    }

    /** Notes that the worker may begin. For the thread that starts the run. */
    final void markStarted() {
        started = true;
    }

    /**
     * Notes that the worker takes the run over. Returns false if the run has not started, or the worker has it already.
     */
    final boolean joins() {
        boolean joins = started && !joined && !left;
        joined |= joins;
        return joins;
    }

    /** Returns whether the worker has the run. */
    public final boolean isJoined() {
        return joined && !left;
    }

    /** Lets another worker have the run, which is in no queue. For the thread that may touch it, in a lock. */
    void moveTo(Worker other) {
        joined = false;
        worker = other;
        signal();
    }

    /** Notes that the worker no longer has the run. */
    void leave() {
        leftAlone = isAlone();
        left = true;
    }

    /** Returns whether the worker no longer has the run. For any thread. */
    public final boolean hasLeft() {
        return left;
    }

    /**
     * Lets the worker call this run soon. For any thread, after it has added a request, an input or a failure to its
     * queue. If a signal waits already, there is no second one: the pass that follows clears the flag before it looks
     * into the queues, so it finds everything. For that, every queue that a pass looks into must be read with volatile
     * semantics, as those of JCTools and the atomic references are. With acquire, the look could come before the store
     * that clears the flag, on a processor weaker than x86.
     */
    public final void signal() {
        VarHandle.fullFence();
        Worker to = worker;
        // The worker of a run that has left may have ended, and would keep the run reachable.
        if (to != null && !left && !signalled.get() && signalled.compareAndSet(false, true)) {
            to.signal(this);
            if (isPrompt && !to.runsOn(Thread.currentThread())) {
                to.wake();
            }
        }
    }

    /**
     * Waits until the run has left its worker and, if it has the thread alone, until that thread has ended. If
     * meanwhile another run of the same worker hangs, or if the worker is in this run when the time is up, a new worker
     * gets the others. For any thread.
     *
     * @return whether the run has ended
     */
    final boolean awaitLeave(long timeoutNanos) {
        long since = System.nanoTime();
        for (int i = 0; i < LOOKS_FOR_HANGS && !isAlone(); i++) {
            lookForHang(timeoutNanos, false);
            if (Threads.await(hasLeft, timeoutNanos / LOOKS_FOR_HANGS) && !isAlone()) {
                return true;
            }
        }
        lookForHang(timeoutNanos, true);
        return isAlone() ? worker.awaitEnd(timeoutNanos - (System.nanoTime() - since)) : left;
    }

    /** Interrupts the thread, if it has only this run. For any thread. */
    public final void interrupt() {
        if (isAlone()) {
            worker.interrupt();
        }
    }

    /** Takes back the requests of the thread, if it has only this run. For any thread. */
    public final void release() {
        if (isAlone()) {
            worker.release();
        }
    }

    /** Returns whether other runs have the same worker, and would wait for a call of this one. For any thread. */
    final boolean mayHoldUpOthers() {
        return worker != null && !left && !isAlone();
    }

    /**
     * Returns whether the thread of the worker has, or most recently had, only this run. The worker of a run that has left
     * may become that of another run alone. And it becomes so after the others have moved, so their worker is read
     * again.
     */
    private boolean isAlone() {
        Worker at = worker;
        boolean alone = at != null && at.isAlone;
        return left ? leftAlone : alone && at == worker;
    }

    private void lookForHang(long timeoutNanos, boolean timeIsUp) {
        Worker at = worker;
        long turn = at.turn();
        long lastsNanos;
        synchronized (endCheck) {
            lastsNanos = endCheck.lastsNanos(turn, System.nanoTime());
        }
        Run in = at.current();
        boolean hangs = in == this ? timeIsUp : in != null && lastsNanos >= Math.max(timeoutNanos, in.watchdogNanos);
        if (hangs) {
            // Does nothing if the worker has gone on to another turn.
            moveOthers(at, turn);
        }
    }

    /** Returns whether the thread is the one that steps this run. For any thread. */
    public final boolean runsOn(Thread thread) {
        Worker by = worker;
        return by != null && by.runsOn(thread);
    }

    /** Returns the worker; null until a group has chosen it. For any thread. */
    public final @Nullable Worker worker() {
        return worker;
    }
}
