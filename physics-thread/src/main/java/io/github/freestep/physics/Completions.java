package io.github.freestep.physics;

import io.github.freestep.physics.Commands.Pending;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.varhandle.SpscUnboundedVarHandleArrayQueue;

/**
 * The thread that runs callbacks of commands, so that the physics thread does not. It is handed commands without a lock
 * and without a limit, since their number is limited before they run.
 */
final class Completions implements Runnable {
    private static final int CHUNK = 256;

    private final SpscUnboundedVarHandleArrayQueue<Pending<?>> done = new SpscUnboundedVarHandleArrayQueue<>(CHUNK);
    private final Thread thread;
    private boolean added;
    private volatile boolean ended;

    Completions(String name) {
        thread = new Thread(this, name);
        thread.setDaemon(true);
    }

    Thread thread() {
        return thread;
    }

    /** Physics thread. */
    void add(Pending<?> pending) {
        done.offer(pending);
        added = true;
    }

    /** Physics thread: wakes the other, once for all that was added. */
    void flush() {
        if (added) {
            added = false;
            LockSupport.unpark(thread);
        }
    }

    /** Physics thread, after the last was added; or whoever closes a service that never ran. */
    void end() {
        ended = true;
        LockSupport.unpark(thread);
    }

    /**
     * No wake-up is lost: what was added before an unpark is seen after the park that it ends, and an unpark that comes
     * before the park makes it return at once.
     */
    @Override
    public void run() {
        while (true) {
            // Read before the queue: what was added before the end is in it.
            boolean last = ended;
            Pending<?> pending;
            while ((pending = done.poll()) != null) {
                pending.complete();
            }
            if (last) {
                return;
            }
            LockSupport.park(this);
        }
    }
}
