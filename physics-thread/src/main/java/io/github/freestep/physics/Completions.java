package io.github.freestep.physics;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Completes futures, and so runs their callbacks, on a thread of its own. The physics thread hands over finished
 * commands without a lock and without memory. While the callbacks are slower than the commands, no further commands
 * are run.
 */
final class Completions implements Runnable {
    private static final long LOOK_NANOS = 100_000;

    private final Thread physics;
    private final Thread thread;
    private final int most;

    /** Finished commands that were added, newest first. */
    private final AtomicReference<Pending<?>> added = new AtomicReference<>();

    /** Finished commands that were taken out of there, oldest first. For the completing thread. */
    private Pending<?> oldest;

    private final AtomicBoolean taking = new AtomicBoolean();

    /** The number of commands that were added and are not completed. */
    private final AtomicInteger commands = new AtomicInteger();

    private boolean wakes;
    private volatile boolean ended;

    Completions(Thread physics, int most, String name) {
        this.physics = physics;
        this.most = most;
        thread = newThread(this, name);
    }

    private static Thread newThread(Runnable work, String name) {
        Thread made = new Thread(work, name);
        made.setDaemon(true);
        return made;
    }

    Thread thread() {
        return thread;
    }

    /**
     * Completes futures after the end of a service without a physics thread. If no thread can be started, the caller
     * does it.
     */
    void startAtEnd() {
        if (thread.getState() == Thread.State.NEW) {
            try {
                thread.start();
            } catch (Error | IllegalThreadStateException noThread) {
                run();
            }
        }
    }

    /** Whether no future can be completed while this thread waits for one. */
    boolean needs(Thread waiting) {
        return waiting == physics || waiting == thread;
    }

    /** Physics thread: whether another command may be run. */
    boolean hasRoom() {
        return commands.get() < most;
    }

    /** Any thread that has the command to itself. */
    void addCommand(Pending<?> pending) {
        commands.incrementAndGet();
        add(pending, pending);
    }

    /** Adds a list, newest first. */
    void add(Pending<?> newest, Pending<?> last) {
        Pending<?> before;
        do {
            before = added.get();
            last.next = before;
        } while (!added.compareAndSet(before, newest));
        wakes = true;
    }

    /** Physics thread: wakes the other, once for all that was added. */
    void flush() {
        if (wakes) {
            wakes = false;
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
            // Read before the list: what was added before the end is in it.
            boolean last = ended;
            Pending<?> pending;
            while ((pending = take()) != null) {
                pending.complete();
            }
            if (last) {
                return;
            }
            if (added.get() == null && !ended) {
                LockSupport.park(this);
                // A callback may have left one, and no park would sleep any more.
                Thread.interrupted();
            }
        }
    }

    /**
     * Completes what is left, for a thread that closes while a callback hangs. Each callback that hangs keeps a thread
     * of its own, and none keeps the caller.
     */
    void completeElsewhere(long timeoutNanos) {
        long since = System.nanoTime();
        List<Pending<?>> left = new ArrayList<>();
        ExecutorService others = Executors.newCachedThreadPool(work -> newThread(work, thread.getName() + "-left"));
        try {
            Pending<?> pending;
            while ((pending = take()) != null) {
                left.add(pending);
                others.execute(pending::complete);
            }
        } finally {
            others.shutdown();
        }
        for (Pending<?> pending : left) {
            // It is done before its callbacks are run.
            while (!pending.isDone() && System.nanoTime() - since < timeoutNanos) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }

    private Pending<?> take() {
        while (!taking.compareAndSet(false, true)) {
            // It is held for a few instructions, and asked for by two threads at the end alone.
            Thread.yield();
        }
        if (oldest == null) {
            reverse(added.getAndSet(null));
        }
        Pending<?> taken = oldest;
        if (taken != null) {
            oldest = taken.next;
            taken.next = null;
        }
        taking.set(false);
        if (taken instanceof Commands.Queued) {
            commands.decrementAndGet();
        }
        return taken;
    }

    private void reverse(Pending<?> newest) {
        Pending<?> each = newest;
        while (each != null) {
            Pending<?> before = each.next;
            each.next = oldest;
            oldest = each;
            each = before;
        }
    }
}
