package io.github.freestep.physics;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Completes futures, and so runs their callbacks, on a thread of its own. The physics thread hands over finished
 * commands without a lock and without memory. While the callbacks are slower than the commands, no further commands
 * are run.
 */
final class CommandCallbacks implements Runnable {
    /** At the end, the callbacks behind one that takes longer than this run on another thread. */
    private static final long LOOK_NANOS = 500_000;

    private final Predicate<Thread> physics;

    /** Null if the physics thread completes futures itself. */
    private final @Nullable Thread thread;

    private final int most;

    /** Finished commands that were added, newest first. */
    private final AtomicReference<Pending<?>> added = new AtomicReference<>();

    /** Finished commands that were taken out of there, oldest first. Written by the thread that takes. */
    private volatile Pending<?> oldest;

    /** Finished commands that were taken while a thread closes, newest first. That thread waits until all are done. */
    private volatile Pending<?> left;

    private volatile boolean keeps;

    private final AtomicBoolean taking = new AtomicBoolean();

    /** The number of commands that were added and are not completed. */
    private final AtomicInteger commands = new AtomicInteger();

    private final Object startLock = new Object();
    private boolean started;

    private boolean wakes;
    private volatile boolean ended;

    CommandCallbacks(Thread physics, int most, String name) {
        this.physics = physics::equals;
        this.most = most;
        thread = newThread(this, name);
    }

    private CommandCallbacks(Ownership owner, int most) {
        physics = owner::isOf;
        this.most = most;
        thread = null;
    }

    /** For a stepper, whose owner calls {@link #completeAll} itself. */
    static CommandCallbacks of(Ownership owner, int most) {
        return new CommandCallbacks(owner, most);
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
     * Completes futures after the end of a service without a physics thread. If no thread can be started, the caller
     * does it.
     */
    void startAtEnd() {
        // Of several callers, one starts the thread. The others return once it has begun, since they wait for its end.
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
     * Whether a future stays incomplete while this thread waits for it. Once its root is done, only callbacks are left
     * to run, which the completing thread does.
     */
    boolean needs(Thread waiting, boolean rootIsDone) {
        return waiting == thread || physics.test(waiting) && (thread == null || !rootIsDone);
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
            completeAll();
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

    /** Whether nothing waits to be completed. */
    boolean isEmpty() {
        return oldest == null && added.get() == null;
    }

    /**
     * Completes what is left, for a thread that closes while a callback hangs. Each callback that hangs keeps a thread
     * of its own, and none keeps the caller. If no thread can be started, this throws, has lost nothing, and can be
     * called again.
     */
    void completeElsewhere(long timeoutNanos) {
        long since = System.nanoTime();
        keeps = true;
        while (!isEmpty() && System.nanoTime() - since < timeoutNanos) {
            newThread(this::completeAll, thread.getName() + "-left").start();
            Pending<?> before;
            do {
                before = left;
                LockSupport.parkNanos(LOOK_NANOS);
            } while (left != before);
        }
        for (Pending<?> each = left; each != null; each = each.next) {
            // It is done before its callbacks are run.
            while (!each.isDone() && System.nanoTime() - since < timeoutNanos) {
                LockSupport.parkNanos(LOOK_NANOS);
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
            // It is held for a few instructions, and asked for by two threads at the end alone.
            Thread.yield();
        }
        if (oldest == null) {
            reverse(added.getAndSet(null));
        }
        Pending<?> taken = oldest;
        if (taken != null) {
            oldest = taken.next;
            taken.next = keeps ? left : null;
            left = keeps ? taken : null;
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
