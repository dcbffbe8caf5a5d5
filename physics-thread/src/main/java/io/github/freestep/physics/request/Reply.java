package io.github.freestep.physics.request;

import io.github.freestep.internal.problem.Reporter;
import io.github.freestep.problem.Problem.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request to the physics thread, and its future. The thread that carries the request out stores the outcome by {@link
 * #setValue} or {@link #setFailure}. Later, a thread that may run callbacks completes the future by {@link
 * #completeNow}. {@code get} and {@code join} throw where they would never return: on the completing thread, on the
 * physics thread, and before the start.
 */
public class Reply<T> extends CompletableFuture<T> {
    /** Null once this is completed or refused, so that a future does not keep its service in memory. */
    @Nullable CommandCallbacks callbacks;

    /** The reply that the service completes: this one, or the one that this was derived from. */
    private final Reply<?> root;

    private @Nullable T value;

    /** Takes failures that nothing can see. */
    private final Reporter problems;

    /**
     * Whether this future was read, or has a stage that can see how it ends. Volatile, because any thread may do so.
     */
    private volatile boolean isRead;

    /** The futures of its stages, except for those that were attached after a success. */
    private final Queue<Reply<?>> stages = new ConcurrentLinkedQueue<>();

    /** Whether a stage has a future that others can derive from. */
    private final boolean isMade;

    private boolean isTold;

    /** Volatile, because a hanging physics thread may set it after a closing thread. */
    private volatile @Nullable Throwable failure;

    protected Reply(CommandCallbacks callbacks) {
        this.callbacks = callbacks;
        problems = callbacks.problems;
        root = this;
        isMade = true;
    }

    private Reply(Reply<?> parent) {
        problems = parent.problems;
        root = parent.root;
        super.whenComplete((result, failure) -> {
            tellOwnFailure(parent);
            forgetStages();
        });
        isMade = true;
    }

    /** Returns a derived future, which the same thread completes. */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        if (!isMade) {
            return new CompletableFuture<>();
        }
        Reply<U> derived = new Reply<>(this);
        if (!isDone() || thrown() != null) {
            stages.add(derived);
        }
        return derived;
    }

    /** After a success, nobody looks at the stages. Else each future of a chain would keep all those after it. */
    private void forgetStages() {
        if (thrown() == null) {
            stages.clear();
        }
    }

    /** Reports a failure that is not the parent's, because then the stage itself has thrown it. */
    private void tellOwnFailure(Reply<?> parent) {
        Throwable own = thrown();
        boolean isRefusal = own instanceof RejectedExecutionException || own instanceof CancellationException;
        if (own != null && own != parent.thrown() && !isRefusal) {
            problems.reportUnlessRead(Kind.COMMAND_FAILED, "a stage of a future failed", own, this::isSeen);
        }
    }

    /** Returns the failure of this future, without what has wrapped it; null if it has none. */
    private @Nullable Throwable thrown() {
        try {
            super.getNow(null);
            return null;
        } catch (CompletionException | CancellationException failed) {
            return failed.getCause() == null ? failed : failed.getCause();
        }
    }

    /**
     * Returns whether the user's code can have seen the failure of this future: it has read this future or one that has
     * the same failure, or a stage has handled the failure, or has yet to do so.
     */
    private boolean isSeen() {
        // A loop, because a chain of stages may be longer than a stack.
        Deque<Reply<?>> rest = new ArrayDeque<>(List.of(this));
        while (!rest.isEmpty()) {
            Reply<?> next = rest.poll();
            if (next.isRead) {
                return true;
            }
            for (Reply<?> stage : next.stages) {
                if (stage.thrown() != next.thrown()) {
                    return true;
                }
                rest.add(stage);
            }
        }
        return false;
    }

    @Override
    public CompletableFuture<Void> thenRun(Runnable action) {
        return attached(isDone(), super.thenRun(action));
    }

    @Override
    public CompletableFuture<Void> thenAccept(Consumer<? super T> action) {
        return attached(isDone(), super.thenAccept(action));
    }

    /** If a stage has run at once, looks for its failure here, because its future does not call anything then. */
    private <U> CompletableFuture<U> attached(boolean wasDone, CompletableFuture<U> derived) {
        if (wasDone) {
            ((Reply<U>) derived).tellOwnFailure(this);
        }
        return derived;
    }

    @Override
    public CompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> action) {
        isRead = true;
        return attached(isDone(), super.whenComplete(action));
    }

    @Override
    public CompletableFuture<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> action) {
        isRead = true;
        return super.whenCompleteAsync(action);
    }

    @Override
    public CompletableFuture<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> action, Executor executor) {
        isRead = true;
        return super.whenCompleteAsync(action, executor);
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        checkMayWait(false);
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        checkMayWait(true);
        return super.get(timeout, unit);
    }

    @Override
    public T join() {
        checkMayWait(false);
        return super.join();
    }

    @Override
    public T getNow(T valueIfAbsent) {
        isRead = true;
        return super.getNow(valueIfAbsent);
    }

    /** Combinations with other futures call this, and so see how the request ends. */
    @Override
    public CompletableFuture<T> toCompletableFuture() {
        isRead = true;
        return this;
    }

    @Override
    public boolean isCompletedExceptionally() {
        isRead = true;
        return super.isCompletedExceptionally();
    }

    /**
     * Lets the failure of this future be reported, unless the user's code can see it. Call it before the completion.
     */
    public final void tellUnlessSeen() {
        isTold = true;
    }

    /** Finds futures such as those of {@code allOf}, which depend on others without a call of a method here. */
    private void noteOthers() {
        noteOthers(0);
        if (!stages.isEmpty()) {
            Deque<Reply<?>> rest = new ArrayDeque<>(stages);
            while (!rest.isEmpty()) {
                Reply<?> next = rest.poll();
                next.noteOthers(1);
                rest.addAll(next.stages);
            }
        }
    }

    private void noteOthers(int own) {
        isRead |= getNumberOfDependents() > own + stages.size();
    }

    /**
     * Throws if a wait would never end. One with a limit ends anyway, and may be for a service that another thread is
     * about to start.
     */
    private void checkMayWait(boolean hasLimit) {
        isRead = true;
        CommandCallbacks completing = root.callbacks;
        if (completing == null || isDone()) {
            return;
        }
        if (completing.wouldDeadlock(Thread.currentThread(), root.isDone())) {
            throw new IllegalStateException("thread " + Thread.currentThread().getName()
                    + " must not wait for this future, because only that thread could complete it; use thenAccept, or"
                    + " wait on another thread");
        }
        if (!hasLimit && !completing.willComplete.getAsBoolean()) {
            throw new IllegalStateException("a thread must wait for this future after start(), because the physics"
                    + " service is NEW and runs nothing; start it before, or use thenAccept");
        }
    }

    /** Stores the value with which {@link #completeNow} will complete the future. */
    public final void setValue(@Nullable T with) {
        value = with;
    }

    /** Stores the failure with which {@link #completeNow} will complete the future, even if it has a value. */
    public final void setFailure(Throwable with) {
        failure = with;
    }

    /** Returns why the request has failed, or null. For the thread that completes the future. */
    protected @Nullable Throwable failure() {
        return failure;
    }

    /**
     * Completes the future with the stored outcome, if it is open, and runs its callbacks. Because callbacks may block,
     * neither the physics thread nor a thread that closes the service may call it. Throws nothing: if a callback
     * throws, the callbacks after it still run. If there is no memory for a failure, the future stays open.
     */
    public final void completeNow() {
        do {
            try {
                // Before the completion, which takes the dependents away.
                noteOthers();
                Throwable reason = failure();
                if (reason == null) {
                    complete(value);
                } else {
                    completeExceptionally(reason);
                }
                callbacks = null;
                forgetStages();
                if (isTold && reason != null) {
                    isTold = false;
                    problems.reportUnlessRead(Kind.COMMAND_FAILED, "a command failed", reason, this::isSeen);
                }
                return;
            } catch (Throwable thrown) {
                // A callback's exception without text can cause this. Once the future is done, the next round only runs
                // callbacks. Each callback is removed before it runs, so the loop ends.
            }
        } while (isDone());
    }
}
