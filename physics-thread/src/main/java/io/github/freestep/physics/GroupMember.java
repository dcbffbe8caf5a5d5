package io.github.freestep.physics;

import io.github.freestep.physics.workers.Run;
import io.github.freestep.physics.workers.Worker;
import java.util.concurrent.CompletableFuture;

/** A service as its group sees it: a run to place at a worker, and to close. */
interface GroupMember {
    Run run();

    void joinAt(Worker chosen);

    void requestStop();

    boolean isOwnThread(Thread thread);

    /** Returns whether a close would not wait. */
    boolean isQuiet();

    /** Returns whether no callback of the service may still run. Needs no memory. */
    boolean hasDeliveredAll();

    void close();

    CompletableFuture<Void> closeAsync();
}
