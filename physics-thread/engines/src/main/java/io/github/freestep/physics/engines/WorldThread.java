package io.github.freestep.physics.engines;

import io.github.freestep.state.Bodies;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Knows the thread that runs a world, from its set-up to its close, and refuses all others. For any thread; allocates
 * nothing unless it refuses, never blocks.
 */
final class WorldThread {
    /** Null before set-up and after close. Written when the thread changes, read in every call. */
    private final AtomicReference<Thread> runner = new AtomicReference<>();

    /**
     * Whether the runner itself tried a second set-up. The refused run closes the world at its end, and that close must
     * not close the open world. For the runner.
     */
    private boolean refusedSetUp;

    /** Makes the calling thread the runner of a world that no thread runs. */
    void claim(Object world) {
        Thread caller = Thread.currentThread();
        if (!runner.compareAndSet(null, caller)) {
            Thread other = runner.get();
            if (other == caller) {
                refusedSetUp = true;
            }
            throw new IllegalStateException("world " + world + " is run by " + other
                    + " already; close its service or stepper first, or make another world");
        }
    }

    /**
     * Begins a step or a command. If the world's stepper has passed to the calling thread, the world passes to it as
     * well. The bodies prove that the stepper has passed: while the thread that publishes them lives, they refuse every
     * other thread.
     */
    void enter(Bodies given, Bodies own) {
        Thread other = runner.get();
        if (other != null && other != Thread.currentThread()) {
            if (given == null || given != own) {
                throw refusal(other);
            }
            try {
                given.slots();
            } catch (IllegalStateException anotherPublishes) {
                throw refusal(other);
            }
            runner.set(Thread.currentThread());
        }
        refusedSetUp = false;
    }

    /**
     * Begins the close of the world. Returns false if the close follows a refused set-up; the world then stays open.
     */
    boolean beginClose() {
        Thread other = runner.get();
        if (other != null && other != Thread.currentThread() && other.isAlive()) {
            throw refusal(other);
        }
        if (refusedSetUp) {
            refusedSetUp = false;
            return false;
        }
        runner.set(Thread.currentThread());
        return true;
    }

    void endClose() {
        runner.set(null);
    }

    /** Returns whether the calling thread runs the world. */
    boolean isCurrent() {
        return runner.get() == Thread.currentThread();
    }

    /** Returns whether any thread runs the world, and throws if it is another than the caller. */
    boolean isRunning() {
        Thread other = runner.get();
        if (other != Thread.currentThread() && other != null) {
            throw refusal(other);
        }
        return other != null;
    }

    private static IllegalStateException refusal(Thread runner) {
        return new IllegalStateException("this world must be called on its physics thread, which is " + runner
                + ", was called on " + Thread.currentThread()
                + "; call it in a command, by submit(...) or call(...)");
    }
}
