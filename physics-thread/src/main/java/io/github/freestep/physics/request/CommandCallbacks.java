package io.github.freestep.physics.request;

import io.github.freestep.internal.Threads;
import io.github.freestep.internal.problem.Reporter;
import io.github.freestep.physics.thread.DeliveryThread;
import io.github.freestep.physics.watch.Suspect;
import io.github.freestep.physics.watch.UserCode;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Completes the futures of a service in their order, one at a time, and so runs their callbacks: on our thread, or on
 * the thread of a stepper's owner. If callbacks are slower than commands, the physics
 * thread runs no further commands until the callbacks have caught up.
 *
 * <p>The physics thread adds each request that it has carried out, for which it takes no lock, and allocates only while
 * more than 64 wait.
 */
public final class CommandCallbacks implements Suspect {
    /** The number of futures to complete before our thread turns to another service of its group. */
    private static final int MOST_A_TURN = 64;

    /** How long a callback of a future that has failed at the end may delay the failure of the next one. */
    private static final long SOON_NANOS = 20_000_000;

    private final Predicate<Thread> isPhysicsThread;
    final BooleanSupplier willComplete;
    private final @Nullable DeliveryThread thread;
    private final LongSupplier newestTick;
    final Reporter problems;

    // A field, because making it for each turn would allocate.
    private final Runnable nextTurn = this::takeTurn;

    /** The marks of the callbacks. */
    public final UserCode code = new UserCode();

    /** The requests whose callbacks have not returned yet, so that the end finds every open future here. */
    public final Queue<Reply<?>> open = new ConcurrentLinkedQueue<>();

    /** The requests that were carried out, oldest first. For the thread that is completing futures. */
    private final MpscUnboundedAtomicArrayQueue<Reply<?>> waiting = new MpscUnboundedAtomicArrayQueue<>(64);

    /** Whether our thread will look at the requests that wait. */
    private final AtomicBoolean awaitsTurn = new AtomicBoolean();

    /** The thread that is completing futures, or null. */
    private final AtomicReference<@Nullable Thread> completing = new AtomicReference<>();

    /** Whether {@link #begin} has started our thread for this service. The lock of {@link RunRequests} guards it. */
    private boolean begun;

    private volatile boolean ended;

    /**
     * Creates callbacks.
     *
     * @param isPhysicsThread whether a thread steps the service
     * @param willComplete returns whether requests will complete, because the run was started or closed
     * @param thread our thread; null for a stepper, whose owner calls {@link #completeAll}
     * @param newestTick the tick that a report of a hanging callback names
     * @param problems takes failures that nothing can see
     */
    public CommandCallbacks(
            Predicate<Thread> isPhysicsThread,
            BooleanSupplier willComplete,
            @Nullable DeliveryThread thread,
            LongSupplier newestTick,
            Reporter problems) {
        this.isPhysicsThread = isPhysicsThread;
        this.willComplete = willComplete;
        this.thread = thread;
        this.newestTick = newestTick;
        this.problems = problems;
    }

    /** Starts our thread. If it cannot be started, this method throws, and no request must be made. */
    void begin() {
        if (thread != null) {
            thread.begin();
            begun = true;
        }
    }

    /**
     * Returns whether a future cannot complete while the given thread waits for it. The root is the future that the run
     * has returned, from which other futures derive. Once the root is done, only callbacks remain, and the completing
     * thread runs them; in a stepper, that is the owner. In a group, that thread is the same for all services, so a
     * callback of one service cannot wait for a future of another.
     */
    boolean wouldDeadlock(Thread waiter, boolean rootIsDone) {
        return isCompletedBy(waiter) || isPhysicsThread.test(waiter) && (thread == null || !rootIsDone);
    }

    /** Returns whether a thread runs the callbacks of this service. */
    public boolean isCompletedBy(Thread other) {
        return other == completing.get() || thread != null && other == thread.thread();
    }

    /** Returns the thread that completes futures; if there is none at the moment, our thread. */
    @Override
    public Thread thread() {
        Thread present = completing.get();
        return present != null ? present : own().thread();
    }

    /** Our thread. A stepper has none, and calls no method that needs it. */
    private DeliveryThread own() {
        return Objects.requireNonNull(thread);
    }

    /** Returns how many requests wait for their completion. For the physics thread. */
    int waiting() {
        return waiting.size();
    }

    /** Adds a request to complete. For a thread that has exclusive access to the request. */
    public void add(Reply<?> request) {
        waiting.offer(request);
        giveTurn();
    }

