package io.github.freestep.physics.rooms.workers;

import io.github.freestep.physics.thread.WorkerWaits;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The list of a worker's runs that other threads have signalled. Lock-free. Allocates nothing, because the runs are the
 * nodes of the list.
 *
 * <p>As long as a tick is to come, signals do not wake the worker, because a wake-up costs both sides a system call,
 * unless the run asks for it by {@code promptCommands}. Instead, the worker looks for signals every 10
 * ms. If no run has a tick to come, as in a pause, the worker sleeps deeply, and a signal wakes it. No signal is
 * lost: the worker marks that it sleeps deeply, looks for signals once more, and then parks. The other thread adds
 * its signal, and then reads the mark. So the worker sees the signal, or the other thread sees the mark and unparks
 * the worker.
 *
 * @param <R> the type of the runs
 */
final class Signals<R extends Signalled<R>> {
    private final AtomicReference<R> newest = new AtomicReference<>();

    /** The thread of the worker while it sleeps deeply, otherwise null. */
    private volatile @Nullable Thread sleeper;

    /** Adds a run that is not in the list. For any thread. */
    void add(R run) {
        R before;
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

    /** Returns the newest run, from which the others follow, and empties the list. For any thread. */
    @Nullable R takeAll() {
        return isEmpty() ? null : newest.getAndSet(null);
    }

    /**
     * Waits for a signal, or for the end of the worker. For its thread.
     *
     * @param hasClock false if the clock must not be called, such as after it has failed
     */
    void sleep(WorkerWaits waits, Members members, boolean hasClock) {
        sleeper = Thread.currentThread();
        if (isEmpty() && !members.endIfEmpty()) {
            waits.deeply(hasClock);
        }
        sleeper = null;
    }
}
