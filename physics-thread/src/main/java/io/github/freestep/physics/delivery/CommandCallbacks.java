package io.github.freestep.physics.delivery;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.workers.UserCode;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Completes the futures of a service in their order, one at a time, and so runs their callbacks: on our thread, on an
 * executor of the user, or on the thread of a stepper's owner. If callbacks are slower than commands, the physics
 * thread runs no further commands until the callbacks have caught up.
 *
 * <p>The physics thread adds each request that it has carried out, for which it takes no lock and allocates nothing.
 * Our thread calls the user's executor, so that executor may block, throw, or run a task at once.
 */
public final class CommandCallbacks {
    /** The number of futures to complete before the thread or the executor turns to something else. */
    private static final int SHARE = 64;

    /** How long the end waits for an executor of the user, which may need the very thread that waits. */
    private static final long EXECUTOR_NANOS = 250_000_000;

    /** How long a callback of a future that has failed at the end may take until another thread fails the others. */
    private static final long SOON_NANOS = 20_000_000;

    /** The time from one attempt to complete a future to the next, while there is no memory for it. */
    private static final long RETRY_NANOS = 100_000_000;

    private final Predicate<Thread> physics;
    private final int maxPending;
    private final @Nullable DeliveryThread thread;
    private final boolean isOurs;
    private final Executor executor;
    private final LongSupplier tick;
    private final DeliveryThread.Task turn = new DeliveryThread.Task(this::takeTurn);
    private final Runnable share = this::completeShare;
    private final BooleanSupplier hasEnded = this::hasEnded;

    /** The marks of the callbacks. */
    public final UserCode code = new UserCode();

    /** The requests whose callbacks have not returned yet, so that the end finds every open future here. */
    private final Tasks waiting = new Tasks();

    /** The number of requests that wait. */
    private final AtomicInteger pending = new AtomicInteger();

    /** Whether a turn waits for our thread and has not begun. */
    private final AtomicBoolean turns = new AtomicBoolean();

    /** Whether a share waits for the executor and has not begun. */
    private volatile boolean handed;

    /** The thread that is completing futures, or null. */
    private final AtomicReference<@Nullable Thread> by = new AtomicReference<>();

    /** Whether this service uses our thread, which then runs. Written under the lock on this, like the next field. */
    private volatile boolean begun;

    private boolean ended;

    /**
     * Creates callbacks.
     *
     * @param physics whether a thread steps the service
     * @param maxPending while this many futures wait, no further command runs
     * @param thread our thread; null for a stepper, whose owner calls {@link #completeAll}
     * @param users the user's executor; null to complete the futures on our thread
     * @param tick the tick that a report of a hanging callback names
     */
    public CommandCallbacks(
            Predicate<Thread> physics,
            int maxPending,
            @Nullable DeliveryThread thread,
            @Nullable Executor users,
            LongSupplier tick) {
        this.physics = physics;
        this.maxPending = maxPending;
        this.thread = thread;
        isOurs = users == null;
        executor = isOurs ? Runnable::run : users;
        this.tick = tick;
    }

