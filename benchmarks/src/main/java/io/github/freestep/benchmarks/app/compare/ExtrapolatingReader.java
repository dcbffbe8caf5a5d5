package io.github.freestep.benchmarks.app.compare;

import java.util.function.LongSupplier;

/**
 * Draws a physics thread's latest two states carried on to now. No latency, and motion that never changes is even; but all of
 * it is guessed: at every turn the picture overshoots, and is taken back.
 */
final class ExtrapolatingReader extends ThreadReader {
    ExtrapolatingReader(LongSupplier newest) {
        super(newest);
    }

    @Override
    void show(ShownFrame picture, long olderNanos, long newestNanos, double age) {
        picture.between(olderNanos, newestNanos, 1 + age);
    }
}
