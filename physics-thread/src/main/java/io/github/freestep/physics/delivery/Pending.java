package io.github.freestep.physics.delivery;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A request to the physics thread. Carries its outcome to the caller's future. */
public abstract class Pending<T> extends Inbox.Node<Pending<?>> {
    private final Reply.PreallocatedFailure preallocatedFailure;
    private final Reply<T> reply;

    private T result;
    private Throwable failure;

    /**
     * Set by a thread that has stopped waiting for the physics thread. Any later outcome from the physics
     * thread is ignored.
     */
    private volatile Throwable abandoned;

    protected Pending(CommandCallbacks callbacks) {
        preallocatedFailure = new Reply.PreallocatedFailure(callbacks);
        reply = preallocatedFailure.reply();
    }

    public CompletableFuture<T> future() {
        return reply;
    }

    /** Returns whether the number of such requests that wait for their callbacks is limited. */
    protected boolean isLimited() {
        return false;
    }

    public void succeed(T with) {
        result = with;
    }

    public void fail(Throwable with) {
        failure = with;
    }

    /** Returns why the request has failed, or null. For the thread that completes the future. */
    protected @Nullable Throwable failure() {
        return failure;
    }

    public void abandon(Throwable reason) {
        abandoned = reason;
    }

    /** Fails the future at once. For the submitting thread, before another thread has the future. */
    public CompletableFuture<T> refuse(Throwable reason) {
        reply.completeExceptionally(reason);
        reply.detach();
        return reply;
    }

    /**
     * Completes the future and runs its callbacks. Because callbacks may block, neither the physics thread nor a thread
     * that closes the service may call it. Throws nothing: if a callback throws, the callbacks after it still run. If
     * there is no memory for the failure, a preallocated failure replaces it.
     */
    public void complete() {
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
        Throwable reason = abandoned != null ? abandoned : failure();
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
