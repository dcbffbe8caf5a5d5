package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.render.display.MotionMeter;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What a receiver has shown over one link.
 *
 * @param incompleteStates the number of states that lacked pieces
 * @param delays how late the pictures were, in nanoseconds of the receiver's clock
 * @param inputs the nanoseconds from an input to the first picture that shows it
 */
record RemoteFigures(
        LinkQuality link,
        double statesPerSecond,
        double bytesPerSecond,
        long incompleteStates,
        Histogram delays,
        Histogram inputs,
        MotionMeter motion) {
    private static final String ROW = "%-33s %8s %10s %7s %9s %9s %9s %8s %7s %9s";

    static final List<String> COLUMNS =
            List.of("link|states/s|incomplete|kB/s|delay p50|p99.9|input p50|judder|frozen|backwards".split("\\|"));

    static final String HEADER = Units.text(ROW, COLUMNS.toArray());

    List<String> cells() {
        return List.of(
                link.toString(),
                Units.text("%.1f", statesPerSecond),
                Long.toString(incompleteStates),
                Units.text("%.0f", bytesPerSecond / 1_000),
                Units.time(delays.getValueAtPercentile(50)),
                Units.time(delays.getValueAtPercentile(99.9)),
                Units.time(inputs.getValueAtPercentile(50)),
                Units.percent(100 * motion.judder()),
                Long.toString(motion.frozen()),
                Long.toString(motion.backward()));
    }

    String row() {
        return Units.text(ROW, cells().toArray());
    }

    /** Whether states have arrived, and no picture went backwards. */
    boolean passed() {
        return statesPerSecond > 0 && motion.backward() == 0;
    }
}
