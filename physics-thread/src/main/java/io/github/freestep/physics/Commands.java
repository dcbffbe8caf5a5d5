package io.github.freestep.physics;

import io.github.freestep.physics.delivery.CommandCallbacks;
import io.github.freestep.physics.delivery.Reply;
import io.github.freestep.time.NanoClock;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The queue of commands to run between ticks, in the order of their submission. Any thread may submit a command, and
 * submitting never blocks, except that the first command of a service starts a thread. The physics thread runs the
 * commands, without allocation of its own.
 */
final class Commands {
    /** A wait that spins could last forever: a real-time thread keeps an ordinary one from their processor. */
    private static final long PAUSE_NANOS = 50_000;

    private final int capacity;

    /** Null before the first command, so that a service without commands takes no memory for the queue. */
    private final AtomicReference<MpscAtomicArrayQueue<Queued<?>>> queue = new AtomicReference<>();

    private final CommandCallbacks callbacks;
    private final CommandRunner runner;
    private final Runnable signal;

    /**
     * Set while a thread takes a command from the queue, because the queue allows one consumer at a time. The first
     * thread that ends the queue sets this flag permanently.
     */
    private final AtomicBoolean taking = new AtomicBoolean();

    /** The running command. The thread that removes it from here hands it over for completion. */
    private final AtomicReference<Queued<?>> running = new AtomicReference<>();

    /** The request that ends the run; null if there is none. Its future completes after the end. */
    private final AtomicReference<Queued<?>> last = new AtomicReference<>();

    private volatile boolean drained;

    /** The reason for the end; null before it. */
    private volatile Throwable ended;

    /**
     * Creates a queue.
     *
     * @param signal called after each submission, by the submitting thread
     */
    Commands(int capacity, CommandCallbacks callbacks, CommandRunner runner, Runnable signal) {
        this.capacity = capacity;
        this.callbacks = callbacks;
        this.runner = runner;
        this.signal = signal;
    }

    CompletableFuture<Void> submit(Command command) {
        return add(submitted(command));
    }

    <T> CompletableFuture<T> call(ValueCommand<T> command) {
        return add(called(command));
    }

    /**
     * Submits the request that ends the run, unless it throws. Its value goes to the future after the end. The commands
     * submitted before it have run by then, and those after it fail.
     *
     * @param end ends the run on the physics thread; no journal records it
     */
    <T> CompletableFuture<T> last(Callable<T> end) {
        Queued<T> queued = new Queued<>(callbacks, true);
        queued.work = runner -> queued.succeed(end.call());
        return add(queued);
    }

    Queued<Void> submitted(Command command) {
        Queued<Void> queued = new Queued<>(callbacks, false);
        queued.work = runner -> runner.run(command, command);
        return queued;
    }

    <T> Queued<T> called(ValueCommand<T> command) {
        Queued<T> queued = new Queued<>(callbacks, false);
        Command calls = context -> queued.succeed(command.run(context));
        queued.work = runner -> runner.run(command, calls);
        return queued;
    }

    <T> CompletableFuture<T> add(Queued<T> queued) {
        callbacks.request();
        MpscAtomicArrayQueue<Queued<?>> created = queue.get();
        MpscAtomicArrayQueue<Queued<?>> waiting = created != null ? created : create();
        if (!waiting.offer(queued)) {
            return queued.refuseAndForget(new RejectedExecutionException("the command queue is full: "
                    + waiting.capacity() + " commands wait already, as many as commandCapacity allows;"
                    + " submit fewer at a time, do more in each, or raise commandCapacity"));
        }
        // Either the last drain finds the queue with this command, or this thread sees the end. Both here and in end(),
        // a full fence separates the stores from the load.
        VarHandle.fullFence();
        Throwable reason = ended;
        if (reason != null) {
            return queued.refuseAndForget(hasEnded(reason));
        }
        signal.run();
        return queued;
    }

    /** Creates the queue, or returns the one that another thread has created meanwhile. */
    private MpscAtomicArrayQueue<Queued<?>> create() {
        MpscAtomicArrayQueue<Queued<?>> created = new MpscAtomicArrayQueue<>(capacity);
        return queue.compareAndSet(null, created) ? created : queue.get();
    }

    static RejectedExecutionException hasEnded(Throwable reason) {
        return new RejectedExecutionException(
                "the run has ended; start another to run commands, to pause, or to set the time scale", reason);
    }

    /** Returns whether no command waits. For the physics thread. */
    boolean isEmpty() {
        MpscAtomicArrayQueue<Queued<?>> created = queue.get();
        return created == null || created.isEmpty();
    }

