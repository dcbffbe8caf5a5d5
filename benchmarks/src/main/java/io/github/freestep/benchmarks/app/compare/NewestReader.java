package io.github.freestep.benchmarks.app.compare;

import java.util.function.LongSupplier;

/** Draws a physics thread's newest state as it is. Whole ticks, as old as they happen to be: the two clocks beat. */
final class NewestReader extends ThreadReader {
    NewestReader(LongSupplier newest) {
        super(newest);
    }

    @Override
    void show(ShownFrame picture, long olderNanos, long newestNanos, double age) {
        picture.state(newestNanos);
    }
}
