package io.github.freestep.testing;

import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.util.function.LongSupplier;

/** A virtual clock that counts parks and adds up the time spent spinning. */
public class MeteredClock implements NanoClock {
    protected final VirtualClock clock;
    public long parks;
    public long spunNanos;

    public MeteredClock(long startNanos, LongSupplier oversleepNanos) {
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
                    "nanos must be positive, because a real clock would not sleep otherwise, was " + nanos);
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