    private void giveTurn() {
        if (thread != null && !awaitsTurn.getAndSet(true)) {
            try {
                thread.execute(nextTurn);
            } catch (Throwable noMemory) {
                awaitsTurn.set(false);
                throw noMemory;
            }
        }
    }

    private void takeTurn() {
        awaitsTurn.set(false);
        // If a thread whose place ours has taken is still completing futures, that thread sees what waits: it looks
        // again after it has stored null.
        while (completing.compareAndSet(null, Thread.currentThread())) {
            complete(MOST_A_TURN);
            completing.set(null);
            if (waiting.isEmpty()) {
                return;
            }
            try {
                giveTurn();
            } catch (Throwable noMemory) {
                // Completes the others in this turn, because an error would end the thread of a whole group.
                continue;
            }
            // After the end, our thread may have left before it got this turn.
            if (!ended) {
                return;
            }
        }
    }

    /** Completes all futures that wait. For the owner of a stepper. */
    public void completeAll() {
        // A callback may call this method again.
        Thread outer = completing.getAndSet(Thread.currentThread());
        complete(waiting.size());
        completing.set(outer);
    }

    private void complete(int most) {
        // A callback that completes futures itself leaves fewer of them here.
        for (int left = most; left > 0 && !waiting.isEmpty(); left--) {
            Reply<?> next = waiting.poll();
            code.enter(UserCode.Call.CALLBACK, newestTick.getAsLong());
            completeNow(next);
            code.leave();
        }
    }

    /** Completes a future on this thread. Without memory for its outcome, the end finds it among the open ones. */
    public void completeNow(Reply<?> request) {
        request.completeNow();
        if (request.isDone()) {
            open.remove(request);
        }
    }

    /** Lets our thread leave this service, after the last callback. Call it after the last request was added. */
    void end() {
        ended = true;
        if (begun) {
            begun = false;
            own().leave();
        }
    }

    /**
     * Waits until all callbacks have ended. Then fails the futures that are still open: those after a callback that
     * does not return, and those for which there was no memory.
     * Another thread fails them, and a further one those after a callback that hangs as well. Call this after the end.
     *
     * @return false if the time is over before the callbacks have ended
     * @throws VirtualMachineError if there is no memory or no thread to fail a future; call this again later
     */
    public boolean awaitEnd(long timeoutNanos) {
        boolean inTime = own().await(this::hasEnded, timeoutNanos);
        for (Reply<?> first = firstOpen(); first != null; first = firstOpen()) {
            failAll(first);
        }
        // Those whose callbacks hang are done, and no end needs to find them any more.
        open.clear();
        return inTime;
    }

    private @Nullable Reply<?> firstOpen() {
        return open.stream().filter(each -> !each.isDone()).findFirst().orElse(null);
    }

    /** Fails all open futures on one thread. Returns when it has, or when a callback delays it. */
    private void failAll(Reply<?> first) {
        Thread failing = own().newThread(() -> open.forEach(this::fail));
        failing.start();
        // No callback delays the first one, so it is open only until the thread has run, or for lack of memory.
        while (!first.isDone() && failing.isAlive()) {
            Threads.join(failing, SOON_NANOS);
        }
        if (!first.isDone()) {
            throw new OutOfMemoryError("there was no memory to complete a future; free some, then close again");
        }
        // Another one that stays open for a whole wait is held up by the callback of an earlier one.
        Reply<?> before = first;
        for (Reply<?> oldest = firstOpen(); oldest != null && oldest != before; oldest = firstOpen()) {
            Threads.join(failing, SOON_NANOS);
            before = oldest;
        }
    }

    private void fail(Reply<?> request) {
        if (request.isDone()) {
            return;
        }
        if (request.failure() == null) {
            request.setFailure(new IllegalStateException("the physics service was closed before it could complete this"
                    + " future, because the callback of an earlier future did not return, or there was no memory; let"
                    + " callbacks return soon"));
        }
        // The future is done before its callbacks run.
        completeNow(request);
    }

    /** In a group, lets another thread complete the futures of other services, if ours is in a callback of this one. */
    @Override
    public void freeOthers() {
        own().goOnWithout(completing.get());
    }

    /** Returns whether no callback will run any more. Valid after the end. */
    public boolean hasEnded() {
        // The thread is read last: it is set before a request is taken, and cleared after its callbacks.
        return (waiting.isEmpty() || open.isEmpty()) && completing.get() == null && !own().isOwnAlive();
    }

    /** Returns the thread that still runs callbacks; null if callbacks of other services of the group hold them up. */
    public @Nullable Thread hanging() {
        return completing.get() != null || own().isOwnAlive() ? thread() : null;
    }
}