    /**
     * Makes sure that our thread runs. Call it before a request is added: if no thread can be started, this method
     * throws, and no future is lost. After the end, does nothing, because requests are then refused.
     *
     * <p>The first request waits until the thread is started, and so do requests that come at the same time. The
     * alternative, to add them meanwhile, would lose them if the thread cannot be started.
     */
    public void request() {
        if (thread != null && !begun) {
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
        return other == by.get() || isOurs && thread != null && other == thread.thread();
    }

    /** Returns the thread that completes futures; if there is none at the moment, our thread. */
    public Thread thread() {
        Thread completing = by.get();
        return completing != null ? completing : thread.thread();
    }

    /** Returns whether another command may run. For the physics thread. */
    public boolean hasRoom() {
        return pending.get() < maxPending;
    }

    /** Adds a request to complete. For a thread that has exclusive access to the request. */
    public void add(Reply<?> request) {
        pending.incrementAndGet();
        waiting.add(request.completion);
        giveTurn();
    }

    private void giveTurn() {
        if (thread != null && !turns.getAndSet(true)) {
            thread.execute(turn);
        }
    }

    /** Lets the executor complete futures. For our thread, which does so itself if the executor refuses. */
    private void takeTurn() {
        turns.set(false);
        if (!handed) {
            handed = true;
            try {
                executor.execute(share);
            } catch (Throwable refusal) {
                completeShare();
            }
        }
    }

    private void completeShare() {
        handed = false;
        // If another thread is completing futures, that thread sees this request: it looks again after it has stored
        // null.
        if (by.compareAndSet(null, Thread.currentThread())) {
            complete(SHARE);
            by.set(null);
            if (!waiting.isEmpty()) {
                giveTurn();
            }
        }
    }

    /** Completes all futures that wait. For the owner of a stepper. */
    public void completeAll() {
        // A callback may call this method again.
        Thread outer = by.getAndSet(Thread.currentThread());
        complete(pending.get());
        by.set(outer);
    }

    private void complete(int most) {
        Reply<?> next;
        for (int i = 0; i < most && (next = firstOpen()) != null; i++) {
            code.enter(UserCode.Call.CALLBACK, tick.getAsLong(), 0);
            next.run();
            code.leave();
            if (next.isDone()) {
                remove(next);
            } else {
                // There is no memory. Each attempt causes garbage collections, which delay ticks, so they must be rare.
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    /** Returns the first request whose future is open, or null, and removes those before it. */
    private @Nullable Reply<?> firstOpen() {
        while (true) {
            DeliveryThread.Task first = waiting.first();
            Reply<?> reply = first == null ? null : (Reply<?>) first.work;
            if (reply == null || !reply.isDone()) {
                return reply;
            }
            remove(reply);
        }
    }

    private void remove(Reply<?> request) {
        request.callbacks = null;
        if (waiting.remove(request.completion)) {
            pending.decrementAndGet();
        }
    }

    /** Lets our thread leave this service, after the last callback. Call it after the last request was added. */
    public synchronized void end() {
        ended = true;
        if (begun) {
            begun = false;
            thread.leave();
        }
    }

    /**
     * Waits until all callbacks have ended. Then fails the futures that are still open: those after a callback that
     * does not return, those that the user's executor has not begun in time, and those for which there was no memory.
     * Each fails on a thread of its own, because its callbacks may hang as well. Call this after the end.
     *
     * @return false if the time is over before the callbacks have ended
     * @throws OutOfMemoryError if there is no memory or no thread to fail a future; call this again later
     */
    public boolean awaitEnd(long timeoutNanos) {
        boolean isActive = isOurs || by.get() != null;
        boolean inTime = thread.await(hasEnded, isActive ? timeoutNanos : Math.min(EXECUTOR_NANOS, timeoutNanos));
        while (firstOpen() != null) {
            failOpen();
        }
        return inTime;
    }

    /** Fails open futures on another thread, until all have failed or a callback there does not return soon. */
    private void failOpen() {
        Thread failing = thread.newThread(this::failAll);
        failing.start();
        Reply<?> first = null;
        Reply<?> next;
        while ((next = firstOpen()) != null && next != first) {
            first = next;
            Reply<?> open = next;
            Threads.await(() -> open.isDone() || !failing.isAlive(), SOON_NANOS);
        }
        if (next != null && !failing.isAlive()) {
            throw new OutOfMemoryError(
                    "there was no memory or no thread to complete a future; free some, then close the service again");
        }
    }

    private void failAll() {
        Reply<?> open;
        do {
            open = firstOpen();
            if (open != null) {
                open.abandon(new IllegalStateException("the physics service was closed before it could complete this"
                        + " future, because the callback of an earlier future did not return, the executor of callbacks"
                        + " has not run it, or there was no memory; let callbacks return soon, and close the service"
                        + " before their executor"));
                // The future is done before its callbacks run.
                open.run();
            }
        } while (open != null && open.isDone());
    }

    /** In a group, lets another thread complete the futures of other services, if ours is in a callback of this one. */
    public void letOthersGoOn() {
        thread.goOnWithout(by.get());
    }

    /** Returns whether no callback will run any more. Valid after the end. */
    public boolean hasEnded() {
        return waiting.isEmpty() && !thread.isOwnAlive();
    }

    /** Returns the thread that still runs callbacks; null if callbacks of other services of the group hold them up. */
    public @Nullable Thread hanging() {
        return by.get() != null || thread.isOwnAlive() ? thread() : null;
    }
}
