package io.github.freestep.benchmarks.app.stress;

import java.util.List;

/**
 * Measures the speed of simulation time apart from faults, as a share of the requested speed. A world that is too heavy
 * breaks no promise: its time is slowed, dropped or pending, and the ledger shows it. Nor does overload always look the
 * same. Heavy steps cause slow motion. A step of a tenth of a second counts as a stall, even if it comes every twelve
 * ticks, and the picture stops each time. So the verdict reports the speed that the ticks alone show, independent of
 * how the service handles overload. For one thread at a time; a look allocates nothing.
 */
final class UndisturbedSpeed {
    /** In a shorter time, a single late tick would change the result. */
    private static final double LEAST_SECONDS = 1;

    /** Less than this is slow. The rest is what other work on the machine may take. */
    private static final double FULL = 0.95;

    /**
     * The fewest ticks of a stretch between faults, on average. A stretch begins and ends within a tick, and that error
     * must not make full speed look slow.
     */
    private static final double LEAST_TICKS = 1 / (1 - FULL);

    private final double tickSeconds;
    private final double[] atSeconds;
    private final long[] ticks;
    private int size;

    /** Creates room for {@code capacity} looks; further ones are ignored. */
    UndisturbedSpeed(double tickSeconds, int capacity) {
        this.tickSeconds = tickSeconds;
        atSeconds = new double[capacity];
        ticks = new long[capacity];
    }

    void look(double seconds, long tick) {
        if (size < ticks.length) {
            atSeconds[size] = seconds;
            ticks[size++] = tick;
        }
    }

    /** Returns the speed apart from faults, 1 for full speed; NaN if there was too little time without faults. */
    double apartFrom(List<FaultDirector.Strike> strikes) {
        QuietTime quiet = new QuietTime(strikes);
        double seconds = 0;
        long counted = 0;
        int stretches = 0;
        boolean goesOn = false;
        for (int i = 1; i < size; i++) {
            boolean counts = quiet.has(atSeconds[i - 1], atSeconds[i]);
            if (counts) {
                seconds += atSeconds[i] - atSeconds[i - 1];
                counted += ticks[i] - ticks[i - 1];
                stretches += goesOn ? 0 : 1;
            }
            goesOn = counts;
        }
        double least = Math.max(LEAST_SECONDS, stretches * LEAST_TICKS * tickSeconds);
        return seconds < least ? Double.NaN : counted * tickSeconds / seconds;
    }

    /** Whether the verdict mentions the speed; false for NaN. */
    static boolean isSlow(double pace) {
        return pace < FULL;
    }
}
