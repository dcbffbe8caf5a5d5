package io.github.freestep.physics.rooms.workers;

import java.util.Arrays;

/**
 * Spreads the ticks of a worker's runs over places that are at least 5 ms apart, so that the runs of one rate wake the
 * worker at most 200 times per second, or once per tick if their ticks are shorter, and yet are not all due at the same
 * moment. All workers of a group count from the same origin, so a run that moves meets the runs of its new worker at
 * one of these places. For the thread of the worker; allocates nothing.
 *
 * <p>Rejected: a grid of 1 ms, on which a fifth as many runs are due together, so their ticks are less late. But a
 * wake-up costs as much as ten small ticks, and the few runs of a place load all code into the caches for themselves.
 * With a grid of 10 ms, 100 small runs take a tenth less of a core, and all runs are twice as late.
 */
final class Phases {
    /** A run begins within this number of places, so within 105 ms. */
    private static final int MOST_PLACES = 20;

    /**
     * Where all places begin: when the group was opened. Whole milliseconds of the clock would be worse, because the
     * operating system's own timer interrupts come there, and so would the ticks of all other groups.
     */
    private final long originNanos;

    /** For each of the next places, how many of other runs' ticks come there. */
    private final double[] others = new double[MOST_PLACES];

    Phases(long originNanos) {
        this.originNanos = originNanos;
    }

    /**
     * Chooses when a run begins: of the places within one tick from now, the one with the fewest ticks of others.
     *
     * @param tickNanos the length of a tick
     * @param runs those of the worker
     */
    long take(long nowNanos, double tickNanos, RunQueue runs) {
        double gapNanos = SlowedTicks.gapNanos(tickNanos);
        double places = Math.rint(tickNanos / gapNanos);
        double first = Math.floor((nowNanos - originNanos) / gapNanos) + 1;
        int most = (int) Math.min(places, MOST_PLACES);
        Arrays.fill(others, 0, most, 0);
        for (int i = 0; i < runs.size; i++) {
            Run run = runs.get(i);
            if (run.phaseTickNanos > 0) {
                double behind = (run.beginNanos - at(first, gapNanos)) / gapNanos;
                count(behind, Math.max(1, run.phaseTickNanos / gapNanos), places);
            }
        }
        int chosen = 0;
        for (int place = 1; place < most; place++) {
            chosen = others[place] < others[chosen] ? place : chosen;
        }
        return at(first + chosen, gapNanos);
    }

    private long at(double place, double gapNanos) {
        return originNanos + Math.round(place * gapNanos);
    }

    /**
     * Counts the ticks of a run at the nearest places.
     *
     * @param behind how far behind the first place it began, in places
     * @param step how far apart its ticks are, in places
     */
    private void count(double behind, double step, double places) {
        double period = Math.min(step, places);
        double place = behind + 0.5 - Math.floor((behind + 0.5) / period) * period;
        for (; place < Math.min(places, MOST_PLACES); place += step) {
            others[(int) place] += Math.min(1, places / step);
        }
    }
}
