package io.github.freestep.physics;

import io.github.freestep.time.NanoClock;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * What other threads want to have done between ticks, in the order it was submitted. Any thread submits, which never
 * blocks; the physics thread runs, which allocates nothing of its own.
 */
final class Commands {
    private final MpscVarHandleArrayQueue<Queued<?>> queue;
    private final CommandCallbacks completions;
    private final CommandRunner runner;

    /** The queue has one consumer at a time: the physics thread, until the first that ends this, which keeps it. */
    private final AtomicBoolean taking = new AtomicBoolean();

    /** The running command. The thread that takes it out of here hands it over to be completed. */
    private final AtomicReference<Queued<?>> running = new AtomicReference<>();

    private volatile boolean drained;

    /** Why no further command is run; null until the end. */
    private volatile Throwable ended;

    Commands(int capacity, CommandCallbacks completions, CommandRunner runner) {
        queue = new MpscVarHandleArrayQueue<>(capacity);
        this.completions = completions;
        this.runner = runner;
    }

    CompletableFuture<Void> submit(Command command) {
        return add(submitted(command));
    }

    <T> CompletableFuture<T> call(ValueCommand<T> command) {
        return add(called(command));
    }

    Queued<Void> submitted(Command command) {
        return new Submitted(command, completions);
    }

    <T> Queued<T> called(ValueCommand<T> command) {
        return new Called<>(command, completions);
    }

    <T> CompletableFuture<T> add(Queued<T> queued) {
        if (!queue.offer(queued)) {
            return queued.refuse(new RejectedExecutionException(
                    queue.capacity() + " commands wait already; submit fewer at a time, or do more in each"));
        }
        // Either the last drain finds what was offered, or the end is seen here: between the store to the queue and
        // the load of the end, and between their counterparts in end(), stands a full fence.
        VarHandle.fullFence();
        Throwable reason = ended;
        return reason == null ? queued.future() : queued.refuse(hasEnded(reason));
    }

    static RejectedExecutionException hasEnded(Throwable reason) {
        return new RejectedExecutionException("the physics service has ended", reason);
    }

    /**
     * Runs what is there, until the budget is spent; at least one, so that none waits for ever.
     *
     * @throws Error if a command does; its future knows by then
     */
    void run(NanoClock clock, long budgetNanos) {
        int most = queue.size();
        if (most == 0) {
            return;
        }
        long since = clock.nanoTime();
        Throwable failure = null;
        // Bounded by what is there now, since a command may submit another.
        while (most-- > 0 && !(failure instanceof Error) && completions.hasRoom()) {
            Queued<?> queued = next();
            if (queued == null) {
                break;
            }
            failure = queued.run(runner);
            runner.hasRun(failure != null);
            if (running.compareAndSet(queued, null)) {
                completions.addCommand(queued);
            }
            if (clock.nanoTime() - since >= budgetNanos) {
                break;
            }
        }
        completions.flush();
        if (failure instanceof Error error) {
            throw error;
        }
    }

    /**
     * Physics thread: runs a command at once, outside the queue, and completes its future.
     *
     * @return what the command threw; null if nothing
     * @throws Error if the command does; its future knows by then
     */
    @Nullable Throwable runNow(Queued<?> command) {
        Throwable failure = command.run(runner);
        runner.hasRun(failure != null);
        command.complete();
        if (failure instanceof Error error) {
            throw error;
        }
        return failure;
    }

    private Queued<?> next() {
        if (!taking.compareAndSet(false, true)) {
            return null;
        }
        // Relaxed: it does not wait for a thread that was preempted in the middle of its offer.
        Queued<?> next = queue.relaxedPoll();
        running.set(next);
        taking.set(false);
        return next;
    }

    /**
     * Ends the queue: commands that wait or come later fail. Called by the physics thread as its last act, and by a
     * closing thread while the physics thread hangs, possibly in a command. Needs no memory.
     *
     * @param reason what commands that come fail with, as a cause
     * @param rejection what those that wait fail with
     */
    void end(Throwable reason, Throwable rejection) {
        ended = reason;
        VarHandle.fullFence();
        // Kept by the first that ends, and before that only held while a command is taken, so not while it runs.
        while (!taking.compareAndSet(false, true)) {
            if (drained) {
                return;
            }
            Thread.onSpinWait();
        }
        drained = true;
        Queued<?> hangs = running.getAndSet(null);
        if (hangs != null) {
            hangs.abandon(reason);
            completions.addCommand(hangs);
        }
        Queued<?> queued;
        while ((queued = queue.poll()) != null) {
            queued.fails(rejection);
            completions.addCommand(queued);
        }
    }

    /** A command, from its submission to its outcome. */
    abstract static class Queued<T> extends Pending<T> {
        Queued(CommandCallbacks completions) {
            super(completions);
        }

        abstract void runBy(CommandRunner runner) throws Exception;

        private Throwable run(CommandRunner runner) {
            try {
                runBy(runner);
                return null;
            } catch (Throwable t) {
                if (t instanceof InterruptedException) {
                    // The exception has cleared the flag that asks the thread to end.
                    Thread.currentThread().interrupt();
                }
                fails(t);
                return t;
            }
        }
    }

    private static final class Submitted extends Queued<Void> {
        private final Command command;

        Submitted(Command command, CommandCallbacks completions) {
            super(completions);
            this.command = command;
        }

        @Override
        void runBy(CommandRunner runner) throws Exception {
            runner.run(command, command);
        }
    }

    /** The world runs it as a command, whose value goes to the future. */
    private static final class Called<T> extends Queued<T> implements Command {
        private final ValueCommand<T> command;

        Called(ValueCommand<T> command, CommandCallbacks completions) {
            super(completions);
            this.command = command;
        }

        @Override
        void runBy(CommandRunner runner) throws Exception {
            runner.run(command, this);
        }

        @Override
        public void run(PhysicsContext context) throws Exception {
            succeeds(command.run(context));
        }
    }
}
