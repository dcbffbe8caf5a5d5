package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.Units;
import java.io.PrintWriter;
import java.util.List;

/** Prints one line of figures per second. */
final class LiveLine {
    private final Lines lines;
    private long frames;
    private long inputs;
    private double atSeconds;

    LiveLine(PrintWriter out) {
        lines = new Lines(
                out,
                "%6s %7s %8s %8s %8s %7s %7s %7s %8s %7s  %s",
                "time|ticks/s|late p50|late p99|step p99|debt|all fps|judder|inputs/s|B/0.1 s|faults");
    }

    /** The run time of the newest line; zero before the first. */
    double newestSeconds() {
        return atSeconds;
    }

    void print(
            double seconds, TickLog.Now ticks, List<FrameChecker> readers, long inputsNow, long bytes, String faults) {
        double span = seconds - atSeconds;
        long framesNow = readers.stream().mapToLong(FrameChecker::frames).sum();
        double judder = readers.stream()
                .mapToDouble(reader -> reader.log.newestJudder())
                .filter(percent -> !Double.isNaN(percent))
                .max()
                .orElse(Double.NaN);
        lines.print(
                Units.text("%.0f s", seconds),
                Units.text("%.0f", ticks.steps() / span),
                Units.time(ticks.lateness50Nanos()),
                Units.time(ticks.lateness99Nanos()),
                Units.time(ticks.compute99Nanos()),
                Units.time(ticks.debtNanos()),
                Units.text("%.0f", (framesNow - frames) / span),
                Units.percent(judder),
                Units.text("%.0f", (inputsNow - inputs) / span),
                String.valueOf(bytes),
                faults);
        frames = framesNow;
        inputs = inputsNow;
        atSeconds = seconds;
    }
}
