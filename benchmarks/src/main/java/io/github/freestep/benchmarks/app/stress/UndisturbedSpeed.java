package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.Units;
import java.util.List;

/**
 * Measures the speed of simulation time apart from faults, as a share of the requested speed. For one thread at a time;
 * a look allocates nothing.
 *
 * <p>A world that is too heavy breaks no promise: its time is slowed, dropped or pending, and the ledger shows it. Nor
 * does overload always look the same. If all steps are heavy, the service shows slow motion. If a step takes a tenth of
 * a second, the service treats it as a stall and the picture stops, even if such a step comes every twelve ticks. So
 * the verdict reports the speed that follows from the count of ticks alone, however the service handles overload.
 */
final class UndisturbedSpeed {
    /** In a shorter time, a single late tick would change the result. */
    private static final double LEAST_SECONDS = 1;

    /** Less than this is slow. Other work on the machine may take the rest. */
    private static final double FULL = 0.95;

    /**
     * The fewest ticks of a span between faults, on average. A span begins and ends within a tick. With more ticks,
     * that error of at most one tick cannot make full speed look slow.
     */
    private static final double LEAST_TICKS = 1 / (1 - FULL);

    /** How long a fault, or the start of the run, still affects the speed after its end. */
    private static final double MARKED_SECONDS = 0.4;

    private final double tickSeconds;
    private final double[] seconds;
    private final long[] ticks;
    private int size;

    /** Creates room for {@code capacity} looks; further ones are ignored. */
    UndisturbedSpeed(double tickSeconds, int capacity) {
        this.tickSeconds = tickSeconds;
        seconds = new double[capacity];
        ticks = new long[capacity];
    }

    void look(double now, long tick) {
        if (size < ticks.length) {
            seconds[size] = now;
            ticks[size] = tick;
            size++;
        }
    }

    /**
     * Returns the speed apart from faults, 1 for full speed; NaN if there was too little time without faults. The
     * strikes must be in the order in which they began: then one pass over looks and strikes is enough. A day has tens
     * of thousands of faults, and more looks.
     */
    double apartFrom(List<FaultDirector.Strike> strikes) {
        int begun = 0;
        // The start counts as a fault that ends here.
        double latestEnd = MARKED_SECONDS;
        int spans = 0;
        double sum = 0;
        long count = 0;
        boolean wasQuiet = false;
        for (int i = 1; i < size; i++) {
            while (begun < strikes.size() && strikes.get(begun).beginSeconds() <= seconds[i]) {
                latestEnd = Math.max(latestEnd, strikes.get(begun++).endSeconds());
            }
            boolean quiet = seconds[i - 1] - MARKED_SECONDS >= latestEnd;
            if (quiet) {
                spans += wasQuiet ? 0 : 1;
                sum += seconds[i] - seconds[i - 1];
                count += ticks[i] - ticks[i - 1];
            }
            wasQuiet = quiet;
        }
        return sum < Math.max(LEAST_SECONDS, spans * LEAST_TICKS * tickSeconds)
                ? Double.NaN
                : count * tickSeconds / sum;
    }

    /** Whether the verdict mentions the speed; false for NaN. */
    static boolean isSlow(double pace) {
        return pace < FULL;
    }

    /** Says how fast simulation time ran; empty if it kept up. */
    static String slowness(double pace) {
        return isSlow(pace)
                ? Units.text(
                        "; apart from faults, simulation time ran at %.0f %% of its speed: too much load for this"
                                + " machine",
                        100 * pace)
                : "";
    }
}
