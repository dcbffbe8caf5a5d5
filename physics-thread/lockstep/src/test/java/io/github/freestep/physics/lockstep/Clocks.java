package io.github.freestep.physics.lockstep;

import io.github.freestep.time.VirtualClock;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Virtual clocks for services that wait for each other. */
final class Clocks {
    /** Where virtual clocks of matches begin: below 0, because only differences of times have a meaning. */
    static final long BEGIN_NANOS = -360_000_000_000_000L;

    private static final long LET_OTHERS_RUN_NANOS = 20_000;

    private Clocks() {}

    /** A virtual clock whose parks also park the thread for a moment, so that a waiting service lets its peers run. */
    static VirtualClock patient(LongSupplier oversleepNanos) {
        return new VirtualClock(BEGIN_NANOS, () -> {
            LockSupport.parkNanos(LET_OTHERS_RUN_NANOS);
            return oversleepNanos.getAsLong();
        });
    }
}
