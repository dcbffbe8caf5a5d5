package io.github.freestep.physics.rooms.workers;

import io.github.freestep.physics.thread.DeliveryThread;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The set-up of a service in a group. It runs on the group's thread for set-ups, so no running service waits for it,
 * however long it takes. If a set-up hangs, another thread continues with those of other services.
 */
final class GroupSetUp implements Runnable {
    private final GroupRun run;
    private final DeliveryThread threads;
    private final AtomicReference<Taker> taker = new AtomicReference<>(Taker.NONE);

    /** The thread that is in this set-up; null before and after it. For any thread. Written under the lock on this. */
    volatile @Nullable Thread thread;

    private volatile boolean ended;
    private final BooleanSupplier hasEnded = () -> ended;

    /** Which thread has taken the set-up. */
    private enum Taker {
        NONE,
        SETS_UP,
        CLOSES
    }

    GroupSetUp(GroupRun run, DeliveryThread threads) {
        this.run = run;
        this.threads = threads;
    }

    /** Starts the set-up. If this throws, because no thread can be started, it has no effect. */
    void start() {
        threads.start(this);
    }

    @Override
    public void run() {
        by(Thread.currentThread());
        if (taker.compareAndSet(Taker.NONE, Taker.SETS_UP)) {
            setUpOrEnd();
        }
        by(null);
        ended = true;
    }

    private synchronized void by(@Nullable Thread newThread) {
        thread = newThread;
        // An interrupt was meant for this set-up, and the next one has the same thread.
        Thread.interrupted();
    }

    /**
     * Ends the run on the calling thread, without a set-up, if that has not begun. Call it after the start, and after
     * the end was requested.
     *
     * @return whether this call or an earlier one ends it so
     */
    boolean endBeforeItBegins() {
        if (taker.compareAndSet(Taker.NONE, Taker.CLOSES)) {
            setUpOrEnd();
        }
        return taker.get() == Taker.CLOSES;
    }

    private void setUpOrEnd() {
        boolean joins = false;
        try {
            joins = run.passes().setUpAhead();
        } catch (Throwable noMemory) {
            // The run has ended, and only a part of its threads may be left.
        }
        if (joins) {
            run.join();
        } else {
            run.withdraw();
        }
    }

    /** Waits for the end of the set-up. Returns whether it has ended. */
    boolean awaitEnd(long timeoutNanos) {
        return threads.await(hasEnded, timeoutNanos);
    }

    /** Lets another thread continue with the set-ups that wait for this one. */
    void letOthersContinue() {
        threads.goOnWithout(thread);
    }

    /** Interrupts the thread that is in this set-up, if any. */
    synchronized void interrupt() {
        if (thread != null) {
            thread.interrupt();
        }
    }
}
