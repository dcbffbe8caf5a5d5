package io.github.freestep.physics;

import io.github.freestep.physics.delivery.Delivery;
import io.github.freestep.physics.delivery.DeliveryThread;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The set-up of a service in a group. It runs on the group's thread for set-ups, so no running service waits for it,
 * however long it takes. If a set-up hangs, another thread goes on with those of other services.
 */
final class SetUp extends Delivery {
    private final ServiceRun run;
    private final AtomicReference<Taker> taker = new AtomicReference<>(Taker.NONE);

    /** Which thread has taken the set-up. */
    private enum Taker {
        NONE,
        SETS_UP,
        CLOSES
    }

    SetUp(ServiceRun run, DeliveryThread thread) {
        super(thread);
        this.run = run;
    }

    /** Starts the set-up. If this throws, because no thread can be started, it has no effect. */
    void start() {
        begin();
        signal();
    }

    @Override
    protected boolean deliver() {
        // An interrupt may have been meant for another service, whose set-up this thread ran before.
        Thread.interrupted();
        if (taker.compareAndSet(Taker.NONE, Taker.SETS_UP)) {
            setUpOrEnd();
        }
        return false;
    }

    /**
     * Ends the run on the calling thread, without a set-up, if that has not begun. Call it after the end was requested.
     *
     * @return whether this call or an earlier one ends it so
     */
    boolean endBeforeItBegins() {
        if (hasBegun() && taker.compareAndSet(Taker.NONE, Taker.CLOSES)) {
            setUpOrEnd();
        }
        return taker.get() == Taker.CLOSES;
    }

    private void setUpOrEnd() {
        boolean joins = false;
        try {
            joins = run.passes.setUpAhead();
        } catch (Throwable noMemory) {
            // The run has ended, and only a part of its threads may be left.
        }
        if (joins) {
            run.start();
        } else {
            run.withdraw();
        }
    }

    @Override
    protected boolean isFinished() {
        return true;
    }

    /** Waits for the end of the set-up. Returns whether it has ended, or was never begun. */
    boolean awaitEnd(long timeoutNanos) {
        return !hasBegun() || thread.awaitEnd(this, timeoutNanos);
    }

    /** Lets another thread go on with the set-ups that wait for this one. */
    void letOthersGoOn() {
        thread.goOnWithout(this);
    }

    /** Interrupts the thread that is in this set-up, if any. */
    void interrupt() {
        thread.interruptIn(this);
    }

    /** Returns the thread that is in this set-up; null before and after it. For any thread. */
    @Nullable Thread thread() {
        return by();
    }
}
