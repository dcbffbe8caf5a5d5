package io.github.freestep.physics.thread;

import java.util.concurrent.CompletableFuture;

/** A service as its group sees it. For any thread. */
public interface GroupedService {
    void requestStop();

    /** Returns whether the thread runs code of the service, so that it must not wait for the end. */
    boolean isOwnThread(Thread thread);

    /** Returns whether a close would not wait. */
    boolean isQuiet();

    /** Returns whether no callback of the service may still run. Needs no memory. */
    boolean hasDeliveredAll();

    void close();

    CompletableFuture<Void> closeAsync();
}
