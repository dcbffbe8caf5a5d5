package io.github.freestep.benchmarks.app.compare;

import java.util.function.LongSupplier;

/**
 * Draws what a hand-written physics thread has published: its newest state, and with it the one before. That thread is {@link
 * HandThread}: its ticks are due on an even grid, and so a state's age is known.
 */
final class ThreadReader implements Loop {
    private final LongSupplier newest;

    private final View view;

    /** The simulation time of the newest state, which is also when it was due. */
    private ThreadReader(LongSupplier newest, View view) {
        this.newest = newest;
        this.view = view;
    }

    /** Draws a physics thread's newest state as it is. Whole ticks, as old as they happen to be: the two clocks beat. */
    static Loop newest(LongSupplier newest) {
        return new ThreadReader(newest, (picture, olderNanos, newestNanos, age) -> picture.state(newestNanos));
    }

    /**
     * Draws between a physics thread's latest two states, by the age of the newer and no further than it; what most code does that
     * has such a thread. A state is published some time after it was due, so each time the picture reaches the end of what it has,
     * stands, and jumps.
     */
    static Loop clamped(LongSupplier newest) {
        return new ThreadReader(
                newest,
                (picture, olderNanos, newestNanos, age) ->
                        picture.between(olderNanos, newestNanos, Math.max(0, Math.min(1, age))));
    }

    /**
     * Draws a physics thread's latest two states carried on to now. No latency, and motion that never changes is even; but all of
     * it is guessed: at every turn the picture overshoots, and is taken back.
     */
    static Loop extrapolating(LongSupplier newest) {
        return new ThreadReader(
                newest, (picture, olderNanos, newestNanos, age) -> picture.between(olderNanos, newestNanos, 1 + age));
    }

    @Override
    public void frame(long nowNanos, ShownFrame picture) {
        long newestNanos = newest.getAsLong();
        view.show(picture, newestNanos - TICK_NANOS, newestNanos, (double) (nowNanos - newestNanos) / TICK_NANOS);
    }

    /** What is drawn of the latest two states. */
    private interface View {
        /** The age is that of the newest state, in ticks. */
        void show(ShownFrame picture, long olderNanos, long newestNanos, double age);
    }

    @Override
    public long owedNanos(long nowNanos) {
        return Math.max(0, nowNanos - newest.getAsLong() - TICK_NANOS);
    }
}
