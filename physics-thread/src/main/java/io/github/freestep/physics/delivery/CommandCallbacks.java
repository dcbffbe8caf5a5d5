package io.github.freestep.physics.delivery;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.workers.UserCode;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Completes the futures of a service on an executor, and so runs their callbacks. If callbacks are slower than
 * commands, the physics thread runs no further commands until the callbacks have caught up.
 *
 * <p>The physics thread hands over each request that it has carried out. It takes no lock and allocates nothing, unless
 * the user has passed an executor. The owner of a stepper allocates a node of a queue for each request.
 */
public final class CommandCallbacks {
    private final Predicate<Thread> physics;
    private final int maxPending;
    private final @Nullable DeliveryThread thread;
    private final Executor executor;
    private final LongSupplier tick;
    private final BooleanSupplier hasEnded = this::hasEnded;

    /** The marks of the callbacks. */
    public final UserCode code = new UserCode();

    /** The number of requests that were carried out or refused, and whose callbacks have not returned. */
    private final AtomicInteger pending = new AtomicInteger();

    /** The thread that is completing a future, or null. */
    private volatile @Nullable Thread by;

    /** Whether the thread was started for this service. Written under the lock on this, like the next field. */
    private volatile boolean begun;

    private boolean ended;

    /**
     * Creates callbacks.
     *
     * @param physics whether a thread steps the service
     * @param maxPending while this many futures wait, no further command runs
     * @param thread our thread, which {@link #awaitEnd} waits for; null for a stepper
     * @param executor completes the futures: the user's, or a stepper's owner; null for our thread
     * @param tick the tick that a report of a hanging callback names
     */
    public CommandCallbacks(
            Predicate<Thread> physics,
            int maxPending,
            @Nullable DeliveryThread thread,
            @Nullable Executor executor,
            LongSupplier tick) {
        this.physics = physics;
        this.maxPending = maxPending;
        this.thread = thread;
        if (executor == null) {
            this.executor = thread;
        } else {
            this.executor = thread == null ? executor : new UserExecutor(executor, thread);
        }
        this.tick = tick;
    }

    /**
     * Makes sure that our thread runs, if it completes the futures. Call it before a request is added: if no thread can
     * be started, this method throws, and no future is lost. After the end, does nothing, because requests are then
     * refused.
     *
     * <p>The first request waits until the thread is started, and so do requests that come at the same time. The
     * alternative, to add them meanwhile, would lose them if the thread cannot be started.
     */
    public void request() {
        if (executor == thread && !begun) {
            synchronized (this) {
                // Otherwise a close that has just ended would leave this thread behind.
                if (!begun && !ended) {
                    thread.begin();
                    begun = true;
                }
            }
        }
    }

    /**
     * Returns whether a future cannot complete while the given thread waits for it. The root is the future that the run
     * has returned, from which other futures derive. Once the root is done, only callbacks remain, and the completing
     * thread runs them; in a stepper, that is the owner. In a group, that thread is the same for all services, so a
     * callback of one service cannot wait for a future of another.
     */
    public boolean wouldDeadlock(Thread waiting, boolean rootIsDone) {
        return isCompletedBy(waiting) || physics.test(waiting) && (thread == null || !rootIsDone);
    }

    /** Returns whether a thread runs the callbacks of this service. */
    public boolean isCompletedBy(Thread other) {
        return other == by || executor == thread && other == thread.thread();
    }

    /** Returns the thread that completes a future; if there is none at the moment, our thread. */
    public Thread thread() {
        Thread completing = by;
        return completing != null ? completing : thread.thread();
    }

    /** Returns whether another command may run. For the physics thread. */
    public boolean hasRoom() {
        return pending.get() < maxPending;
    }

    /** Hands over a request for completion. For a thread that has exclusive access to the request. */
    public void add(Reply<?> request) {
        pending.incrementAndGet();
        request.completedBy = this;
        try {
            executor.execute(request.completion);
        } catch (OutOfMemoryError full) {
            // Only an executor of the user and a stepper need memory. The future stays incomplete, and the run goes on.
            pending.decrementAndGet();
        }
    }

    /** Completes a request. Throws nothing. For the thread to which the executor has handed it. */
    void complete(Reply<?> request) {
        // A callback of a stepper's future may make a request, which is completed at once.
        Thread outer = by;
        by = Thread.currentThread();
        code.enter(UserCode.Call.CALLBACK, tick.getAsLong(), 0);
        request.settle();
        code.leave();
        by = outer;
        pending.decrementAndGet();
    }

    /** Lets our thread leave this service, after the last callback. Call it after the last request was added. */
    public synchronized void end() {
        if (begun && !ended) {
            thread.leave();
        }
        ended = true;
        if (executor instanceof UserExecutor users) {
            users.end();
        }
    }

    /**
     * Waits until all callbacks on our thread have ended. Does not wait for an executor of the user, because that may
     * need the thread that closes the service.
     *
     * @return false if the time is over before that
     */
    public boolean awaitEnd(long timeoutNanos) {
        return Threads.await(hasEnded, timeoutNanos);
    }

    /** Returns whether no callback will run any more on our thread. Valid after the end. */
    public boolean hasEnded() {
        return (executor != thread || pending.get() == 0) && !thread.isOwnAlive();
    }

    /** Returns the thread that still runs callbacks; null if callbacks of other services of the group hold them up. */
    public @Nullable Thread hanging() {
        return by != null || thread.isOwnAlive() ? thread() : null;
    }
}
