package io.github.freestep.physics.thread;

import io.github.freestep.physics.watch.Suspect;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The thread or threads that step a run: its own {@link PhysicsThread}, or those of its {@link ServiceGroup}. For any
 * thread, except where a method says otherwise.
 */
public interface RunThread extends Suspect, ThreadsOfRun, Runnable {
    /**
     * Takes a place among threads that others use, too. For the thread that starts the service.
     *
     * @param run what the threads will step
     * @param closeAsync closes the service on another thread
     * @throws IllegalStateException if the group is closed
     */
    default void place(ThreadedRun run, Supplier<CompletableFuture<Void>> closeAsync) {}

    /** Takes back {@link #place}, for a run that does not start. For the thread that starts the service. */
    default void withdraw() {}

    /**
     * Begins the run that {@link #place} has given a place. For the thread that starts the service.
     *
     * @param passes the work of that run
     */
    void begin(Passes passes);

    /**
     * Sets a flag, after a request, an input or a failure was added to a queue of the run. The thread runs a pass when
     * it finds the flag, for which it looks at least every 10 ms between passes. This wakes the thread only if it
     * sleeps because no tick is to come.
     */
    void signal();

    /** Calls {@link #signal}. A run passes on its thread as a Runnable, because a lambda would make a start slower. */
    @Override
    default void run() {
        signal();
    }

    /** Ends a wait of the thread, so that it sees that the run is to end. */
    void wake();

    /** Waits for the set-up, and then for the end. Returns whether the run has ended. */
    boolean awaitEnd(long timeoutNanos);

    /** Returns whether a thread steps this run or one of the same group. It must not wait for the end of this run. */
    default boolean isOwn(Thread thread) {
        return runs(thread);
    }

    /** Interrupts the code of this run, and of no other. */
    void interruptCode();

    /** Takes back what a run has that never began or hangs: the requests of its thread, or its place in a group. */
    void release();

    /** Notes that the service was closed. */
    default void closed() {}

    /** Names the run for exceptions. */
    String who();

    /** Names the run in the exception that a second run of the same simulation throws. */
    default String runner() {
        return who();
    }
}
