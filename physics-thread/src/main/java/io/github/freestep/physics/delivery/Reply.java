package io.github.freestep.physics.delivery;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

    /** Whether this future was read, or something was attached to it. Volatile, because any thread may do so. */
    private volatile boolean isRead;

    /** Volatile, because a hanging physics thread may set it after a closing thread. */
    private volatile @Nullable Throwable failure;

    protected Reply(CommandCallbacks callbacks) {
        this.callbacks = callbacks;
        root = this;
    }

    private Reply(Reply<?> root) {
        this.root = root;
    }

    /** Returns a derived future, which the same thread completes. */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        isRead = true;
        return new Reply<>(root);
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
     * Returns whether the user's code can learn how the request ended, because it has read this future or attached
     * something to it.
     */
    public final boolean isRead() {
        return isRead || getNumberOfDependents() > 0;
    }

    /**
     * Throws if a wait would never end. One with a limit ends anyway, and may be for a service that another thread is
     * about to start.
     */
    private void checkMayWait(boolean hasLimit) {
        isRead = true;
        CommandCallbacks by = root.callbacks;
        if (by == null || isDone()) {
            return;
        }
        if (by.wouldDeadlock(Thread.currentThread(), root.isDone())) {
            throw new IllegalStateException("thread " + Thread.currentThread().getName()
                    + " must not wait for this future, because only that thread could complete it; use thenAccept, or"
                    + " wait on another thread");
        }
        if (!hasLimit && !by.willComplete) {
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
        // Asked before the completion, which takes the dependents away. Some of them come without a call of a method
        // here.
        isRead |= getNumberOfDependents() > 0;
        do {
            try {
                Throwable reason = failure();
                if (reason == null) {
                    complete(value);
                } else {
                    completeExceptionally(reason);
                }
                callbacks = null;
                return;
            } catch (Throwable thrown) {
                // A callback's exception without text can cause this. Once the future is done, the next round only runs
                // callbacks. Each callback is removed before it runs, so the loop ends.
            }
        } while (isDone());
    }
}
