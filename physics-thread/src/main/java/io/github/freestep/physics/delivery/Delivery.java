package io.github.freestep.physics.delivery;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the user's code that wait for a {@link DeliveryThread}: the callbacks of a service, or the handler of a
 * subscription. Several threads may signal it, and at most one at a time delivers.
 */
public abstract class Delivery extends Inbox.Node<Delivery> {
    /** Nothing waits. */
    private static final int IDLE = 0;

    /** In the list of its thread, or to be delivered again after the present delivery. */
    private static final int SIGNALLED = 1;

    /** Taken by its thread, and not signalled since. */
    private static final int TAKEN = 2;

    public static final long POLL_NANOS = 500_000;

    private final AtomicInteger state = new AtomicInteger(IDLE);

    private volatile Thread by;
    private volatile boolean done;

    /**
     * Calls the user's code for what waits now. Throws nothing.
     *
     * @return whether to call this again, without a signal, after the other deliveries of the thread
     */
    protected abstract boolean deliver();

    /** Returns whether nothing will wait any more. */
    protected abstract boolean isFinished();

    /** Notes that something waits. Returns whether the caller must add this to the list of its thread. */
    final boolean signal() {
        return state.getAndSet(SIGNALLED) == IDLE;
    }

    /** Takes back a {@link #signal} that has returned true, if the caller adds this nowhere. */
    final void unsignal() {
        state.set(IDLE);
    }

    /** Takes this from the list. The delivery that follows finds everything that was signalled before this call. */
    final void takeBy(Thread thread) {
        by = thread;
        state.getAndSet(TAKEN);
    }

    /**
     * Delivers. Only for the thread that has taken this delivery.
     *
     * @param beforeDone called after the last call of {@link #deliver}, before any thread can see that this delivery
     *     has ended
     * @return whether the thread must add this to the list again
     */
    final boolean run(Runnable beforeDone) {
        boolean more = deliver();
        by = null;
        if (isFinished()) {
            // It stays taken, so no signal adds it to the list any more.
            beforeDone.run();
            done = true;
            return false;
        }
        if (more) {
            state.set(SIGNALLED);
        }
        return more || !state.compareAndSet(TAKEN, IDLE);
    }

    /** Returns the thread that delivers at the moment, or null. */
    public final @Nullable Thread by() {
        return by;
    }

    /** Returns whether the last delivery has ended. */
    public final boolean isDone() {
        return done;
    }

    /** Waits until the last delivery has ended. An interrupt does not end the wait. Needs no memory. */
    public final boolean awaitDone(long timeoutNanos) {
        long since = System.nanoTime();
        boolean interrupted = false;
        while (!done && System.nanoTime() - since < timeoutNanos) {
            LockSupport.parkNanos(this, POLL_NANOS);
            // With the flag set, every park would return at once.
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return done;
    }
}
