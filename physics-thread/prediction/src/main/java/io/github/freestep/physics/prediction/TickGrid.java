package io.github.freestep.physics.prediction;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.state.State;
import io.github.freestep.time.Ratio;

/**
 * Converts ticks of the small world to times of the server, and back. The small world counts its own ticks, which never
 * go back. For one thread; allocates nothing once made.
 */
final class TickGrid {
    private final Timeline timeline;
    private final long periodNanos;

    private boolean isConfirmed;

    /** The tick of the newest state whose distance to the one before did not fit; the greatest number if it did. */
    private long doubtfulTick = Long.MAX_VALUE;

    /** The server's simulation time at tick 0. */
    private long baseNanos;

    TickGrid(Ratio rate) {
        timeline = new Timeline(rate, 0);
        periodNanos = timeline.simulationOf(1);
    }

    /** Checks with the first states whether the ticks of the server take as long as those of the small world. */
    void requireRate(State newer, State older) {
        long ticks = newer.tick() - older.tick();
        long nanos = newer.simulationNanos() - older.simulationNanos();
        // A server that counts in whole nanoseconds rounds them.
        boolean fits = Math.abs(nanos - nanos(ticks)) <= 2 + nanos / 10_000;
        // A restart between two states may change their distance, but not that of the next ones.
        if (!fits && !isConfirmed && older.tick() >= doubtfulTick) {
            throw new IllegalStateException("rate must be that of the server, whose ticks take " + nanos / ticks
                    + " ns, was " + timeline.rate() + "; pass the same rate to the prediction");
        }
        isConfirmed |= fits;
        doubtfulTick = fits ? Long.MAX_VALUE : newer.tick();
    }

    /** Lets a tick be simultaneous with a time of the server. */
    void set(long tick, long simulationNanos) {
        baseNanos = simulationNanos - timeline.simulationOf(tick);
    }

    /** Lets all ticks be later on the server by a time. */
    void move(long nanos) {
        baseNanos += nanos;
    }

    /** Returns the time of a number of ticks. */
    long nanos(long ticks) {
        return timeline.simulationOf(ticks);
    }

    /** Returns when a tick is on the server. */
    long nanosAt(long tick) {
        return baseNanos + timeline.simulationOf(tick);
    }

    /** Returns the time of the whole ticks in a time. */
    long wholeTicks(long nanos) {
        return timeline.simulationOf(timeline.tickAt(nanos));
    }

    /** Returns the least number of ticks that take at least a time. */
    int covering(long nanos) {
        return (int) Math.min(Integer.MAX_VALUE, timeline.tickAt(nanos + periodNanos - 1));
    }

    /** Returns the newest tick at a time of the small world. */
    long newestAt(long ownNanos) {
        return timeline.tickAt(ownNanos);
    }

    /** Returns the time of the small world at a time of the server. */
    long ownNanos(long simulationNanos) {
        return simulationNanos - baseNanos;
    }

    /** Returns the tick closest to a time: the server's ticks may be a little beside those of the small world. */
    long nearest(long simulationNanos) {
        return timeline.tickAt(ownNanos(simulationNanos) + periodNanos / 2);
    }

    /** Returns the tick whose span contains a time. */
    long spanning(long simulationNanos) {
        return timeline.tickAt(ownNanos(simulationNanos) - 1) + 1;
    }

    /** Returns when the tick whose span contains a time ends. */
    long endOf(long simulationNanos) {
        return baseNanos + timeline.simulationOf(spanning(simulationNanos));
    }

    /** Returns how far in the span of its tick a time is. */
    double fraction(long simulationNanos) {
        long tick = spanning(simulationNanos);
        long from = timeline.simulationOf(tick - 1);
        return (double) (ownNanos(simulationNanos) - from) / (timeline.simulationOf(tick) - from);
    }
}
