package io.github.freestep.physics;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Completes futures, and so runs their callbacks, on a separate thread. The physics thread hands over finished commands
 * without taking a lock or allocating. If callbacks are slower than commands, the physics thread runs no further
 * commands until the callbacks have caught up.
 */
final class CommandCallbacks implements Runnable {
    /** At the end, if a callback takes longer than this, the callbacks after it run on another thread. */
    private static final long POLL_NANOS = 500_000;

    private final Predicate<Thread> physics;

    /** Null if the physics thread completes futures itself. */
    private final @Nullable Thread thread;

    private final int maxPending;

    /** Finished commands that were added, newest first. */
    private final AtomicReference<Pending<?>> added = new AtomicReference<>();

    /**
     * Finished commands that were moved here from {@link #added}, oldest first. Only the thread that has set
     * {@link #taking} writes it.
     */
    private volatile Pending<?> oldest;

    /** Finished commands that were taken while a thread closes, newest first. That thread waits until all are done. */
    private volatile Pending<?> takenWhileClosing;

    /** Whether taken commands go to {@link #takenWhileClosing}. */
    private volatile boolean keepsTaken;

    private final AtomicBoolean taking = new AtomicBoolean();

    /** The number of commands that were added and are not completed. */
    private final AtomicInteger commands = new AtomicInteger();

    private final Object startLock = new Object();
    private boolean started;

    /** Whether something was added since the last {@link #flush}. */
    private boolean wakes;

    private volatile boolean ended;

    CommandCallbacks(Predicate<Thread> physics, int maxPending, String name) {
        this.physics = physics;
        this.maxPending = maxPending;
        thread = newThread(this, name);
    }

    private CommandCallbacks(Ownership owner, int maxPending) {
        physics = owner::isOf;
        this.maxPending = maxPending;
        thread = null;
    }

    /** For a stepper, whose owner calls {@link #completeAll} itself. */
    static CommandCallbacks of(Ownership owner, int maxPending) {
        return new CommandCallbacks(owner, maxPending);
    }

    private static Thread newThread(Runnable work, String name) {
        Thread made = new Thread(work, name);
        made.setDaemon(true);
        return made;
    }

    Thread thread() {
        return thread;
    }

    void start() {
        synchronized (startLock) {
            thread.start();
            started = true;
        }
    }

    /**
     * Completes futures after the end of a service without a physics thread. If no thread can be started, the calling
     * thread completes them.
     */
    void startAtEnd() {
        // One caller starts the thread. Other callers return once it has started, because they then wait for its end.
        synchronized (startLock) {
            if (started) {
                return;
            }
            started = true;
            try {
                thread.start();
                return;
            } catch (Error | IllegalThreadStateException noThread) {
                // The caller completes below, without the lock, because callbacks may hang.
            }
        }
        run();
    }

    /**
     * Returns whether a future cannot complete while the given thread waits for it. The root is the future that the run
     * has returned, from which other futures derive. Once the root is done, only callbacks remain, and the completing
     * thread runs them.
     */
    boolean wouldDeadlock(Thread waiting, boolean rootIsDone) {
        return waiting == thread || physics.test(waiting) && (thread == null || !rootIsDone);
    }

    /** Returns whether another command may run. For the physics thread. */
    boolean hasRoom() {
        return commands.get() < maxPending;
    }

    /** Adds a finished command. For a thread that has exclusive access to the command. */
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

    /** Wakes the completing thread, once for everything that was added. For the physics thread. */
    void flush() {
        if (wakes) {
            wakes = false;
            LockSupport.unpark(thread);
        }
    }

    /** Lets the completing thread end. Call it after the last command was added. */
    void end() {
        ended = true;
        LockSupport.unpark(thread);
    }

    /**
     * Completes futures until the end. Checks for commands before each park, so no command is missed. If the unpark
     * comes after the check, the park returns at once. If it comes before the check, a callback that parks may consume
     * it, but then the check finds the command.
     */
    @Override
    public void run() {
        while (true) {
            // The flag is read before the list. So if it is set, the list has everything that was ever added.
            boolean last = ended;
            completeAll();
            if (last) {
                return;
            }
            if (added.get() == null && !ended) {
                LockSupport.park(this);
                // Clears an interrupt that a callback may have left. While a thread is interrupted, its parks return at
                // once.
                Thread.interrupted();
            }
        }
    }

    /** Returns whether no command waits for completion. */
    boolean isEmpty() {
        return oldest == null && added.get() == null;
    }

    /**
     * Completes the remaining futures on other threads, for a thread that closes while a callback hangs. Each hanging
     * callback blocks one of these threads, and none blocks the caller. If no thread can be started, this method
     * throws. No future is lost then, and the method can be called again.
     */
    void completeElsewhere(long timeoutNanos) {
        long since = System.nanoTime();
        keepsTaken = true;
        while (!isEmpty() && System.nanoTime() - since < timeoutNanos) {
            newThread(this::completeAll, thread.getName() + "-left").start();
            Pending<?> before;
            do {
                before = takenWhileClosing;
                LockSupport.parkNanos(POLL_NANOS);
            } while (takenWhileClosing != before);
        }
        for (Pending<?> each = takenWhileClosing; each != null; each = each.next) {
            // A future is done before its callbacks run.
            while (!each.isDone() && System.nanoTime() - since < timeoutNanos) {
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
    }

    void completeAll() {
        Pending<?> pending;
        while ((pending = take()) != null) {
            pending.complete();
        }
    }

    private Pending<?> take() {
        while (!taking.compareAndSet(false, true)) {
            // The flag is set for a few instructions, and two threads compete for it only at the end.
            Thread.yield();
        }
        if (oldest == null) {
            reverse(added.getAndSet(null));
        }
        Pending<?> taken = oldest;
        if (taken != null) {
            oldest = taken.next;
            taken.next = keepsTaken ? takenWhileClosing : null;
            takenWhileClosing = keepsTaken ? taken : null;
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
