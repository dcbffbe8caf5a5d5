package io.github.freestep.physics;

import java.util.concurrent.CompletableFuture;

/** A request to the physics thread. Carries its outcome to the caller's future. */
abstract class Pending<T> extends Inbox.Node<Pending<?>> {
    private final Reply.PreallocatedFailure preallocatedFailure;
    private final Reply<T> reply;

    private T result;
    private Throwable failure;

    /**
     * Set by a thread that has stopped waiting for the physics thread. Any later outcome from the physics
     * thread is ignored.
     */
    private volatile Throwable abandoned;

    Pending(CommandCallbacks callbacks) {
        preallocatedFailure = new Reply.PreallocatedFailure(callbacks);
        reply = preallocatedFailure.reply();
    }

    CompletableFuture<T> future() {
        return reply;
    }

    boolean isDone() {
        return reply.isDone();
    }

    void succeed(T with) {
        result = with;
    }

    void fail(Throwable with) {
        failure = with;
    }

    void abandon(Throwable reason) {
        abandoned = reason;
    }

    /** Fails the future at once. For the submitting thread, before another thread has the future. */
    CompletableFuture<T> refuse(Throwable reason) {
        reply.completeExceptionally(reason);
        reply.detach();
        return reply;
    }

    /**
     * Completes the future and runs its callbacks. Because callbacks may block, neither the physics thread nor a thread
     * that closes the service may call it. Throws nothing: if a callback throws, the callbacks after it still run. If
     * there is no memory for the failure, a preallocated failure replaces it.
     */
    void complete() {
        boolean completed = false;
        while (!completed) {
            try {
                // Once the future is done, this call only runs callbacks. Each callback is removed before it runs,
                // so the loop ends.
                settle();
                completed = true;
            } catch (Throwable thrown) {
                failWithoutMemory();
            }
        }
        reply.detach();
    }

    private void settle() {
        Throwable reason = abandoned != null ? abandoned : failure;
        if (reason == null || reply.isDone()) {
            reply.complete(result);
        } else {
            reply.completeExceptionally(reason);
        }
    }

    private void failWithoutMemory() {
        try {
            preallocatedFailure.fail();
        } catch (Throwable thrown) {
            // Thrown by a callback. The next attempt runs the remaining callbacks.
        }
    }
}
