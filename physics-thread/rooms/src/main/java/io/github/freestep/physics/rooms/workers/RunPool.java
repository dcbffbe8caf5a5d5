package io.github.freestep.physics.rooms.workers;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.thread.RunPlan;
import io.github.freestep.physics.thread.WorkerSettings;
import io.github.freestep.physics.thread.WorkerWaits;
import java.util.Comparator;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a group that wait for a pass, and the workers that take them. The lock on this guards all fields but
 * the volatile ones. A thread holds it for about a microsecond, or to start another. See the document of this package.
 */
public final class RunPool {
    /**
     * With one thread, ticks are due at moments at least this far apart, so that runs wake it together. With more, the
     * moments are closer, so that all threads together wake up no more often than if each had runs of its own.
     */
    private static final double GAP_NANOS = 5_000_000;

    private static final int MOST_GAPS = 4;

    /** Time begins within about so long. */
    private static final double SOON_NANOS = 100_000_000;

    /** By the golden ratio, any few runs in a row are spread evenly, whatever other runs start between them. */
    private static final double SPREAD = (Math.sqrt(5) - 1) / 2;

    /** Another worker is worth its wake-up if a tick is later than this, or if a pass usually takes longer. */
    private static final long WORTH_NANOS = 500_000;

    /**
     * For how long after a call that hung its run may have a thread for itself, so that the next one delays no other
     * run.
     */
    private static final long APART_NANOS = 10_000_000_000L;

    /** If no worker could be started, none is for so long: with a full heap, each attempt costs a collection. */
    private static final long RETRY_NANOS = 1_000_000_000;

    private static final long NEVER_NANOS = 10_000_000_000L;

    /** For how many runs the queues have room at first. */
    private static final int ROOM = 4_096;

    /** Compares by the difference, because a clock may wrap. */
    private static final Comparator<GroupRun> BY_KEY = (a, b) -> Long.signum(a.key - b.key);

    /** No run warms up before its tick, because the code of the others has just run. */
    private static final Runnable NO_WARM_UP = () -> {};

    final int threads;
    public final GroupLoad load;
    private final WorkerSettings settings;
    private final long originNanos;

    /** Those that wait for their next pass, by the time of that pass. */
    private PriorityQueue<GroupRun> waiting = new PriorityQueue<>(ROOM, BY_KEY);

    /** Those whose pass is due, by its urgency. */
    private PriorityQueue<GroupRun> due = new PriorityQueue<>(ROOM, BY_KEY);

    /** For how many runs both queues have room. */
    private int room = ROOM;

    /** How many are set up, and how many of these a worker is in. */
    private int joined;

    private int inPasses;

    /** All that have a place. */
    private volatile int members;

    private int begun;
    private boolean isEnding;

    /** The workers, as a list by {@link Worker#next}, so that no change of it needs memory; and how many there are. */
    private volatile @Nullable Worker workers;

    private int count;
    private int started;
    private long notStartedNanos = System.nanoTime() - RETRY_NANOS;

    /** One of them, as long as there is any. */
    private volatile @Nullable Thread anyThread;

    /** How many workers there may be beside the {@link #threads}: one for each run that hangs, or has lately. */
    private int extra;

    final Signals signals = new Signals();
    private volatile long lookedNanos;

    /** The worker that waits for the next pass and looks for signals; null while all are in runs or idle. */
    private volatile @Nullable Worker leader;

    /** When the leader looks again, at the latest. */
    private long leaderNanos;

    RunPool(WorkerSettings settings, int threads) {
        this.settings = settings;
        this.threads = threads;
        originNanos = settings.clock().nanoTime();
        lookedNanos = originNanos;
        load = new GroupLoad(threads, originNanos);
    }

    /** Gives a run a place, and adds it to a set. Returns false, without an effect, after {@link #end}. */
    synchronized boolean place(GroupRun run, Set<GroupRun> all) {
        if (isEnding) {
            return false;
        }
        if (count == 0) {
            startWorker();
        }
        // Without memory or threads, the second one could not be started when a call of the first hangs.
        if (count == 1 && threads > 1) {
            tryStart();
        }
        if (members == room) {
            // Here, so that with a full heap this run is refused. Later, it would end the others.
            PriorityQueue<GroupRun> widerWaiting = wider(waiting);
            due = wider(due);
            waiting = widerWaiting;
            room *= 2;
        }
        all.add(run);
        members++;
        run.isPlaced = true;
        return true;
    }

