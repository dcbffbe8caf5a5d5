package io.github.freestep.benchmarks.gallery;

import java.util.function.LongSupplier;

/** Draws a physics thread's newest state as it is. Whole ticks, as old as they happen to be: the two clocks beat. */
final class RawReader extends ThreadReader {
    RawReader(LongSupplier newest) {
        super(newest);
    }

    @Override
    void show(Picture picture, long olderNanos, long newestNanos, double age) {
        picture.state(newestNanos);
    }
}
