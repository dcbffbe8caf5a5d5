package io.github.freestep.physics;

import io.github.freestep.physics.delivery.CommandCallbacks;
import io.github.freestep.physics.delivery.Reply;
import io.github.freestep.time.NanoClock;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The queue of commands to run between ticks, in the order of their submission. Any thread may submit a command, and
 * submitting never blocks, except that the first command of a service starts a thread. The physics thread runs the
 * commands, without allocation of its own.
 */
final class Commands {
    private final int capacity;

    /** Null before the first command, so that a service without commands takes no memory for the queue. */
    private final AtomicReference<MpscAtomicArrayQueue<Queued<?>>> queue = new AtomicReference<>();

    private final CommandCallbacks callbacks;
    private final CommandRunner runner;
    private final Runnable signal;

    /** The running command. The thread that removes it from here hands it over for completion. */
    private final AtomicReference<Queued<?>> running = new AtomicReference<>();

    /** The request that ends the run; null if there is none. Its future completes after the end. */
    private final AtomicReference<Queued<?>> last = new AtomicReference<>();

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
        queued.work.set(runner -> queued.succeed(end.call()));
        return add(queued);
    }

    Queued<Void> submitted(Command command) {
        Queued<Void> queued = new Queued<>(callbacks, false);
        queued.work.set(runner -> runner.run(command, command));
        return queued;
    }

    <T> Queued<T> called(ValueCommand<T> command) {
        Queued<T> queued = new Queued<>(callbacks, false);
        Command calls = context -> queued.succeed(command.run(context));
        queued.work.set(runner -> runner.run(command, calls));
        return queued;
    }

    <T> CompletableFuture<T> add(Queued<T> queued) {
        callbacks.register(queued);
        MpscAtomicArrayQueue<Queued<?>> created = queue.get();
        MpscAtomicArrayQueue<Queued<?>> waiting = created != null ? created : create();
        if (!waiting.offer(queued)) {
            String full = "the command queue is full: " + waiting.capacity() + " commands wait already, as many as"
                    + " commandCapacity allows; submit fewer at a time, do more in each, or raise commandCapacity";
            return callbacks.refuse(queued, new RejectedExecutionException(full));
        }
        // Either the end finds this command among the open requests, or this thread sees the end.
        Throwable reason = ended;
        if (reason != null && queued.work.getAndSet(null) != null) {
            return callbacks.refuse(queued, hasEnded(reason));
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
            // A relaxed poll does not wait for a thread that was preempted in the middle of its offer.
            Queued<?> queued = waiting.relaxedPoll();
            Queued.Work work = queued == null ? null : queued.work.getAndSet(null);
            if (work == null) {
                // None has come yet, or another thread has ended this queue.
                break;
            }
            running.set(queued);
            failure = queued.run(work, runner);
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
        Throwable failure = command.run(command.work.getAndSet(null), runner);
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

    /**
     * Ends the queue. Waiting commands and later commands fail. The physics thread calls this at its end. A closing
     * thread calls it if the physics thread hangs, possibly in a command. If there is no memory to fail a command, {@link
     * CommandCallbacks#awaitEnd} does so.
     *
     * @param reason the cause of the exception that later commands fail with
     * @param rejection the exception that waiting commands fail with
     */
    void end(Throwable reason, Throwable rejection) {
        ended = reason;
        Queued<?> ends = last.getAndSet(null);
        if (ends != null) {
            callbacks.add(ends);
        }
        Queued<?> hangs = running.getAndSet(null);
        if (hangs != null) {
            hangs.fail(reason);
            callbacks.add(hangs);
        }
        for (Reply<?> each : callbacks.open) {
            if (each instanceof Queued<?> queued && queued.work.getAndSet(null) != null) {
                queued.fail(rejection);
                callbacks.add(queued);
            }
        }
    }

    /** A command, from its submission to its outcome. */
    static final class Queued<T> extends Reply<T> {
        private final boolean isLast;

        /** Null once it runs or fails, so that only one thread does so, and a future that is kept does not keep it. */
        private final AtomicReference<@Nullable Work> work = new AtomicReference<>();

        private interface Work {
            void run(CommandRunner runner) throws Exception;
        }

        private Queued(CommandCallbacks callbacks, boolean isLast) {
            super(callbacks);
            this.isLast = isLast;
        }

        private @Nullable Throwable run(Work taken, CommandRunner runner) {
            try {
                taken.run(runner);
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