    private PriorityQueue<GroupRun> wider(PriorityQueue<GroupRun> queue) {
        PriorityQueue<GroupRun> wider = new PriorityQueue<>(2 * room, BY_KEY);
        wider.addAll(queue);
        return wider;
    }

    /** Takes the place of a run that no worker will call, or whose call hangs while its service is closed. */
    synchronized void withdraw(GroupRun run) {
        if (run.isPlaced) {
            run.isPlaced = false;
            members--;
            endIfEmpty();
        }
    }

    /** Begins a set-up, unless it has begun. */
    synchronized boolean beginSetUp(GroupRun run, @Nullable Thread by) {
        boolean begins = !run.hasEntered;
        if (begins) {
            run.enter(by);
        }
        return begins;
    }

    /** Ends a set-up. If the run has not ended by it, workers call it from now on. */
    synchronized void endSetUp(GroupRun run) {
        run.exit();
        if (run.continues()) {
            run.isJoined = true;
            joined++;
            run.isSignalledInPass = true;
            add(run);
            wakeLeader();
        } else {
            leave(run);
        }
    }

    private void leave(GroupRun run) {
        if (run.isJoined) {
            run.isJoined = false;
            joined--;
            join(run);
        }
        run.leaveGroup();
        withdraw(run);
    }

    /** Returns when time begins for the next run that does, so that ticks of one rate are spread. */
    synchronized long beginNanos(double tickNanos, long nowNanos) {
        double places = Math.max(1, Math.floor(tickNanos * Math.min(threads, MOST_GAPS) / GAP_NANOS));
        double gapNanos = tickNanos / places;
        double round = Math.min(places, Math.max(1, Math.floor(SOON_NANOS / gapNanos)));
        double first = Math.floor((nowNanos - originNanos) / gapNanos) + 1;
        double place = Math.floor(++begun * SPREAD % 1 * round);
        return originNanos + Math.round((first + (place - first % round + round) % round) * gapNanos);
    }

    /**
     * Waits for the next run to call, and returns it. The worker must call {@link #done} after the pass. Returns null
     * if the worker is to end.
     */
    @Nullable GroupRun next(Worker worker) {
        GroupRun run = take(worker);
        while (run == null && !mayEnd(worker)) {
            await(worker, true);
            run = take(worker);
        }
        return run;
    }

    private synchronized @Nullable GroupRun take(Worker worker) {
        awake(worker);
        long nowNanos = worker.nowNanos;
        look(nowNanos, worker.stands);
        for (GroupRun first = waiting.peek(); first != null && first.key - nowNanos <= 0; first = waiting.peek()) {
            waiting.remove();
            makeDue(first, first.priorityNanos);
        }
        GroupRun run = due.poll();
        if (run != null) {
            begin(worker, run);
            GroupRun other = due.peek();
            boolean isLate = other != null && nowNanos - other.key > WORTH_NANOS;
            if (isLate || (run.isApart || run.workNanos > WORTH_NANOS) && leader == null) {
                help();
            }
        }
        return run;
    }

    private void begin(Worker worker, GroupRun run) {
        worker.passes++;
        worker.current = run;
        worker.passNanos = worker.nowNanos;
        run.isDue = false;
        inPasses++;
        run.enter(worker.thread);
    }

    /** Wakes or starts another worker, if there is one. */
    private void help() {
        if (!wakeIdle() && count < threads + extra && System.nanoTime() - notStartedNanos > RETRY_NANOS) {
            tryStart();
        }
    }

    private boolean wakeIdle() {
        Worker idle = workers;
        while (idle != null && !idle.isIdle) {
            idle = idle.next;
        }
        if (idle != null) {
            idle.isIdle = false;
            LockSupport.unpark(idle.thread);
        }
        return idle != null;
    }

    private void tryStart() {
        try {
            startWorker();
        } catch (Error | IllegalThreadStateException noThread) {
            // The runs wait for the present calls. A later tick or check of the watchdog tries again.
            notStartedNanos = System.nanoTime();
        }
    }

    private void startWorker() {
        Worker worker = new Worker(this, settings, settings.name() + (started + 1));
        add(worker);
        try {
            worker.thread.start();
            started++;
        } catch (Throwable noThread) {
            remove(worker);
            throw noThread;
        }
    }

