package io.github.freestep.physics;

import java.util.concurrent.CompletableFuture;

/** A request to the physics thread, and its outcome on the way to the caller's future. */
abstract class Pending<T> {
    private final Reply.Fuse fuse;
    private final Reply<T> reply;

    /** The next one in the list. The list has no nodes of its own, so entering it takes no memory. */
    Pending<?> next;

    private T result;
    private Throwable failure;

    /**
     * Set by a thread that no longer waits for the physics thread; later outcomes of that thread are ignored.
     */
    private volatile Throwable abandoned;

    Pending(CommandCallbacks completions) {
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

    /** Fails the future at once; for the submitting thread, before any other thread has the future. */
    CompletableFuture<T> refuse(Throwable reason) {
        reply.completeExceptionally(reason);
        reply.forget();
        return reply;
    }

    /**
     * Completes the future and runs its callbacks, so it must not be called by the physics thread, nor by one that
     * closes. No throwable of a callback gets out of here, and none keeps the callbacks behind it from being run. If
     * there is no memory for the failure, one made beforehand replaces it.
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
            // Thrown by a callback: the next try runs those that are left.
        }
    }
}
