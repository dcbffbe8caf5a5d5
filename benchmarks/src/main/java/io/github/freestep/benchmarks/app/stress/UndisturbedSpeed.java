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

    private final double tickSeconds;
    private final UndisturbedTime time;
    private double beforeSeconds;
    private long ticksBefore;

    /** Creates room for {@code capacity} looks; further ones are ignored. */
    UndisturbedSpeed(double tickSeconds, int capacity) {
        this.tickSeconds = tickSeconds;
        time = new UndisturbedTime(capacity);
    }

    void look(double seconds, long tick) {
        // The first stretch begins with the run, so it never counts.
        time.add(beforeSeconds, seconds, tick - ticksBefore, 0);
        beforeSeconds = seconds;
        ticksBefore = tick;
    }

    /** Returns the speed apart from faults, 1 for full speed; NaN if there was too little time without faults. */
    double apartFrom(List<FaultDirector.Strike> strikes) {
        UndisturbedTime.Sum sum = time.apartFrom(strikes);
        double least = Math.max(LEAST_SECONDS, sum.spans() * LEAST_TICKS * tickSeconds);
        return sum.seconds() < least ? Double.NaN : sum.count() * tickSeconds / sum.seconds();
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
