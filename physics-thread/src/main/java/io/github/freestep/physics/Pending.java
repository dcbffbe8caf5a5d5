package io.github.freestep.physics;

import java.util.concurrent.CompletableFuture;

/** What the physics thread was asked for, and its outcome on the way to the caller's future. */
abstract class Pending<T> {
    private final Reply.Fuse fuse;
    private final Reply<T> reply;

    /** The one behind it: in a list that has no nodes of its own, so that entering it takes no memory. */
    Pending<?> next;

    private T result;
    private Throwable failure;

    /** Set by a thread that does not wait for the physics thread any more; then whatever that one says comes too late. */
    private volatile Throwable abandoned;

    Pending(Completions completions) {
        fuse = new Reply.Fuse(completions);
        reply = fuse.reply();
    }

    CompletableFuture<T> future() {
        return reply;
    }

    boolean isDone() {
        return reply.isDone();
    }

    void succeeds(T with) {
        result = with;
    }

    void fails(Throwable with) {
        failure = with;
    }

    void abandon(Throwable reason) {
        abandoned = reason;
    }

    /** For the thread that asks, while nobody else has the future. */
    CompletableFuture<T> refuse(Throwable reason) {
        reply.completeExceptionally(reason);
        reply.forget();
        return reply;
    }

    /**
     * Completes the future and runs its callbacks, so it must not be called by the physics thread, nor by one that closes. No
     * throwable of a callback gets out of here, and none keeps the callbacks behind it from being run. Where there is no memory
     * for the failure, another stands in for it.
     */
    void complete() {
        boolean completed = false;
        while (!completed) {
            try {
                // Once it is done, this only runs callbacks. Each is taken off before it is run, so this comes to an
                // end.
                settle();
                completed = true;
            } catch (Throwable thrown) {
                burn();
            }
        }
        reply.forget();
    }

    private void settle() {
        Throwable reason = abandoned != null ? abandoned : failure;
        if (reason == null || reply.isDone()) {
            reply.complete(result);
        } else {
            reply.completeExceptionally(reason);
        }
    }

    private void burn() {
        try {
            fuse.burn();
        } catch (Throwable thrown) {
            // By a callback: those that are left are run with the next try.
        }
    }
}
