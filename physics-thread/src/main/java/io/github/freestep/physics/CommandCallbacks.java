package io.github.freestep.physics;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Completes futures, and so runs their callbacks, on a separate thread, which the first request starts. The physics
 * thread hands over finished commands without taking a lock or allocating. If callbacks are slower than commands, the
 * physics thread runs no further commands until the callbacks have caught up.
 */
final class CommandCallbacks extends Delivery {
    /** The number of futures to complete before the thread of a group turns to another service. */
    private static final int SHARE = 64;

    /** At the end, if a callback takes longer than this, the callbacks after it run on another thread. */
    private static final long POLL_NANOS = 500_000;

    /** A longer park counts as this long. On Windows, or on a busy machine, a park may take 16 ms. */
    private static final long MOST_PARK_NANOS = 20_000_000;

    private final Predicate<Thread> physics;

    /** Null if the physics thread completes futures itself. */
    private final @Nullable DeliveryThread deliveries;

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

    /** Whether the service has started. Guarded by the lock, like the next field. */
    private boolean begun;

    /** Whether there was a request, which a thread must complete. */
    private boolean requested;

    /** Whether the thread was started for this service. Written under the lock. */
    private volatile boolean served;

    /** Whether something was added since the last {@link #flush}. */
    private boolean wakes;

    private volatile boolean ended;

    CommandCallbacks(Predicate<Thread> physics, int maxPending, DeliveryThread deliveries) {
        this.physics = physics;
        this.maxPending = maxPending;
        this.deliveries = deliveries;
    }

    /** For a stepper, whose owner calls {@link #completeAll} itself. */
    static CommandCallbacks of(Ownership owner, int maxPending) {
        return new CommandCallbacks(owner::isOf, maxPending, null);
    }

    /** Notes that the service has started. Starts the thread if there were requests before. */
    void begin() {
        synchronized (startLock) {
            if (requested) {
                serve();
            }
            begun = true;
        }
    }

    /**
     * Makes sure that a thread completes requests. Call it before a request is added: if no thread can be started, this
     * method throws, and no future is lost. Before the service has started, only notes that there are requests. After
     * the end, does nothing, because requests are then refused.
     *
     * <p>The first request of a running service waits until the thread is started, and so do requests that come at the
     * same time. The alternative, to add them meanwhile, would lose them if the thread cannot be started.
     */
    void request() {
        if (deliveries == null || served) {
            return;
        }
        synchronized (startLock) {
            requested = true;
            if (begun && !ended) {
                serve();
            }
        }
    }

    private void serve() {
        if (served) {
            return;
        }
        deliveries.begin(this);
        served = true;
        // Either end() sees that the thread serves this, or this thread sees the end.
        if (ended) {
            deliveries.signal(this);
        }
    }

    /**
     * Completes futures after the end of a service without a physics thread. If no thread can be started, the calling
     * thread completes them.
     */
    void startAtEnd() {
        // One caller starts the thread. Other callers return once it has started, because they then wait for its end.
        synchronized (startLock) {
            if (served || !requested) {
                return;
            }
            requested = false;
            try {
                serve();
                return;
            } catch (Error | IllegalThreadStateException noThread) {
                // The caller completes below, without the lock, because callbacks may hang.
            }
        }
        completeAll();
    }

    /**
     * Returns whether a future cannot complete while the given thread waits for it. The root is the future that the run
     * has returned, from which other futures derive. Once the root is done, only callbacks remain, and the completing
     * thread runs them. In a group, that thread is the same for all services, so a callback of one service cannot wait
     * for a future of another.
     */
    boolean wouldDeadlock(Thread waiting, boolean rootIsDone) {
        return isCompletedBy(waiting) || physics.test(waiting) && (deliveries == null || !rootIsDone);
    }

    /** Returns the thread that runs the callbacks. */
    Thread thread() {
        return deliveries.thread();
    }

    /** Returns whether a thread runs the callbacks of this service. */
    boolean isCompletedBy(Thread thread) {
        return deliveries != null && (thread == deliveries.thread() || thread == by());
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
            if (deliveries != null) {
                deliveries.signal(this);
            }
        }
    }

    /** Lets the completing thread end, or leave this service. Call it after the last command was added. */
    void end() {
        ended = true;
        if (served) {
            deliveries.signal(this);
        }
    }

    @Override
    boolean deliver() {
        Pending<?> pending;
        for (int i = 0; i < SHARE && (pending = take()) != null; i++) {
            pending.complete();
        }
        return !isEmpty();
    }

    /** Returns whether everything that was ever added is completed. */
    @Override
    boolean isFinished() {
        // The flag is read before the lists. So if it is set, they have everything.
        return ended && isEmpty();
    }

    /** Waits until all callbacks have ended. Returns false if the time is over before that. */
    boolean awaitEnd(long timeoutNanos) {
        synchronized (startLock) {
            // The lock, because a request may be about to start the thread.
            if (!served) {
                return true;
            }
        }
        return deliveries.awaitEnd(this, timeoutNanos);
    }

    /** Returns the thread that hangs in a callback; null if it is a callback of another service of the group. */
    @Nullable Thread hanging() {
        return deliveries.hangingIn(this);
    }

    /** Returns whether no command waits for completion. */
    boolean isEmpty() {
        return oldest == null && added.get() == null;
    }

    /**
     * Completes the remaining futures on other threads, for a thread that closes while a callback hangs. Each hanging
     * callback blocks one of these threads, and none blocks the caller. If no thread can be started, this method
     * throws. No future is lost then, and the method can be called again.
     *
     * @return the last of these threads, which may still run callbacks; null if there was nothing to complete
     */
    @Nullable Thread completeElsewhere(long timeoutNanos) {
        long restNanos = timeoutNanos;
        Thread left = null;
        keepsTaken = true;
        while (!isEmpty() && restNanos > 0) {
            left = DeliveryThread.newThread(this::completeAll, thread().getName() + "-left");
            left.start();
            Pending<?> before;
            do {
                before = takenWhileClosing;
                restNanos -= park();
            } while (takenWhileClosing != before);
        }
        for (Pending<?> each = takenWhileClosing; each != null; each = each.next) {
            // A future is done before its callbacks run.
            while (!each.isDone() && restNanos > 0) {
                restNanos -= park();
            }
        }
        return left;
    }

    /**
     * Parks for a moment. Returns how long that took, at most 20 ms, because no thread can complete futures while the
     * process stands still.
     */
    private static long park() {
        long since = System.nanoTime();
        LockSupport.parkNanos(POLL_NANOS);
        return Math.min(System.nanoTime() - since, MOST_PARK_NANOS);
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
