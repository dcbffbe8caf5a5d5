package io.github.freestep.physics.own;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.Physics;
import org.jspecify.annotations.Nullable;

/** Steps a small world, or two of them, for the first thread that enters. */
final class OwnStepper {
    private final InlineStepper stepper;

    /** Null if there is one small world only. */
    private final @Nullable Twins twins;

    private volatile @Nullable Thread owner;

    OwnStepper(InlineStepper stepper, @Nullable Twins twins) {
        this.stepper = stepper;
        this.twins = twins;
    }

    /** Checks what the stepper checks, but before anything is sent. */
    void check() {
        InlineStepper failed = twins != null && twins.second.failure() != null ? twins.second : stepper;
        if (failed.status() != Physics.Status.RUNNING) {
            throw new IllegalStateException(
                    "this prediction has ended: its status is " + failed.status() + "; open a new one",
                    failed.failure());
        }
        Thread first = owner;
        if (first != null && first != Thread.currentThread() && first.isAlive()) {
            throw new IllegalStateException("this prediction belongs to the thread " + first.getName()
                    + ", which has advanced it first, was called by "
                    + Thread.currentThread().getName());
        }
    }

    /** Lets this thread own the world. */
    void enter() {
        check();
        owner = Thread.currentThread();
    }

    int advance(long elapsedNanos) {
        return twins == null ? stepper.advance(elapsedNanos) : twins.advance(elapsedNanos);
    }

    void advanceTick() {
        stepper.advanceTick();
    }

    /** Returns the time up to which ticks were stepped, or are still to be stepped because they took too long. */
    long nanoTime() {
        return stepper.clock().nanoTime() + (twins == null ? 0 : twins.leftNanos);
    }

    void close() {
        if (twins == null) {
            stepper.close();
        } else {
            twins.close();
        }
    }
}
