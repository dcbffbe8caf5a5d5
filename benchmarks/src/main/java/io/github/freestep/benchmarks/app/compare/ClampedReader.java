package io.github.freestep.benchmarks.app.compare;

import java.util.function.LongSupplier;

/**
 * Draws between a physics thread's latest two states, by the age of the newer and no further than it; what most code does that
 * has such a thread. A state is published some time after it was due, so each time the picture reaches the end of what it has,
 * stands, and jumps.
 */
final class ClampedReader extends ThreadReader {
    ClampedReader(LongSupplier newest) {
        super(newest);
    }

    @Override
    void show(ShownFrame picture, long olderNanos, long newestNanos, double age) {
        picture.between(olderNanos, newestNanos, Math.max(0, Math.min(1, age)));
    }
}
