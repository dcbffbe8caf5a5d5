package io.github.freestep.internal.time;

import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.util.function.LongSupplier;

/** A virtual clock that counts the waits. */
class MeteredClock implements NanoClock {
    final VirtualClock clock;
    long parks;
    long spunNanos;

    MeteredClock(long startNanos, LongSupplier oversleepNanos) {
        clock = new VirtualClock(startNanos, oversleepNanos);
    }

    @Override
    public long nanoTime() {
        return clock.nanoTime();
    }

    @Override
    public void park(long nanos) {
        if (nanos <= 0) {
            throw new IllegalArgumentException(
                    "a real clock would not sleep for " + nanos + " ns, so neither may this");
        }
        parks++;
        clock.park(nanos);
    }

    @Override
    public void spin() {
        long before = clock.nanoTime();
        clock.spin();
        spunNanos += clock.nanoTime() - before;
    }
}
