package io.github.freestep.physics.workers;

import io.github.freestep.internal.Threads;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that may take over the work of another. It is started before the take-over, and waits for the decision,
 * because the system may have no thread, and a take-over cannot be undone.
 */
final class Successor {
    private static final long END_NANOS = 1_000_000_000;

    private enum Decision {
        OPEN,
        WORK,
        END
    }

    private final Runnable work;
    private final Thread thread;
    private volatile Decision decision = Decision.OPEN;

    /** Creates and starts the thread, which waits. */
    Successor(String name, Runnable work) {
        this.work = work;
        // The thread outlives the caller, so it does not inherit that thread's thread locals or class loader.
        thread = new Thread(null, this::run, name, 0, false);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (decision == Decision.OPEN) {
            LockSupport.park(this);
        }
        if (decision == Decision.WORK) {
            work.run();
        }
    }

    Thread thread() {
        return thread;
    }

    /** Lets the thread work. It sees everything that the caller has seen. */
    void work() {
        decision = Decision.WORK;
        LockSupport.unpark(thread);
    }

    /** Lets the thread end without work, and waits for its end. */
    void dismiss() {
        decision = Decision.END;
        LockSupport.unpark(thread);
        Threads.join(thread, END_NANOS);
    }
}
