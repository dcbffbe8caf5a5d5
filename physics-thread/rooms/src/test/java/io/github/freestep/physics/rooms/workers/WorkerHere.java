package io.github.freestep.physics.rooms.workers;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.physics.thread.SystemRequests;
import io.github.freestep.physics.thread.ThreadedRun;
import io.github.freestep.physics.thread.WorkerSettings;
import io.github.freestep.time.NanoClock;
import java.util.concurrent.CompletableFuture;

/** A group of one thread, which is that of the test. */
public final class WorkerHere {
    public final GroupThreads group;
    public final GroupLoad load;
    private final Worker worker;

    public WorkerHere(NanoClock clock) {
        group = new GroupThreads("", 1, clock);
        load = group.pool.load;
        WorkerSettings settings = new WorkerSettings("here", clock, 5, FineTimer.system(), SystemRequests.NONE);
        worker = new Worker(group.pool, settings, "here");
        group.pool.add(worker);
    }

    /** Starts a run that was made for the group. */
    public void start(ThreadedRun run, GroupRun inGroup) {
        inGroup.place(run, () -> CompletableFuture.completedFuture(null));
        inGroup.setUp(Thread.currentThread());
    }

    /** Runs all runs up to their ends. */
    public void run() {
        group.pool.end();
        worker.run();
    }
}
