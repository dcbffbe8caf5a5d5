package io.github.freestep.physics.delivery;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * The future of a request to the physics thread. If one of the threads that complete it calls {@code get} or
 * {@code join}, these methods throw, because they would never return.
 */
final class Reply<T> extends CompletableFuture<T> {
    /** Null once the future is completed, so that a future does not keep its service in memory. */
    private CommandCallbacks callbacks;

    /** The reply that the service completes: this one, or the one that this was derived from. */
    private final Reply<?> root;

    private Reply(CommandCallbacks callbacks) {
        this.callbacks = callbacks;
        root = this;
    }

    private Reply(Reply<?> root) {
        this.root = root;
    }

    /** Returns a derived future, which the same thread completes. */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new Reply<>(root);
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        checkMayWait();
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        checkMayWait();
        return super.get(timeout, unit);
    }

    @Override
    public T join() {
        checkMayWait();
        return super.join();
    }

    private void checkMayWait() {
        CommandCallbacks by = root.callbacks;
        if (by != null && !isDone() && by.wouldDeadlock(Thread.currentThread(), root.isDone())) {
            throw new IllegalStateException("thread " + Thread.currentThread().getName()
                    + " must not wait for this future, because only that thread could complete it; use thenAccept, or"
                    + " wait on another thread");
        }
    }

    void detach() {
        callbacks = null;
    }

    /**
     * Fails a reply without memory. {@link #completeExceptionally} allocates its result. A dependent future, however,
     * takes over the result of another future without allocating. So each reply is a dependent of this future, and this
     * future completes only to fail it.
     */
    static final class PreallocatedFailure extends CompletableFuture<Object> {
        private static final CompletableFuture<?> NO_MEMORY =
                failedFuture(new CompletionException(new RejectedExecutionException(
                        "not completed because the heap is full; free memory, and see PhysicsService.failure()")));

        private final CommandCallbacks callbacks;

        PreallocatedFailure(CommandCallbacks callbacks) {
            this.callbacks = callbacks;
        }

        /** Creates the reply. Call it once. */
        <T> Reply<T> reply() {
            return (Reply<T>) thenCompose(PreallocatedFailure.<T>failing());
        }

        @SuppressWarnings("unchecked")
        private static <T> Function<Object, CompletionStage<T>> failing() {
            return nothing -> (CompletionStage<T>) NO_MEMORY;
        }

        @Override
        public <U> CompletableFuture<U> newIncompleteFuture() {
            return new Reply<>(callbacks);
        }

        void fail() {
            complete(null);
        }
    }
}
