package io.github.freestep.physics.run;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Tracks which thread owns a stepper. Before the first advance, no thread does. Then the thread that advanced the
 * stepper owns it, until that thread ends. Safe for use by any number of threads. Takes no locks, and allocates only
 * when it throws.
 */
public final class Ownership {
    private final AtomicReference<Thread> owner = new AtomicReference<>();

    /** Whether the owner has advanced, and so stays the owner after the call. Only the owner accesses it. */
    private boolean stays;

    /** Returns whether another thread owns the stepper and is alive. */
    public boolean isOthers() {
        return isOthers(owner.get());
    }

    private static boolean isOthers(Thread bound) {
        return bound != Thread.currentThread() && bound != null && bound.isAlive();
    }

    /** Returns whether this thread owns the stepper. */
    public boolean isOf(Thread thread) {
        return owner.get() == thread;
    }

    /**
     * Returns whether the calling thread owns the stepper. If this returns false, no living thread owns it.
     *
     * @throws IllegalStateException if another thread owns it and is alive
     */
    public boolean check() {
        Thread bound = owner.get();
        if (isOthers(bound)) {
            throw refusal(bound);
        }
        return bound == Thread.currentThread();
    }

    /**
     * Makes the calling thread the owner until it ends.
     *
     * @return false if the calling thread had taken the stepper before
     * @throws IllegalStateException if another thread owns the stepper and is alive
     */
    public boolean take() {
        if (!isOf(Thread.currentThread()) && !borrow()) {
            throw refusal(owner.get());
        }
        boolean taken = !stays;
        stays = true;
        return taken;
    }

    /**
     * Makes the calling thread the owner until {@link #giveBack}, so that two threads that prepare a stepper never run
     * its world at the same time.
     *
     * @return false if another thread owns the stepper and is alive
     */
    public boolean borrow() {
        Thread bound = owner.get();
        if (isOthers(bound) || !owner.compareAndSet(bound, Thread.currentThread())) {
            return false;
        }
        stays = false;
        return true;
    }

    /** Ends what {@link #borrow} began, unless the thread has advanced meanwhile. */
    public void giveBack() {
        if (!stays) {
            owner.set(null);
        }
    }

    private static IllegalStateException refusal(Thread owner) {
        return new IllegalStateException("this stepper must be used by " + owner + ", was used by "
                + Thread.currentThread() + "; advance and close it on the thread that first advanced it");
    }
}
