package io.github.freestep.physics.own;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.time.NanoClock;

/**
 * Steps two equal small worlds: one is shown, while the other one catches up with it from a newer state, a few ticks at
 * a time. Then that one is shown. For one thread; allocates nothing.
 */
final class Twins {
    /** A call ends once it has stepped for this long, not counting its longest tick, as that of a stepper does. */
    private static final long CALL_NANOS = 12_000_000;

    private final InlineStepper first;
    final InlineStepper second;
    private final OwnFeed firstFeed;
    private final OwnFeed secondFeed;
    private final TickGrid grid;

    /** The clock that runs while steps compute. */
    private final NanoClock stopwatch;

    /** How much time has passed whose ticks wait for the next call. */
    long leftNanos;

    /** Creates the pair. The clock of the first world is that of the states that are shown. */
    Twins(
            InlineStepper first,
            OwnFeed firstFeed,
            InlineStepper second,
            OwnFeed secondFeed,
            TickGrid grid,
            NanoClock stopwatch) {
        this.first = first;
        this.firstFeed = firstFeed;
        this.second = second;
        this.secondFeed = secondFeed;
        this.grid = grid;
        this.stopwatch = stopwatch;
        firstFeed.twin = secondFeed;
        secondFeed.twin = firstFeed;
    }

    /** The feed of the world that is shown. */
    OwnFeed shown() {
        return firstFeed.isShown() ? firstFeed : secondFeed;
    }

    /** Steps both worlds, tick by tick. If one of them fails, ends both. Returns the number of ticks. */
    int advance(long elapsedNanos) {
        leftNanos += elapsedNanos;
        try {
            return step();
        } finally {
            if (first.failure() != null || second.failure() != null) {
                close();
            }
        }
    }

    private int step() {
        int ticks = 0;
        long began = stopwatch.nanoTime();
        long last = began;
        long longest = 0;
        do {
            long now = first.clock().nanoTime();
            long tick = grid.newestAt(now) + 1;
            long part = Math.min(leftNanos, grid.nanos(tick) - now);
            if (now + part == grid.nanos(tick)) {
                shown().twin.takeOver(tick);
            }
            leftNanos -= part;
            ticks += first.advance(part);
            second.advance(part);
            long passed = stopwatch.nanoTime();
            longest = Math.max(longest, passed - last);
            last = passed;
        } while (leftNanos > 0 && last - began - longest <= CALL_NANOS);
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
