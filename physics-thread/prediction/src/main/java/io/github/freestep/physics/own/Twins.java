package io.github.freestep.physics.own;

import io.github.freestep.physics.InlineStepper;

/**
 * Steps two equal small worlds: one is shown, while the other one catches up with it from a newer state, a few ticks at
 * a time. Then that one is shown. For one thread; allocates nothing.
 */
final class Twins {
    private final InlineStepper first;
    final InlineStepper second;
    private final OwnFeed firstFeed;
    private final OwnFeed secondFeed;
    private final TickGrid grid;

    /** Creates the pair. The clock of the first world is that of the states that are shown. */
    Twins(InlineStepper first, OwnFeed firstFeed, InlineStepper second, OwnFeed secondFeed, TickGrid grid) {
        this.first = first;
        this.firstFeed = firstFeed;
        this.second = second;
        this.secondFeed = secondFeed;
        this.grid = grid;
        firstFeed.twin = secondFeed;
        secondFeed.twin = firstFeed;
    }

    /** The feed of the world that is shown. */
    OwnFeed shown() {
        return firstFeed.isShown() ? firstFeed : secondFeed;
    }

    /** Steps both worlds, tick by tick. If one of them fails, ends both. Returns the number of ticks. */
    int advance(long elapsedNanos) {
        try {
            return step(elapsedNanos);
        } finally {
            if (first.failure() != null || second.failure() != null) {
                close();
            }
        }
    }

    private int step(long elapsedNanos) {
        long left = elapsedNanos;
        int ticks = 0;
        do {
            long now = first.clock().nanoTime();
            long tick = grid.newestAt(now) + 1;
            long part = Math.min(left, grid.nanos(tick) - now);
            if (now + part == grid.nanos(tick)) {
                shown().twin.takeOver(tick);
            }
            left -= part;
            ticks += first.advance(part);
            second.advance(part);
        } while (left > 0);
        return ticks;
    }

    void close() {
        try {
            first.close();
        } finally {
            second.close();
        }
    }
}
