package io.github.freestep.physics.prediction;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.Physics;
import org.jspecify.annotations.Nullable;

/** Steps a small world for the first thread that enters. */
final class OwnStepper {
    final InlineStepper stepper;

    private volatile @Nullable Thread owner;

    OwnStepper(InlineStepper stepper) {
        this.stepper = stepper;
    }

    /** Checks what the stepper checks, but before anything is sent. */
    void check() {
        if (stepper.status() != Physics.Status.RUNNING) {
            throw new IllegalStateException(
                    "this prediction has ended: its status is " + stepper.status() + "; open a new one",
                    stepper.failure());
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

    /** Returns the time up to which ticks were stepped, or are still to be stepped because they took too long. */
    long nanoTime() {
        return stepper.clock().nanoTime();
    }
}
