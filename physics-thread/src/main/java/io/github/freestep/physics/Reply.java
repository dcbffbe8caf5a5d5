package io.github.freestep.physics;

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
    private CommandCallbacks completions;

    /** The reply that the service completes: this one, or the one that this was derived from. */
    private final Reply<?> root;

    private Reply(CommandCallbacks completions) {
        this.completions = completions;
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
        CommandCallbacks by = root.completions;
        if (by != null && !isDone() && by.needs(Thread.currentThread(), root.isDone())) {
            throw new IllegalStateException("thread " + Thread.currentThread().getName()
                    + " must not wait for this future, because only that thread could complete it; use thenAccept, or"
                    + " wait on another thread");
        }
    }

    void forget() {
        completions = null;
    }

    /**
     * Fails a reply without memory. {@link #completeExceptionally} allocates its result. A dependent future, however,
     * takes over the result of another future without allocating. So each reply is created as the dependent of a fuse.
     */
    static final class Fuse extends CompletableFuture<Object> {
        private static final CompletableFuture<?> NO_MEMORY =
                failedFuture(new CompletionException(new RejectedExecutionException(
                        "not completed because the heap is full; free memory, and see PhysicsService.failure()")));

        private final CommandCallbacks completions;

        Fuse(CommandCallbacks completions) {
            this.completions = completions;
        }

        /** Creates the reply. Call it once. */
        <T> Reply<T> reply() {
            return (Reply<T>) thenCompose(Fuse.<T>failing());
        }

        @SuppressWarnings("unchecked")
        private static <T> Function<Object, CompletionStage<T>> failing() {
            return nothing -> (CompletionStage<T>) NO_MEMORY;
        }

        @Override
        public <U> CompletableFuture<U> newIncompleteFuture() {
            return new Reply<>(completions);
        }

        void burn() {
            complete(null);
        }
    }
}
