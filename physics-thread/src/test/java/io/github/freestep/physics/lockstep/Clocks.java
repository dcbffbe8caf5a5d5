package io.github.freestep.physics.lockstep;

import io.github.freestep.time.VirtualClock;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Virtual clocks for services that wait for each other. */
final class Clocks {
    private static final long LET_OTHERS_RUN_NANOS = 20_000;

    private Clocks() {}

    /** A virtual clock whose parks also park the thread for a moment, so that a waiting service lets its peers run. */
    static VirtualClock patient(LongSupplier oversleepNanos) {
        return new VirtualClock(0, () -> {
            LockSupport.parkNanos(LET_OTHERS_RUN_NANOS);
            return oversleepNanos.getAsLong();
        });
    }
}
