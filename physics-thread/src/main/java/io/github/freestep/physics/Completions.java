package io.github.freestep.physics;

import io.github.freestep.physics.Commands.Pending;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;

/**
 * The thread that runs callbacks of commands, so that the physics thread does not. It is handed commands without a lock;
 * where it does not keep up, no further commands are run.
 */
final class Completions implements Runnable {
    private final SpscVarHandleArrayQueue<Pending<?>> done;
    private final int waiting;
    private final Thread thread;

    /** The queue has one consumer at a time: the thread, or whoever closes the service while a callback hangs. */
    private final AtomicBoolean taking = new AtomicBoolean();

    private boolean added;
    private volatile boolean ended;

    /** With room for all that can wait to run, so that all of it can be handed over at the end. */
    Completions(int waiting, String name) {
        done = new SpscVarHandleArrayQueue<>(2 * waiting);
        this.waiting = waiting;
        thread = new Thread(this, name);
        thread.setDaemon(true);
    }

    Thread thread() {
        return thread;
    }

    /** Physics thread: whether another may be run, and the end still has its room. */
    boolean hasRoom() {
        return done.size() < waiting;
    }

    /** Physics thread, if there is room; or at the end, when there is. */
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

    /** After the last was added. */
    void end() {
        ended = true;
        LockSupport.unpark(thread);
    }

    /**
     * No wake-up is lost: this looks before it parks, and an unpark that comes after the look makes the park return at once.
     * One that came before it may be gone, since a callback can park as well.
     */
    @Override
    public void run() {
        while (true) {
            // Read before the queue: what was added before the end is in it.
            boolean last = ended;
            complete();
            if (last) {
                return;
            }
            if (done.isEmpty() && !ended) {
                LockSupport.park(this);
            }
        }
    }

    /** Completes what is there: for the thread; and once that hangs or never was, for whoever closes the service. */
    void complete() {
        Pending<?> pending;
        while ((pending = take()) != null) {
            pending.complete();
        }
    }

    private Pending<?> take() {
        if (!taking.compareAndSet(false, true)) {
            return null;
        }
        Pending<?> pending = done.poll();
        taking.set(false);
        return pending;
    }
}
