package io.github.freestep.physics;

import io.github.freestep.state.Bodies;
import io.github.freestep.time.NanoClock;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;

/**
 * What other threads want to have done between ticks, in the order it was submitted. Any thread submits, which never
 * blocks; the physics thread runs, which allocates nothing of its own.
 */
final class Commands {
    private final MpscVarHandleArrayQueue<Pending<?>> queue;
    private final Completions completions;

    /** Null for those that are neither counted nor told. */
    private final Core core;

    /** The queue has one consumer at a time: the physics thread, until the one who drains it for good. */
    private final AtomicBoolean taking = new AtomicBoolean();

    private volatile Pending<?> running;
    private volatile boolean drained;

    /** Why nothing is run any more; the first to end it says. */
    private volatile Throwable ended;

    Commands(int capacity, Completions completions, Core core) {
        queue = new MpscVarHandleArrayQueue<>(capacity);
        this.completions = completions;
        this.core = core;
    }

    <T> CompletableFuture<T> submit(Command<T> command) {
        Pending<T> pending = new Pending<>(command);
        if (!queue.offer(pending)) {
            pending.fail(new RejectedExecutionException(
                    queue.capacity() + " commands wait already; submit fewer at a time, or do more in each"));
        } else {
            // Either the last drain finds what was offered, or the end is seen here: between the store to the queue and
            // the load of the end, and between their counterparts in end(), stands a full fence.
            VarHandle.fullFence();
            Throwable reason = ended;
            if (reason != null) {
                pending.fail(new RejectedExecutionException("the physics service has ended", reason));
            }
        }
        return pending.future;
    }

    /**
     * Runs what is there, until the budget is spent; at least one, so that none waits for ever.
     *
     * @throws Error if a command does; its future knows by then
     */
    void run(Bodies bodies, NanoClock clock, long budgetNanos) {
        int most = queue.size();
        if (most == 0) {
            return;
        }
        long since = clock.nanoTime();
        Throwable failure = null;
        // Bounded by what is there now, since a command may submit another.
        while (most-- > 0 && !(failure instanceof Error) && completions.hasRoom() && next()) {
            Pending<?> pending = running;
            failure = pending.run(core, bodies);
            if (core != null) {
                core.metrics().command(failure != null);
            }
            completions.add(pending);
            running = null;
            if (clock.nanoTime() - since >= budgetNanos) {
                break;
            }
        }
        completions.flush();
        if (failure instanceof Error error) {
            throw error;
        }
    }

    private boolean next() {
        if (!taking.compareAndSet(false, true)) {
            return false;
        }
        // Relaxed: it does not wait for a thread that was preempted in the middle of its offer.
        running = queue.relaxedPoll();
        taking.set(false);
        return running != null;
    }

    /**
     * Nothing is run any more: what waits fails, and so does what comes. For the physics thread as its last act, and for
     * whoever closes the service while that thread hangs, be it in one of the commands.
     *
     * @param completer must not run callbacks on the physics thread
     */
    void end(Throwable reason, Consumer<Pending<?>> completer) {
        ended = reason;
        VarHandle.fullFence();
        // Held for good by the first who ends, and before that only while a command is taken, so not while it runs.
        while (!taking.compareAndSet(false, true)) {
            if (drained) {
                return;
            }
            Thread.onSpinWait();
        }
        drained = true;
        Pending<?> pending;
        while ((pending = queue.poll()) != null) {
            pending.failure = new RejectedExecutionException("the physics service ended before this ran", reason);
            completer.accept(pending);
        }
        Pending<?> hangs = running;
        if (hangs != null) {
            // Its own outcome, should there be one in the end, comes too late.
            hangs.fail(reason);
        }
    }

    /** A command and its outcome, on the way to whoever waits for it. */
    static final class Pending<T> {
        private final Command<T> command;
        private final CompletableFuture<T> future = new CompletableFuture<>();
        private T result;
        private Throwable failure;

        Pending(Command<T> command) {
            this.command = command;
        }

        Throwable run(Core core, Bodies bodies) {
            try {
                result = core == null ? command.run(bodies) : core.run(command);
            } catch (Throwable t) {
                failure = t;
            }
            return failure;
        }

        /** Runs the callbacks, and so must not be called by the physics thread. */
        void complete() {
            if (failure != null) {
                future.completeExceptionally(failure);
            } else {
                future.complete(result);
            }
        }

        private void fail(Throwable reason) {
            future.completeExceptionally(reason);
        }
    }
}
