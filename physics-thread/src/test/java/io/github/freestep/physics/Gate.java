package io.github.freestep.physics;

import io.github.freestep.testing.Await;
import java.util.concurrent.locks.LockSupport;

/** Lets code hang until a test opens the gate, whatever interrupts the code. */
public final class Gate {
    private volatile boolean isEntered;
    private volatile boolean isOpen;

    public Gate() {}

    public void hang() {
        isEntered = true;
        while (!isOpen) {
            LockSupport.parkNanos(100_000);
            Thread.interrupted();
        }
    }

    /** Waits until code hangs, or has hung. */
    public void awaitEntered() {
        Await.until(() -> isEntered);
    }

    public void open() {
        isOpen = true;
    }
}
