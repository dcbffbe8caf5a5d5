package io.github.freestep.physics;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The thread that a stepper belongs to: none before the first advance, then the thread that advanced it, until that
 * thread ends. Safe for use by any number of threads; neither locks nor allocates unless it refuses.
 */
final class Ownership {
    private final AtomicReference<Thread> owner = new AtomicReference<>();

    /** Whether a stepper belongs to another thread than the calling one, and that thread is alive. */
    boolean isOthers() {
        return isOthers(owner.get());
    }

    private static boolean isOthers(Thread bound) {
        return bound != Thread.currentThread() && bound != null && bound.isAlive();
    }

    /** Whether it belongs to this thread. */
    boolean isOf(Thread thread) {
        return owner.get() == thread;
    }

    /**
     * Returns whether it belongs to the calling thread already; if not, it belongs to none or to one that has ended.
     *
     * @throws IllegalStateException if it belongs to another thread that is alive
     */
    boolean check() {
        Thread bound = owner.get();
        if (isOthers(bound)) {
            throw refusal(bound);
        }
        return bound == Thread.currentThread();
    }

    /**
     * Makes it belong to the calling thread.
     *
     * @throws IllegalStateException if it belongs to another thread that is alive
     */
    void take() {
        Thread bound = owner.get();
        if (isOthers(bound) || !owner.compareAndSet(bound, Thread.currentThread())) {
            throw refusal(owner.get());
        }
    }

    private static IllegalStateException refusal(Thread owner) {
        return new IllegalStateException("this stepper belongs to " + owner + " and was used by "
                + Thread.currentThread() + "; advance and close it by the thread that first advanced it");
    }
}
