package io.github.freestep.physics.run;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Tracks which thread owns a stepper. Before the first advance, no thread does, but a thread may borrow the stepper for
 * a request, and threads that want to advance or close it wait meanwhile. Then the thread that advanced the stepper
 * owns it, until that thread releases it or ends. Safe for use by any number of threads. Takes no locks, and allocates
 * only when a thread borrows the stepper or takes it over from another one, and when it throws.
 */
public final class Ownership {
    /** How long a waiting thread sleeps before it looks again, about as long as a short request. */
    private static final long BORROWED_NANOS = 50_000;

    /** Thread and flag are in one object, so that no thread sees a new owner with the flag of the former one. */
    private final AtomicReference<@Nullable Owner> owner = new AtomicReference<>();

    /** The newest owner that stays. It is kept, so that a thread that takes the stepper again allocates nothing. */
    private @Nullable Owner newest;

    /** Whether two threads of a host take the stepper by turns. */
    private volatile boolean isShared;

    /** @param stays whether the thread has advanced the stepper, and so stays the owner after the call */
    private record Owner(Thread thread, boolean stays) {}

    /**
     * Lets requests wait for the next advance, because between two advances the host's own thread uses the world, which
     * a request that runs at once could step.
     */
    public void share() {
        isShared = true;
    }

    /** Returns whether all requests wait for the next advance. */
    public boolean isShared() {
        return isShared;
    }

    /** Returns whether another thread owns the stepper and is alive. */
    public boolean isOthers() {
        return isOthers(owner.get());
    }

    private static boolean isOthers(@Nullable Owner bound) {
        return bound != null && bound.thread != Thread.currentThread() && bound.thread.isAlive();
    }

    /** Returns whether this thread owns the stepper. */
    public boolean isOf(Thread thread) {
        Owner bound = owner.get();
        return bound != null && bound.thread == thread;
    }

    /**
     * Returns whether the calling thread owns the stepper. If this returns false, no living thread owns it. Waits while
     * another thread has borrowed it.
     *
     * @throws IllegalStateException if another thread owns it and is alive
     */
    public boolean check() {
        return awaitBorrower() != null && isOf(Thread.currentThread());
    }

    /**
     * Makes the calling thread the owner until it releases the stepper or ends. Waits while another thread has borrowed
     * the stepper.
     *
     * @return false if the calling thread had taken the stepper before
     * @throws IllegalStateException if another thread owns the stepper and is alive
     */
    public boolean take() {
        Owner bound = awaitBorrower();
        if (bound != null && bound.thread == Thread.currentThread() && bound.stays) {
            return false;
        }
        Owner next = newest;
        if (next == null || next.thread != Thread.currentThread()) {
            next = new Owner(Thread.currentThread(), true);
            newest = next;
        }
        return owner.compareAndSet(bound, next) || take();
    }

    private @Nullable Owner awaitBorrower() {
        Owner bound = owner.get();
        while (bound != null && isOthers(bound) && !bound.stays) {
            LockSupport.parkNanos(BORROWED_NANOS);
            bound = owner.get();
        }
        if (bound != null && isOthers(bound)) {
            throw new IllegalStateException("this stepper must be used by " + bound.thread + ", was used by "
                    + Thread.currentThread() + "; advance and close it on that thread, or call release() there first");
        }
        return bound;
    }

    /**
     * Makes the calling thread the owner until {@link #giveBack}, so that two threads that prepare a stepper never run
     * its world at the same time.
     *
     * @return false if a thread owns or has borrowed the stepper, and is alive
     */
    public boolean borrow() {
        Owner bound = owner.get();
        return !isShared
                && (bound == null || !bound.thread.isAlive())
                && owner.compareAndSet(bound, new Owner(Thread.currentThread(), false));
    }

    /** Lets another thread own the stepper, if the calling thread owns it. */
    public void release() {
        leave(true);
    }

    /** Ends what {@link #borrow} began, unless the thread has advanced meanwhile. */
    public void giveBack() {
        leave(false);
    }

    private void leave(boolean stays) {
        Owner bound = owner.get();
        if (bound != null && bound.thread == Thread.currentThread() && bound.stays == stays) {
            owner.set(null);
        }
    }
}