    synchronized void add(Worker worker) {
        worker.next = workers;
        workers = worker;
        count++;
        if (count == 1) {
            anyThread = worker.thread;
        }
    }

    /** Removes a worker, unless that was done before. */
    private void remove(Worker worker) {
        Worker before = null;
        Worker each = workers;
        while (each != null && each != worker) {
            before = each;
            each = each.next;
        }
        if (each != null) {
            if (before == null) {
                workers = worker.next;
            } else {
                before.next = worker.next;
            }
            count--;
            Worker first = workers;
            if (first != null && anyThread == worker.thread) {
                anyThread = first.thread;
            }
        }
    }

    /** Ends a pass. Reads no clock, which may have failed. */
    synchronized void done(Worker worker, GroupRun run) {
        worker.current = null;
        inPasses--;
        run.exit();
        if (run.isApart && worker.watchedNanos - run.hungNanos > APART_NANOS) {
            join(run);
        }
        if (run.continues()) {
            add(run);
        } else {
            leave(run);
        }
        if (!run.isTooSlow() && !run.isApart) {
            load.pass(worker.nowNanos - worker.passNanos, run.drops);
        }
        load.look(worker.nowNanos);
    }

    private void add(GroupRun run) {
        if (run.isSignalledInPass || !run.plan().isDormant()) {
            run.key = run.isSignalledInPass ? lookedNanos : run.plan().wakeNanos();
            run.isSignalledInPass = false;
            waiting.add(run);
        }
    }

    private void makeDue(GroupRun run, long urgencyNanos) {
        run.isDue = true;
        run.key = urgencyNanos;
        due.add(run);
    }

    /** Looks for signals, but usually only once in a millisecond, so that a flood of them holds up no tick. */
    private void look(long nowNanos, boolean inAnyCase) {
        if (inAnyCase || nowNanos - lookedNanos >= WorkerWaits.LOOK_NANOS) {
            lookedNanos = nowNanos;
            GroupRun next;
            for (GroupRun run = signals.takeAll(); run != null; run = next) {
                next = Signals.take(run);
                hurry(run, nowNanos);
            }
        }
    }

    /** Makes the next pass of a run due. It comes after those of runs that have been due for longer. */
    private void hurry(GroupRun run, long nowNanos) {
        if (run.thread != null) {
            run.isSignalledInPass = true;
        } else if (run.isJoined && !run.isDue) {
            waiting.remove(run);
            makeDue(run, run.isTooLong() ? run.priorityNanos : nowNanos);
        }
    }

    private enum Wait {
        FOR_PASS,
        FOR_SIGNAL,
        FOR_HELP
    }

    /**
     * Waits.
     *
     * @param hasClock false if the clock has failed, and must not be called
     */
    private void await(Worker worker, boolean hasClock) {
        // It was meant for a run that has ended, or for none. While a thread is interrupted, its parks return at once.
        Thread.interrupted();
        Wait wait = plan(worker, hasClock);
        if (wait == Wait.FOR_PASS && hasClock) {
            worker.woke(worker.waits.untilPassOrLook(
                    worker.untilNanos, worker.isForTick, !signals.isEmpty(), worker.nowNanos, lookedNanos, NO_WARM_UP));
            return;
        }
        if (wait != Wait.FOR_SIGNAL) {
            LockSupport.parkNanos(this, wait == Wait.FOR_HELP ? NEVER_NANOS : WorkerWaits.LOOK_NANOS);
        } else if (!isOver()) {
            worker.waits.deeply(worker.isForTick);
        }
        if (hasClock) {
            worker.woke(worker.waits.nanoTime());
        }
    }

    /**
     * Decides how a worker waits. One waits for the next pass, or for a signal if none is to come, and all others until
     * they are needed.
     */
    private synchronized Wait plan(Worker worker, boolean hasClock) {
        GroupRun first = waiting.peek();
        if (leader != null && (first == null || leaderNanos - first.key <= 0)) {
            worker.isIdle = true;
            return Wait.FOR_HELP;
        }
        if (leader != null) {
            // It looks too late, and now waits as the others do.
            leader.isIdle = true;
        }
        leader = worker;
        leaderNanos = worker.nowNanos + NEVER_NANOS;
        if (first == null && signals.fallAsleep(worker.thread)) {
            // Without a run that waits for a signal, no time passes that counts: a virtual clock would leap ahead of
            // the runs that come, or of those that other workers are in.
            worker.isForTick = hasClock && joined > 0 && inPasses == 0;
            return Wait.FOR_SIGNAL;
        }
        signals.wakeUp();
        worker.untilNanos = first == null ? Long.MAX_VALUE : Math.max(0, first.key - worker.nowNanos);
        worker.isForTick = first != null && first.plan().wakesForTick();
        leaderNanos = worker.nowNanos + Math.min(worker.untilNanos, RunPlan.POLL_NANOS);
        return Wait.FOR_PASS;
    }

