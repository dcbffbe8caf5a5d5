package io.github.freestep.physics.rooms.workers;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.thread.ThreadSystem.Raised;
import io.github.freestep.physics.thread.TimerSlack;
import io.github.freestep.physics.thread.WorkerSettings;
import io.github.freestep.physics.thread.WorkerWaits;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs those services of a group that share one thread. Always calls the run whose tick has been due for the longest
 * time, for one pass. While none is due, it waits.
 *
 * <p>If a run of a group hangs in the user's code, another thread moves all other runs to a new worker, see
 * {@link #isolate}. This worker keeps the run that hangs, and continues with it alone if the call returns. The turn
 * counter decides which thread may move the runs; see the document of this package.
 */
public final class Worker implements Runnable {
    /** Whether this worker has only one service, which has hung, and ends with it. */
    public volatile boolean isAlone;

    /** The run that has hung, until it ends; otherwise null. */
    private @Nullable Run only;

    private final WorkerSettings settings;

    /** Counts the workers that have had this name, each in place of one that hung. */
    private final int generation;

    private final Raised raised;

    public final Thread thread;
    private final Signals<Run> signals = new Signals<>();
    private final RunQueue queue = new RunQueue();
    private Phases phases = new Phases(0);
    public final WorkerLoad load = new WorkerLoad();

    private final Members members;
    private final WorkerWaits waits;

    // Made once, because making it for each wait would allocate.
    private final Runnable beforeTick = this::passBeforeTick;
    private final Turns<Run> turns = new Turns<>();

    /** Null for a worker that hands no runs over. */
    private @Nullable Balance balance;

    private volatile boolean started;

    /** The part of a core that all runs need, by the newest measurement; may be above 1. */
    volatile double demand;

    /** Whether another run can join without an allocation. */
    private volatile boolean hasRoom = true;

    private long nowNanos;
    private long lookedNanos;

    /** Whether the clock has stood still during the newest wait. */
    private boolean stands;

    /** The end of the newest wait. */
    private long wokeNanos;

    private Run warmed;

    /** The signalled runs that were taken from the list and not looked at yet. */
    private @Nullable Run unread;

    public Worker(WorkerSettings settings) {
        this(settings, 1);
    }

    private Worker(WorkerSettings settings, int generation) {
        this.settings = settings;
        this.generation = generation;
        raised = settings.systemRequests().raised();
        members = new Members();
        waits = new WorkerWaits(settings);
        // The thread that finds a hang may be any, so a worker in place of another inherits nothing of it.
        String name = settings.name() + (generation == 1 ? "" : "-" + generation);
        thread = new Thread(null, this, name, 0, generation == 1);
        thread.setDaemon(true);
    }

    /** Returns a worker that can take the place of this one, and has room for n runs. For any thread. */
    Worker next(int n) {
        Worker next = new Worker(settings, generation + 1);
        next.queue.reserve(n);
        next.balanceBy(balance);
        next.load.copy(load);
        next.demand = demand;
        return next;
    }

    @Override
    public void run() {
        settings.timer().raise(this);
        raised.raise();
        try {
            TimerSlack.minimise();
            runAll();
        } finally {
            waits.close();
            lower();
        }
    }

    /**
     * Runs until this worker has ended. Only an exception of the clock, which may be the user's, can reach the loop. It
     * ends the runs of this worker, but not the worker: a later reading of the clock may succeed.
     */
    private void runAll() {
        while (!members.endIfEmpty()) {
            try {
                beginLoop();
                loop();
            } catch (Throwable failure) {
                endAll(failure);
                clearInterrupt();
                signals.sleep(waits, members, false);
            }
        }
        passOn(signals.takeAll());
    }

    private void beginLoop() {
        nowNanos = waits.nanoTime();
        lookedNanos = nowNanos - WorkerWaits.LOOK_NANOS;
        wokeNanos = nowNanos;
        load.start(nowNanos);
    }

    /** Ends all runs with a failure, also those that are about to join. Reads no clock. */
    private void endAll(Throwable failure) {
        if (unread == null) {
            // Only once: a run that is started after the first has ended must not end with it.
            unread = signals.takeAll();
        }
        for (Run run; (run = unread) != null; ) {
            unread = run.takeSignal();
            if (run.worker() != this) {
                run.signal();
            } else if (run.joins()) {
                end(run, failure);
            }
        }
        while (queue.size > 0) {
            end(queue.get(queue.size - 1), failure);
        }
    }

    /** Ends a run with a failure, unless its newest pass has ended it already. */
    private void end(Run run, Throwable failure) {
        if (run.passes().continues()) {
            run.passes().failNext(failure);
            turn(run);
        }
        left(run);
    }

    private void loop() {
        while (!members.endIfEmpty()) {
            look();
            Run next = queue.next(nowNanos);
            if (next == null) {
                await();
            } else {
                pass(next);
            }
        }
    }

    private void lower() {
        settings.timer().release(this);
        raised.lower();
    }

    private void look() {
        if (nowNanos - lookedNanos < WorkerWaits.LOOK_NANOS && !stands) {
            return;
        }
        lookedNanos = nowNanos;
        unread = signals.takeAll();
        for (Run run; (run = unread) != null; ) {
            unread = run.takeSignal();
            if (run.worker() != this) {
                run.signal();
                continue;
            }
            if (run.joins()) {
                join(run);
            }
            if (run.isJoined()) {
                queue.hurry(run, nowNanos);
            }
        }
    }

    private void join(Run run) {
        try {
            queue.join(run);
        } catch (OutOfMemoryError noRoom) {
            end(run, noRoom);
        }
    }

    private void pass(Run run) {
        long sinceNanos = nowNanos;
        run.groupPlan().resume(sinceNanos, wokeNanos, waits.latenessNanos(), isAlone ? 1 : load.share);
        turn(run);
        after(run, sinceNanos);
    }

    private void turn(Run run) {
        long turn = enter(run);
        try {
            run.passes().runPass();
        } catch (Throwable failure) {
            // The pass has ended its run, but a part of that end has failed, such as with a full heap. The other
            // runs continue.
        } finally {
            leave(turn);
        }
    }

    private void after(Run run, long sinceNanos) {
        nowNanos = waits.nanoTime();
        if (!run.passes().continues()) {
            left(run);
            return;
        }
        run.takePhase(phases, nowNanos, queue);
        run.groupPlan().planNext(nowNanos);
        queue.add(run);
        load.pass(
                run.groupPlan().cost,
                nowNanos - sinceNanos,
                run.groupPlan().steppedTicks(),
                run.groupPlan().hasDropped());
        if (load.isOver(nowNanos)) {
            endWindow();
        }
    }

    private void left(Run run) {
        remove(run);
        run.leave();
    }

    /** Drops all references to a run that has ended: the worker may live for long, and wait without another pass. */
    private void forget(Run run) {
        turns.forget(run);
        if (only == run) {
            only = null;
        }
        if (warmed == run) {
            warmed = null;
        }
    }

    private void endWindow() {
        double slowable = 0;
        double fixed = 0;
        for (int i = 0; i < queue.size; i++) {
            GroupPlan plan = queue.get(i).groupPlan();
            double demand = plan.endWindow();
            slowable += plan.canBeSlowed() ? demand : 0;
            fixed += plan.canBeSlowed() ? 0 : demand;
        }
        load.endWindow(nowNanos, slowable, fixed, queue.size);
        if (balance != null && !isAlone) {
            balance();
        }
    }

    private void balance() {
        demand = queue.demand();
        hasRoom = makeRoom();
        // Another thread may place a run, or move those of a worker that hangs. The next window balances as well.
        if (balance.lock.tryLock()) {
            try {
                Worker to = balance.lightest(this, nowNanos);
                Run best = to == null ? null : balance.best(queue, demand, to.demand);
                if (best != null && balance.begin(nowNanos) && to.members.tryAdd()) {
                    handOver(best, to);
                }
            } finally {
                balance.lock.unlock();
            }
        }
    }

    private boolean makeRoom() {
        try {
            queue.reserve(1);
            return true;
        } catch (OutOfMemoryError noRoom) {
            return false;
        }
    }

    /** Hands a run over between two passes. The other worker passes the world to its thread before the next tick. */
    private void handOver(Run run, Worker to) {
        double moved = run.groupPlan().demand();
        demand = demand - moved;
        // Until that worker measures, so that no third one hands over to it as well.
        to.demand = to.demand + moved;
        remove(run);
        run.moveTo(to);
    }

    /** Removes a run from the queue and forgets it. */
    private void remove(Run run) {
        queue.leave(run);
        forget(run);
        members.remove();
    }

    private void await() {
        clearInterrupt();
        long sinceNanos = nowNanos;
        boolean signalled = !signals.isEmpty();
        Run next = queue.firstWaiting();
        warmed = next;
        if (next == null && !signalled) {
            load.noteSleep();
            demand = 0;
            // Without a run, no time passes that counts: a virtual clock would leap ahead of the runs that come. A run
            // that is about to join is such a run: another thread may be slow to move it here.
            signals.sleep(waits, members, queue.size > 0);
            nowNanos = waits.nanoTime();
        } else {
            nowNanos = waits.untilPassOrLook(
                    next == null ? null : next.groupPlan().plan(),
                    queue.hasPromptRuns(),
                    signalled,
                    nowNanos,
                    lookedNanos,
                    beforeTick);
        }
        wokeNanos = nowNanos;
        load.idle(nowNanos - sinceNanos);
        // While the clock stands still, the next pass never becomes due. Commands, feeds and the end must run even so.
        stands = nowNanos == sinceNanos;
        if (isAlone && (stands || Thread.currentThread().isInterrupted())) {
            only.signal();
        }
    }

    private void passBeforeTick() {
        Run run = warmed;
        long turn = enter(run);
        try {
            run.passes().passBeforeTick();
        } catch (Throwable failure) {
            // The next pass ends this run, and the other runs continue.
            run.passes().failNext(failure);
        }
        leave(turn);
    }

    private long enter(Run run) {
        clearInterrupt();
        return turns.enter(run, nowNanos);
    }

    /** Marks that the thread has left user code. If another thread is moving the other runs, waits until it has. */
    private void leave(long turn) {
        if (!turns.end(turn)) {
            balance.lock.lock();
            balance.lock.unlock();
            raised.raise();
        }
        clearInterrupt();
    }

    /**
     * In a group, clears an interrupt that was meant for another run, or for none: it must not end the next run, and
     * while a thread is interrupted, its parks return at once.
     */
    private void clearInterrupt() {
        if (!isAlone) {
            Thread.interrupted();
        }
    }

    /** Returns the number of the present turn; even if the thread is not in user code. For any thread. */
    public long turn() {
        return turns.turn();
    }

    /**
     * Moves all runs to another worker, except the one in the given turn. Does nothing if that turn is over. Needs no
     * memory. The thread of this worker waits for the end of this method before it touches another run, so the caller
     * must hold the lock of the balance.
     *
     * @param turn a turn that hangs
     * @param all all runs of the group
     * @param to a worker with room for them, whose thread has started
     * @return whether this worker is alone with its run now
     */
    boolean isolate(long turn, Run[] all, Worker to) {
        Run hanging = turns.current;
        if (!turns.end(turn)) {
            return false;
        }
        for (Run run : all) {
            if (run.worker() == this && run != hanging) {
                moveFromHang(run, to);
            }
        }
        only = hanging;
        passOn(unread);
        unread = null;
        passOn(signals.takeAll());
        members.end();
        // If the hung thread spins, it blocks threads of the same priority on its processor.
        raised.lower();
        isAlone = true;
        return true;
    }

    /** Moves a run, which may wait for its next pass, or for its set-up, or be about to join. */
    private void moveFromHang(Run run, Worker to) {
        if (run.isJoined() && !run.passes().continues()) {
            // The clock has failed just after the pass that has ended the run.
            left(run);
            return;
        }
        // If the set-up has ended the run, its thread is about to withdraw it, from either worker.
        to.members.add();
        if (run.isJoined()) {
            remove(run);
        } else {
            members.remove();
        }
        run.moveTo(to);
    }

    /**
     * Signals again runs that were taken from the list. For any thread. A run that has moved gets the signal from its
     * present worker.
     */
    private static void passOn(@Nullable Run first) {
        Run run = first;
        while (run != null) {
            Run next = run.takeSignal();
            run.signal();
            run = next;
        }
    }

    /** Returns whether another worker may hand a run over to this one. For any thread. */
    boolean canTake(long nowNanos) {
        return started && hasRoom && !turns.isLong(nowNanos);
    }

    /** Lets this worker hand runs over to others. Call it before the start. */
    public void balanceBy(Balance with) {
        balance = with;
        phases = new Phases(with.originNanos);
    }

    /**
     * Signals that a run has something to do. No other signal of the run may be waiting. For any thread. The thread
     * that moves a run first changes the run's worker, and then passes on the signals in the old worker's list. So
     * either it finds the signal there, or this method sees that the run has moved.
     */
    void signal(Run run) {
        signals.add(run);
        if (run.worker() != this || members.hasEnded()) {
            passOn(signals.takeAll());
        }
    }

    /** Starts the thread, unless it was started before. For one thread at a time. */
    public void startOnce() {
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
            started = true;
        }
    }

    /** Counts a run that will join. */
    public void place() {
        members.add();
    }

    /** Takes back a {@link #place} for a run that does not join. */
    public void withdraw() {
        members.remove();
        wake();
    }

    /** Lets the thread end after its last run. */
    public void end() {
        members.end();
        wake();
    }

    public void wake() {
        LockSupport.unpark(thread);
    }

    /** Interrupts the thread if it has only one run. Otherwise, the interrupt could hit the run that follows. */
    public void interrupt() {
        if (isAlone) {
            thread.interrupt();
        }
    }

    /** Waits until the thread has ended. Returns whether it has. */
    public boolean awaitEnd(long timeoutNanos) {
        return Threads.join(thread, timeoutNanos);
    }

    public int members() {
        return members.count();
    }

    /** Returns the load to expect if another run joins, for comparison with other workers. */
    public double expectedLoad() {
        return load.expected(members());
    }

    /** Returns the run of the present turn or of a newer one, or null. For any thread that has read the turn before. */
    @Nullable Run current() {
        return turns.current;
    }

    public boolean runsOn(Thread other) {
        return other == thread;
    }

    /** Takes back all requests, for a worker of one service whose thread never began or hangs. */
    public void release() {
        if (isAlone) {
            lower();
        }
    }
}
