package io.github.freestep.physics.rooms.workers;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The list of the runs of a group that other threads have signalled. Lock-free. Allocates nothing, because the runs are
 * the nodes of the list.
 *
 * <p>As long as a tick is to come, signals do not wake a worker, because a wake-up costs both sides a system call.
 * Instead, a worker looks for signals every 10 ms. If no run has a tick to come, as in a pause, the worker sleeps
 * deeply, and a signal wakes it. No signal is lost: the worker marks that it sleeps, looks for signals once more, and
 * then parks. The other thread adds its signal, and then reads the mark. So the worker sees the signal, or the other
 * thread sees the mark and unparks the worker.
 */
final class Signals {
    private final AtomicReference<GroupRun> newest = new AtomicReference<>();

    /** The thread of the worker while it sleeps deeply, otherwise null. */
    private volatile @Nullable Thread sleeper;

    /**
     * Signals a run. If a signal of it waits already, there is no second one: the pass that follows clears the flag
     * before it looks into the queues, so it finds everything. For that, every queue that a pass looks into must be
     * read with volatile semantics, as those of JCTools and the atomic references are. With acquire, the look could
     * come before the store that clears the flag, on a processor weaker than x86. For any thread.
     */
    void add(GroupRun run) {
        VarHandle.fullFence();
        if (run.signalled.get() || !run.signalled.compareAndSet(false, true)) {
            return;
        }
        GroupRun before;
        do {
            before = newest.get();
            run.nextSignal = before;
        } while (!newest.compareAndSet(before, run));
        Thread sleeps = sleeper;
        if (sleeps != null) {
            LockSupport.unpark(sleeps);
        }
    }

    boolean isEmpty() {
        return newest.get() == null;
    }

    /** Empties the list. Returns the newest run, from which the others follow, or null. */
    @Nullable GroupRun takeAll() {
        return isEmpty() ? null : newest.getAndSet(null);
    }

    /** Clears the signal of a run that was taken. Returns the next run in the list. */
    static @Nullable GroupRun take(GroupRun run) {
        GroupRun next = run.nextSignal;
        run.nextSignal = null;
        run.signalled.set(false);
        return next;
    }

    /**
     * Marks that a thread sleeps deeply from now on. Returns false if it must not, because a signal waits. Call this
     * and {@link #wakeUp} under the lock of the pool.
     */
    boolean fallAsleep(Thread thread) {
        sleeper = thread;
        return isEmpty();
    }

    void wakeUp() {
        sleeper = null;
    }
}
