package io.github.freestep.benchmarks.app.compare.loops;

import java.util.function.LongSupplier;

/**
 * Draws what a hand-written physics thread has published: its newest state and the one before. The ticks of that thread
 * (see {@link PhysicsThread#stepWhenDue}) are due on an even grid, so the age of a state is known.
 *
 * @param newest the simulation time of the newest state, which is also its due time
 */
record ThreadReader(LongSupplier newest, View view) implements Loop {
    /**
     * Draws the newest state as it is. Its age varies from frame to frame, so the picture shows the beat between tick
     * rate and frame rate.
     */
    static Loop newest(LongSupplier newest) {
        return new ThreadReader(newest, (olderNanos, newestNanos, age) -> ShownFrame.state(newestNanos));
    }

    /**
     * Interpolates between the latest two states by the age of the newer one, and never beyond it, as most code with a
     * physics thread does. A state is published some time after it was due. Until then, the picture stands still at the
     * newest state; then it jumps.
     */
    static Loop clamped(LongSupplier newest) {
        return new ThreadReader(
                newest,
                (olderNanos, newestNanos, age) ->
                        ShownFrame.between(olderNanos, newestNanos, Math.max(0, Math.min(1, age))));
    }

    /**
     * Extrapolates the latest two states to now. There is no latency, and motion that never changes is even. But
     * everything is a guess: at every turn the picture overshoots and is taken back.
     */
    static Loop extrapolating(LongSupplier newest) {
        return new ThreadReader(
                newest, (olderNanos, newestNanos, age) -> ShownFrame.between(olderNanos, newestNanos, 1 + age));
    }

    /** Stays behind the newest state by the rule of another program. */
    static Loop behind(LongSupplier newest, DelayRule rule) {
        return new ThreadReader(newest, (olderNanos, newestNanos, age) -> {
            long shownNanos = rule.shownNanos(newestNanos + Math.round(age * TICK_NANOS), newestNanos);
            long beforeNanos = DelayRule.olderNanos(shownNanos, newestNanos);
            double alpha = (double) (shownNanos - beforeNanos) / TICK_NANOS;
            return ShownFrame.between(beforeNanos, beforeNanos + TICK_NANOS, alpha);
        });
    }

    @Override
    public ShownFrame frame(long nowNanos) {
        long newestNanos = newest.getAsLong();
        return view.show(newestNanos - TICK_NANOS, newestNanos, (double) (nowNanos - newestNanos) / TICK_NANOS);
    }

    @Override
    public long backlogNanos(long nowNanos) {
        return Math.max(0, nowNanos - newest.getAsLong() - TICK_NANOS);
    }

    /** Decides what to show of the latest two states; {@code age} is that of the newest state, in ticks. */
    private interface View {
        ShownFrame show(long olderNanos, long newestNanos, double age);
    }
}
