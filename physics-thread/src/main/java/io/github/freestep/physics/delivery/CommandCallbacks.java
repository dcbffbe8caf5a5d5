package io.github.freestep.physics.delivery;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Completes the futures of a service, and so runs their callbacks: on the user's executor, or else on a thread of ours,
 * which the first request starts. In order, one at a time. If callbacks are slower than commands, the physics thread
 * runs no further commands until the callbacks have caught up.
 *
 * <p>The physics thread hands over finished commands without taking a lock. It allocates only for the
 * user's executor.
 */
public final class CommandCallbacks extends Delivery {
    /** The number of futures to complete before the thread or the executor turns to something else. */
    private static final int SHARE = 64;

    /** Notes the beginning and the end of each call, for a watchdog. */
    public interface CallMark {
        void enter();

        void leave();
    }

    private final Predicate<Thread> physics;
    private final int maxPending;

    /** Null if the thread completes all futures. */
    private final @Nullable Executor executor;

    private final Runnable onExecutor = this::runOnExecutor;

    /** The thread that hands over to the executor; null if none does. */
    private final AtomicReference<Thread> handing = new AtomicReference<>();

    /** Whether the executor has refused once. From then on, the thread completes futures. */
    private volatile boolean refused;

    /** Requests that were carried out or refused, and are not completed. */
    private final Inbox<Reply<?>> finished = new Inbox<>();

    /** The number of commands that were added and are not completed. */
    private final AtomicInteger commands = new AtomicInteger();

    /** Null without a watchdog. */
    private @Nullable CallMark mark;

    /** Whether something was added since the last {@link #flush}. */
    private boolean wakes;

    /** Written under the lock on this, under which the first request starts the thread. */
    private volatile boolean ended;

    /**
     * Creates callbacks.
     *
     * @param thread completes futures if there is no executor, or if that refuses; that of the group, or one of its own
     */
    public CommandCallbacks(
            Predicate<Thread> physics, int maxPending, @Nullable DeliveryThread thread, @Nullable Executor executor) {
        super(thread);
        this.physics = physics;
        this.maxPending = maxPending;
        this.executor = executor;
    }

    /** For a stepper, whose owner calls {@link #completeAll} itself. */
    public static CommandCallbacks ofOwner(Predicate<Thread> owner, int maxPending) {
        return new CommandCallbacks(owner, maxPending, null, null);
    }

    /** Sets what notes each call that {@link #deliver} makes. Call it before the first request. */
    public void markCalls(CallMark with) {
        mark = with;
    }

    /**
     * Makes sure that a thread completes requests. Call it before a request is added: if no thread can be started, this
     * method throws, and no future is lost. After the end, does nothing, because requests are then refused.
     *
     * <p>The first request waits until the thread is started, and so do requests that come at the same time. The
     * alternative, to add them meanwhile, would lose them if the thread cannot be started.
     */
    public void request() {
        if (thread != null && executor == null && !hasBegun()) {
            synchronized (this) {
                // Otherwise a close that has just ended would leave this thread behind.
                if (!ended) {
                    begin();
                }
            }
        }
    }

    /**
     * Returns whether a future cannot complete while the given thread waits for it. The root is the future that the run
     * has returned, from which other futures derive. Once the root is done, only callbacks remain, and the completing
     * thread runs them. In a group, that thread is the same for all services, so a callback of one service cannot wait
     * for a future of another.
     */
    public boolean wouldDeadlock(Thread waiting, boolean rootIsDone) {
        return isCompletedBy(waiting) || physics.test(waiting) && (thread == null || !rootIsDone);
    }

    /** Returns our thread that runs the callbacks. */
    public Thread thread() {
        return thread.thread();
    }

    /** Returns whether a thread runs the callbacks of this service. */
    public boolean isCompletedBy(Thread other) {
        return thread != null && (other == by() || !usesExecutor() && other == thread.thread());
    }

    private boolean usesExecutor() {
        return executor != null && !refused;
    }

    /** Returns whether another command may run. For the physics thread. */
    public boolean hasRoom() {
        return commands.get() < maxPending;
    }

    /** Adds a finished command. For a thread that has exclusive access to the command. */
    public void addCommand(Reply<?> command) {
        commands.incrementAndGet();
        add(command);
    }

    /** Adds a finished change of time, as {@link #addCommand} does. Their number is not limited. */
    public void add(Reply<?> change) {
        finished.add(change);
        wakes = true;
    }

    /** Starts the completion of everything that was added. For the physics thread. */
    public void flush() {
        if (wakes) {
            wakes = false;
            if (thread != null) {
                signal();
            }
        }
    }

    /** Lets the completing thread end, or leave this service. Call it after the last command was added. */
    public void end() {
        synchronized (this) {
            ended = true;
        }
        if (hasBegun() || executor != null && !isEmpty()) {
            signal();
        }
    }

    /** Throws nothing. If the executor refuses, and no thread can be started, the futures wait for the next call. */
    @Override
    void handOver() {
        if (usesExecutor()) {
            toExecutor();
        }
        if (!usesExecutor()) {
            try {
                begin();
                list();
            } catch (Error | IllegalThreadStateException noThread) {
                // The next flush or the close tries again.
                unsignal();
            }
        }
    }

    private void toExecutor() {
        Thread me = Thread.currentThread();
        handing.set(me);
        try {
            executor.execute(onExecutor);
        } catch (Throwable thrown) {
            refused = true;
        }
        // Another thread may hand over already, if the executor was fast.
        handing.compareAndSet(me, null);
    }

    /** An executor that runs its tasks on the thread that hands them over refuses: that may be the physics thread. */
    private void runOnExecutor() {
        if (Thread.currentThread() == handing.get()) {
            refused = true;
        } else {
            runHanded();
        }
    }

    @Override
    protected boolean deliver() {
        Reply<?> reply;
        for (int i = 0; i < SHARE && (reply = take()) != null; i++) {
            complete(reply);
        }
        return !isEmpty();
    }

    private void complete(Reply<?> reply) {
        CallMark marks = mark;
        if (marks == null) {
            reply.settle();
            return;
        }
        marks.enter();
        try {
            reply.settle();
        } finally {
            marks.leave();
        }
    }

    /** Returns whether everything that was ever added is completed. */
    @Override
    protected boolean isFinished() {
        // The flag is read before the queue. So if it is set, the queue has everything.
        return ended && isEmpty();
    }

    /**
     * Waits until all callbacks on our thread have ended. Does not wait for the user's executor, because that may need
     * the thread that closes the service.
     *
     * @return false if the time is over before that
     */
    public boolean awaitEnd(long timeoutNanos) {
        return !hasBegun() || thread.awaitEnd(this, timeoutNanos);
    }

    /** Returns whether no callback will run any more on our thread. Valid after the end. */
    public boolean hasEnded() {
        return !hasBegun() || !thread.serves(this);
    }

    /** Returns the thread that hangs in a callback; null if it is a callback of another service of the group. */
    public @Nullable Thread hanging() {
        return thread.hangingIn(this);
    }

    /** Returns whether no command waits for completion. */
    public boolean isEmpty() {
        return finished.isEmpty();
    }

    public void completeAll() {
        Reply<?> reply;
        while ((reply = take()) != null) {
            reply.settle();
        }
    }

    private @Nullable Reply<?> take() {
        Reply<?> taken = finished.take();
        if (taken != null && taken.isLimited()) {
            commands.decrementAndGet();
        }
        return taken;
    }
}
