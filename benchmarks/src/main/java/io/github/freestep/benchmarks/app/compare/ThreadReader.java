package io.github.freestep.benchmarks.app.compare;

import java.util.function.LongSupplier;

/**
 * Draws what a hand-written physics thread has published: its newest state, and with it the one before. That thread is {@link
 * HandThread}: its ticks are due on an even grid, and so a state's age is known.
 */
abstract class ThreadReader implements Loop {
    private final LongSupplier newest;

    /** The simulation time of the newest state, which is also when it was due. */
    ThreadReader(LongSupplier newest) {
        this.newest = newest;
    }

    @Override
    public final void frame(long nowNanos, ShownFrame picture) {
        long newestNanos = newest.getAsLong();
        show(picture, newestNanos - TICK_NANOS, newestNanos, (double) (nowNanos - newestNanos) / TICK_NANOS);
    }

    /** The age is that of the newest state, in ticks. */
    abstract void show(ShownFrame picture, long olderNanos, long newestNanos, double age);

    @Override
    public final long owedNanos(long nowNanos) {
        return Math.max(0, nowNanos - newest.getAsLong() - TICK_NANOS);
    }
}
