package io.github.freestep.physics.rooms.workers;

/**
 * Spreads the ticks of a worker's runs over a grid of 1 ms. So the worker wakes up at most about 1000 times per
 * second, however many runs it has, and does not step all of them at the same moment. For the thread of the worker;
 * allocates nothing.
 */
public final class Phases {
    private static final long GRID_NANOS = 1_000_000;

    /** The length of the grid, after which it repeats. */
    private static final int PLACES = 100;

    /** For each place, the number of runs that have ticks there. */
    private final int[] runs = new int[PLACES];

    /**
     * Where the grid begins: when the first run came. Whole milliseconds of the clock would be worse, because the
     * operating system's own timer interrupts come there, and so would the ticks of all other groups.
     */
    private long originNanos;

    private boolean hasOrigin;

    /**
     * Chooses when a run begins: at the place of the grid with the fewest runs, at most one tick from now.
     *
     * @param tickNanos the length of a tick
     * @return the time; now, if a tick is shorter than 1 ms
     */
    public long take(long nowNanos, double tickNanos) {
        int step = step(tickNanos);
        if (step == 0) {
            return nowNanos;
        }
        originate(nowNanos);
        long first = Math.floorDiv(nowNanos - originNanos, GRID_NANOS) + 1;
        long chosen = first;
        for (long place = first; place < first + step; place++) {
            chosen = others(place, step) < others(chosen, step) ? place : chosen;
        }
        add(chosen, step, 1);
        return originNanos + chosen * GRID_NANOS;
    }

    private void originate(long nanos) {
        if (!hasOrigin) {
            hasOrigin = true;
            originNanos = nanos;
        }
    }

    /** Counts a run that comes from another grid, at the last place before its due times, which do not change. */
    public void adopt(long beganNanos, double tickNanos) {
        int step = step(tickNanos);
        if (step > 0) {
            originate(beganNanos);
            add(Math.floorDiv(beganNanos - originNanos, GRID_NANOS), step, 1);
        }
    }

    /** Frees what {@link #take} has returned, or what {@link #adopt} has taken. */
    public void release(long beganNanos, double tickNanos) {
        int step = step(tickNanos);
        if (step > 0) {
            add(Math.floorDiv(beganNanos - originNanos, GRID_NANOS), step, -1);
        }
    }

    private static int step(double tickNanos) {
        return (int) Math.min(PLACES, tickNanos / GRID_NANOS);
    }

    private int others(long place, int step) {
        int others = 0;
        for (int i = 0; i < PLACES; i += step) {
            others += runs[Math.floorMod(place + i, PLACES)];
        }
        return others;
    }

    private void add(long place, int step, int n) {
        for (int i = 0; i < PLACES; i += step) {
            runs[Math.floorMod(place + i, PLACES)] += n;
        }
    }
}
