package io.github.freestep.physics.delivery;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the user's code that wait for a {@link DeliveryThread} or an executor: the callbacks of a service, the
 * handler of a subscription, or the set-up of a world. Several threads may signal it, and at most one at a time
 * delivers.
 */
public abstract class Delivery implements Inbox.Node<Delivery> {
    /** Nothing waits. */
    private static final int IDLE = 0;

    /** To be handed to a thread or an executor, or on the way to an executor. */
    private static final int HANDED = 1;

    /** In the list of its thread. */
    private static final int LISTED = 2;

    /** Being delivered, and not signalled since. */
    private static final int RUNS = 3;

    /** Being delivered, and to be delivered again. */
    private static final int AGAIN = 4;

    public static final long POLL_NANOS = 500_000;

    /** Null if the owner of a stepper delivers. */
    protected final @Nullable DeliveryThread thread;

    private final AtomicInteger state = new AtomicInteger(IDLE);
    private @Nullable Delivery next;

    /** Whether the thread serves this. Written under the lock on this. */
    private volatile boolean begun;

    private volatile @Nullable Thread by;
    private volatile boolean done;

    /** Creates one that the thread serves, once it has begun. */
    protected Delivery(@Nullable DeliveryThread thread) {
        this.thread = thread;
    }

    /**
     * Calls the user's code for what waits now. Throws nothing.
     *
     * @return whether to call this again, without a signal, after the other deliveries of the thread
     */
    protected abstract boolean deliver();

    /** Returns whether nothing will wait any more. */
    protected abstract boolean isFinished();

    /** Lets the thread serve this, and starts it if necessary. If this throws, it can be called again. */
    public final void begin() {
        if (begun) {
            return;
        }
        synchronized (this) {
            if (!begun && !done) {
                thread.begin();
                begun = true;
            }
        }
    }

    /** Returns whether {@link #begin} has succeeded. */
    public final boolean hasBegun() {
        return begun;
    }

    /**
     * Notes that something waits, and hands this over, unless that was done before. Takes no lock and allocates
     * nothing. A signal that is not the first one also writes the state: so the delivery sees what came before it.
     */
    public final void signal() {
        int was;
        do {
            was = state.get();
        } while (!state.compareAndSet(was, was < RUNS ? Math.max(was, HANDED) : AGAIN));
        if (was == IDLE) {
            handOver();
        }
    }

    /** Lets a thread deliver soon. */
    void handOver() {
        list();
    }

    /** Adds this to the list of its thread, unless an executor delivers already. */
    final void list() {
        if (state.compareAndSet(HANDED, LISTED)) {
            thread.add(this);
        }
    }

    /** Takes back a signal that could not be handed over. The next one tries again. */
    final void unsignal() {
        state.compareAndSet(HANDED, IDLE);
    }

    /** Delivers. For the thread that has taken this from its list. */
    final void runListed() {
        state.getAndSet(RUNS);
        run();
    }

    /** Delivers on the calling thread, to which an executor has handed this, unless that was taken back. */
    final void runHanded() {
        if (state.compareAndSet(HANDED, RUNS)) {
            run();
        }
    }

    private void run() {
        by = Thread.currentThread();
        boolean more = deliver();
        by = null;
        if (isFinished()) {
            // The state stays, so no signal hands this over any more.
            finish();
        } else if (more || !state.compareAndSet(RUNS, IDLE)) {
            state.set(HANDED);
            handOver();
        }
    }

    /** Under the lock, because an executor may deliver while another thread begins. */
    private synchronized void finish() {
        if (begun) {
            thread.left();
        }
        done = true;
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

    @Override
    public final @Nullable Delivery next() {
        return next;
    }

    @Override
    public final void setNext(@Nullable Delivery delivery) {
        next = delivery;
    }
}
