package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.Units;
import java.io.PrintWriter;
import java.util.List;

/** Prints one line of figures per second, at most 99 columns wide, below a line with their names. */
final class LiveLine {
    private static final int MOST_WIDTH = 99;

    private final PrintWriter out;
    private final boolean quiet;

    private boolean begun;
    private long frames;
    private long inputs;
    private double atSeconds;

    LiveLine(PrintWriter out, boolean quiet) {
        this.out = out;
        this.quiet = quiet;
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
        String figures = line(
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
        if (!quiet) {
            write(figures);
        }
    }

    private void write(String figures) {
        if (!begun) {
            begun = true;
            out.println(line(
                    "time",
                    "ticks/s",
                    "late p50",
                    "late p99",
                    "step p99",
                    "debt",
                    "all fps",
                    "judder",
                    "inputs/s",
                    "B/0.1 s",
                    "faults"));
        }
        out.println(figures);
        out.flush();
    }

    private static String line(Object... columns) {
        String line = String.format("%6s %7s %8s %8s %8s %7s %7s %7s %8s %7s  %s", columns)
                .stripTrailing();
        return line.length() <= MOST_WIDTH ? line : line.substring(0, MOST_WIDTH - 3) + "...";
    }
}
