package io.github.freestep.physics.rooms.workers;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The workers of a group. If one hangs, another gets its place and its other runs. Safe for use by any number of
 * threads.
 */
public final class Workers {
    private final Balance balance;
    private final AtomicReferenceArray<Worker> workers;
    private final Supplier<Run[]> runs;

    /** The workers whose run hangs, or has hung. */
    private final List<Worker> alone = new CopyOnWriteArrayList<>();

    /** Guarded by the lock of the balance, under which each run gets its worker. */
    private boolean ending;

    /**
     * Creates the set of a balance's workers, which have not started.
     *
     * @param runs returns all runs that were placed at these workers and have not left
     */
    public Workers(Balance balance, Supplier<Run[]> runs) {
        this.balance = balance;
        this.runs = runs;
        workers = balance.workers;
        for (int i = 0; i < workers.length(); i++) {
            workers.get(i).balanceBy(balance);
        }
    }

    /** Returns the number of workers, without those that are alone. */
    public int size() {
        return workers.length();
    }

    /** Returns the worker that has a place, from 0. */
    public Worker get(int place) {
        return workers.get(place);
    }

    /**
     * Calls back with a worker that a run can join. Until the callback returns, no run moves. Returns false, without a
     * callback, after {@link #end}.
     */
    public boolean place(Consumer<Worker> join) {
        balance.lock.lock();
        try {
            if (ending) {
                return false;
            }
            Worker chosen = workers.get(0);
            for (int i = 1; i < workers.length(); i++) {
                Worker worker = workers.get(i);
                chosen = worker.expectedLoad() < chosen.expectedLoad() ? worker : chosen;
            }
            chosen.startOnce();
            join.accept(chosen);
            return true;
        } finally {
            balance.lock.unlock();
        }
    }

    /** Takes back {@link #place} for a run that does not start. */
    public void withdraw(Run run) {
        balance.lock.lock();
        try {
            Worker at = run.worker();
            // First, because the worker may end at once, and a signal to a run of a worker that has ended goes round.
            run.leave();
            at.withdraw();
        } finally {
            balance.lock.unlock();
        }
    }

    /**
     * Lets a new worker take the place of one that hangs, with all other runs. Does nothing if the turn is over, if the
     * worker is alone with its run already, or if there is no memory or no thread.
     *
     * @param hangs the worker
     * @param turn its turn that hangs
     */
    public void moveOthers(Worker hangs, long turn) {
        balance.lock.lock();
        try {
            // An even turn is none.
            if ((turn & 1) != 0 && !hangs.isAlone && hangs.turn() == turn) {
                replace(hangs, turn);
            }
        } catch (Throwable noThread) {
            // The services wait for the call that hangs. The next check tries again.
        } finally {
            balance.lock.unlock();
        }
    }

    private void replace(Worker hangs, long turn) {
        Run[] all = runs.get();
        Worker next = hangs.next(all.length);
        boolean replaced = false;
        try {
            alone.removeIf(worker -> !worker.thread.isAlive());
            if (!alone.contains(hangs)) {
                alone.add(hangs);
            }
            // First, because the system may have no thread. After the isolation, nothing can fail.
            next.startOnce();
            replaced = hangs.isolate(turn, all, next);
            for (int i = 0; i < workers.length() && replaced; i++) {
                workers.compareAndSet(i, hangs, next);
            }
        } finally {
            if (!replaced || ending) {
                next.end();
            }
        }
    }

    /** Returns whether the thread is that of a worker. */
    public boolean runOn(Thread thread) {
        for (int i = 0; i < workers.length(); i++) {
            if (workers.get(i).runsOn(thread)) {
                return true;
            }
        }
        return alone.stream().anyMatch(worker -> worker.runsOn(thread));
    }

    /** Lets each thread end after its last run. */
    public void end() {
        balance.lock.lock();
        try {
            ending = true;
            for (int i = 0; i < workers.length(); i++) {
                workers.get(i).end();
            }
        } finally {
            balance.lock.unlock();
        }
    }

    /** Waits for the ends of all threads, each for so long, except those that still have a run. */
    public void awaitEnd(long timeoutNanos) {
        for (Worker worker : alone) {
            awaitEnd(worker, timeoutNanos);
        }
        for (int i = 0; i < workers.length(); i++) {
            awaitEnd(workers.get(i), timeoutNanos);
        }
    }

    private static void awaitEnd(Worker worker, long timeoutNanos) {
        // A worker that still has a run hangs in its code, which the close of that run has reported.
        if (worker.members() == 0) {
            worker.awaitEnd(timeoutNanos);
        }
    }
}
