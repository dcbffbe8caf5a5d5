package io.github.freestep.benchmarks.app.stress;

import java.util.List;

/**
 * How fast simulation time ran while nothing went wrong on purpose, as a share of what was asked for. A world that is too heavy
 * breaks no promise: its time is slowed, dropped or pending, and in the ledger. Nor does it always look the same: heavy steps become
 * slow motion; one of a tenth of a second is taken for a stall by the service, also if it comes every twelve ticks, and the
 * picture stops each time. So this is told with the verdict, by the ticks alone, whatever the service makes of it. For one
 * thread at a time; looking allocates nothing.
 */
final class UndisturbedSpeed {
    /** In less, a tick that is late makes a difference. */
    private static final double LEAST_SECONDS = 1;

    /** What a machine with something else to do may lose. */
    private static final double FULL = 0.95;

    /** Of each stretch between faults: its ends are within a tick, and that one must not make what is full look slow. */
    private static final double LEAST_TICKS = 1 / (1 - FULL);

    private final double tickSeconds;
    private final double[] atSeconds;
    private final long[] ticks;
    private int size;

    /** With room for so many looks; those beyond are left out. */
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

    /** Not a number if there was not enough of that time. */
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

    /** Whether that is worth telling. */
    static boolean isSlow(double pace) {
        return pace < FULL;
    }
}
