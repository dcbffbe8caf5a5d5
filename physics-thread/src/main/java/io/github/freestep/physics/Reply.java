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
 * The future of a request to the physics thread. Throws if one of the threads that complete it waits for it, since that
 * would never return.
 */
final class Reply<T> extends CompletableFuture<T> {
    /** Null once it is completed: a future that outlives its service does not keep the service in memory. */
    private CommandCallbacks completions;

    /** The reply that the service completes: this, or the one that this was derived from. */
    private final Reply<?> root;

    private Reply(CommandCallbacks completions) {
        this.completions = completions;
        root = this;
    }

    private Reply(Reply<?> root) {
        this.root = root;
    }

    /** Derived futures are completed by the same thread. */
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
     * Fails a reply although there is no memory left. {@link #completeExceptionally} needs some for its result. A
     * dependent future takes over the result of the one it depends on without allocating: this is such a future, made
     * together with the reply.
     */
    static final class Fuse extends CompletableFuture<Object> {
        private static final CompletableFuture<?> NO_MEMORY =
                failedFuture(new CompletionException(new RejectedExecutionException(
                        "not completed because the heap is full; free memory, and see PhysicsService.failure()")));

        private final CommandCallbacks completions;

        Fuse(CommandCallbacks completions) {
            this.completions = completions;
        }

        /** To be called once. */
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