    /**
     * Runs the waiting commands until the budget is spent. Runs at least one, so that none waits forever.
     *
     * @throws Error if a command throws it; the future of that command has already failed
     */
    void run(NanoClock clock, long budgetNanos) {
        MpscAtomicArrayQueue<Queued<?>> waiting = queue.get();
        int most = waiting == null ? 0 : waiting.size();
        if (most == 0) {
            return;
        }
        long since = clock.nanoTime();
        Throwable failure = null;
        // Runs at most as many commands as wait now, because a command may submit another.
        while (most-- > 0 && !(failure instanceof Error) && callbacks.hasRoom()) {
            Queued<?> queued = next(waiting);
            if (queued == null) {
                break;
            }
            failure = queued.run(runner);
            runner.hasRun(queued, failure);
            boolean ends = failure == null && queued.isLast;
            if (running.compareAndSet(queued, null)) {
                if (ends) {
                    last.set(queued);
                } else {
                    callbacks.add(queued);
                }
            }
            if (ends || clock.nanoTime() - since >= budgetNanos) {
                break;
            }
        }
        if (failure instanceof Error error) {
            throw error;
        }
    }

    /**
     * Runs a command at once, outside the queue, and completes its future. For the physics thread.
     *
     * @return the exception that the command has thrown, or null
     * @throws Error if the command throws it; its future has already failed
     */
    @Nullable Throwable runNow(Queued<?> command) {
        Throwable failure = command.run(runner);
        runner.hasRun(command, failure);
        command.run();
        if (!command.isDone()) {
            // There was no memory. Later calls try again.
            callbacks.add(command);
        }
        if (failure instanceof Error error) {
            throw error;
        }
        return failure;
    }

    private Queued<?> next(MpscAtomicArrayQueue<Queued<?>> waiting) {
        if (!taking.compareAndSet(false, true)) {
            return null;
        }
        // A relaxed poll does not wait for a thread that was preempted in the middle of its offer.
        Queued<?> next = waiting.relaxedPoll();
        running.set(next);
        taking.set(false);
        return next;
    }

    /**
     * Ends the queue. Waiting commands and later commands fail. The physics thread calls this at its end. A closing
     * thread calls it if the physics thread hangs, possibly in a command. Needs no memory.
     *
     * @param reason the cause of the exception that later commands fail with
     * @param rejection the exception that waiting commands fail with
     */
    void end(Throwable reason, Throwable rejection) {
        ended = reason;
        VarHandle.fullFence();
        Queued<?> ends = last.getAndSet(null);
        if (ends != null) {
            callbacks.add(ends);
        }
        // Before the end, the physics thread holds this flag only while it takes a command, not while it runs one.
        while (!taking.compareAndSet(false, true)) {
            if (drained) {
                return;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        drained = true;
        Queued<?> hangs = running.getAndSet(null);
        if (hangs != null) {
            hangs.fail(reason);
            callbacks.add(hangs);
        }
        MpscAtomicArrayQueue<Queued<?>> waiting = queue.get();
        while (waiting != null && !waiting.isEmpty()) {
            Queued<?> queued = waiting.relaxedPoll();
            if (queued == null) {
                LockSupport.parkNanos(PAUSE_NANOS);
            } else {
                queued.work = null;
                queued.fail(rejection);
                callbacks.add(queued);
            }
        }
    }

    /** A command, from its submission to its outcome. */
    static final class Queued<T> extends Reply<T> {
        private final boolean isLast;

        /** Null once it runs or fails, so that a future that is kept does not keep the command. */
        private @Nullable Work work;

        private interface Work {
            void run(CommandRunner runner) throws Exception;
        }

        private Queued(CommandCallbacks callbacks, boolean isLast) {
            super(callbacks);
            this.isLast = isLast;
        }

        private CompletableFuture<T> refuseAndForget(Throwable reason) {
            work = null;
            return refuse(reason);
        }

        private Throwable run(CommandRunner runner) {
            Work mine = work;
            work = null;
            try {
                // Null if another thread has ended the queue and the submitting thread has refused this meanwhile.
                if (mine != null) {
                    mine.run(runner);
                }
                return null;
            } catch (Throwable t) {
                if (t instanceof InterruptedException) {
                    // The interrupt flag asks the thread to end. Code that throws this exception clears the flag.
                    Thread.currentThread().interrupt();
                }
                fail(t);
                return t;
            }
        }
    }
}