    private void awake(Worker worker) {
        worker.isIdle = false;
        if (leader == worker) {
            leader = null;
            signals.wakeUp();
        }
    }

    /** Wakes the worker that looks for signals. If there is none, the next one looks. For any thread. */
    void wakeLeader() {
        Worker leads = leader;
        if (leads != null) {
            LockSupport.unpark(leads.thread);
        }
    }

    /** Lets another worker call the other runs, because a pass has lasted for long. */
    synchronized void free(Worker worker, long pass) {
        GroupRun run = worker.current;
        if (run != null && worker.passes == pass) {
            run.hungNanos = worker.watchedNanos;
            if (!run.isApart) {
                run.isApart = true;
                extra++;
            }
            if (leader == null && inPasses < joined) {
                help();
            }
        }
    }

    /** Ends the time in which a run may have a thread for itself. */
    private void join(GroupRun run) {
        if (run.isApart) {
            run.isApart = false;
            extra--;
            // It ends if it is one too many.
            wakeIdle();
        }
    }

    /** Interrupts the code of a run, and no other. */
    synchronized void interrupt(GroupRun run) {
        if (run.thread != null) {
            run.thread.interrupt();
        }
    }

    /**
     * Ends all runs that wait for a pass or have a signal, after the clock has failed. Waits for the next signal
     * without the clock, because a later reading may succeed. Returns whether the worker continues.
     */
    boolean fail(Worker worker, Throwable failure) {
        gatherDue(worker);
        for (GroupRun run = nextDue(worker); run != null; run = nextDue(worker)) {
            run.end(failure);
            done(worker, run);
        }
        await(worker, false);
        return !mayEnd(worker);
    }

    /** Makes all due that wait now: a run that is started after the first has ended must not end with it. */
    private synchronized void gatherDue(Worker worker) {
        awake(worker);
        look(worker.nowNanos, true);
        for (GroupRun run = waiting.poll(); run != null; run = waiting.poll()) {
            makeDue(run, run.key);
        }
    }

    private synchronized @Nullable GroupRun nextDue(Worker worker) {
        if (worker.current == null && !due.isEmpty()) {
            begin(worker, due.poll());
        }
        return worker.current;
    }

    /** Lets the threads end after the last run. */
    synchronized void end() {
        isEnding = true;
        endIfEmpty();
    }

    private void endIfEmpty() {
        if (isEnding && members == 0) {
            for (Worker worker = workers; worker != null; worker = worker.next) {
                LockSupport.unpark(worker.thread);
            }
        }
    }

    /** Returns whether a worker that is in no run may end: after the last run, or if a call that hung has returned. */
    private synchronized boolean mayEnd(Worker worker) {
        boolean isSurplus = count > threads + extra && leader != null && leader != worker;
        if (isSurplus) {
            // At once, so that no other ends instead of the same call.
            remove(worker);
        }
        return isSurplus || isOver();
    }

    private synchronized boolean isOver() {
        return isEnding && members == 0;
    }

    synchronized void ended(Worker worker) {
        awake(worker);
        remove(worker);
    }

    /** Waits for the ends of all threads that are in no run, each for so long. */
    void awaitEnd(long timeoutNanos) {
        for (Worker worker = workers; worker != null; worker = worker.next) {
            if (worker.current == null) {
                Threads.join(worker.thread, timeoutNanos);
            }
        }
    }

    /** Returns whether the thread is that of a worker. For any thread. */
    boolean serves(Thread thread) {
        Worker worker = workers;
        while (worker != null && worker.thread != thread) {
            worker = worker.next;
        }
        return worker != null;
    }

    /** Returns the thread that is most likely to call a run which no thread is in. */
    Thread anyThread() {
        // After the place of a run, there is one.
        return Objects.requireNonNull(anyThread);
    }

    /** Returns how many runs have a place. For any thread. */
    public int members() {
        return members;
    }
}
