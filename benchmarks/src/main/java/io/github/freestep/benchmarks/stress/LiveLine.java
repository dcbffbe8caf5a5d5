package io.github.freestep.benchmarks.stress;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A line a second: written over where somebody watches at a terminal, one below the other where it goes to a log. */
final class LiveLine {
    private final PrintWriter out;
    private final boolean quiet;
    private final boolean terminal = System.console() != null;
    private int widest;

    private long frames;
    private long inputs;
    private double atSeconds;

    LiveLine(PrintWriter out, boolean quiet) {
        this.out = out;
        this.quiet = quiet;
    }

    void print(double seconds, TickLog.Now ticks, List<Reader> readers, long inputsNow, long bytes, String faults) {
        double span = seconds - atSeconds;
        long framesNow = readers.stream().mapToLong(Reader::frames).sum();
        String line = String.format(
                Locale.ROOT,
                "%4.0f s %4.0f/s late %s, %s step %s debt %s | %4.0f fps judder %s | %,.0f in/s %d B%s",
                seconds,
                ticks.steps() / span,
                Units.time(ticks.lateness50Nanos()),
                Units.time(ticks.lateness99Nanos()),
                Units.time(ticks.compute99Nanos()),
                Units.time(ticks.debtNanos()),
                (framesNow - frames) / span,
                readers.stream()
                        .map(reader -> Units.percent(reader.log.newestJudder()))
                        .collect(Collectors.joining(" ")),
                (inputsNow - inputs) / span,
                bytes,
                faults.isEmpty() ? "" : " [" + faults + "]");
        frames = framesNow;
        inputs = inputsNow;
        atSeconds = seconds;
        write(line);
    }

    private void write(String line) {
        if (quiet) {
            return;
        }
        if (!terminal) {
            out.println(line);
        } else {
            widest = Math.max(widest, line.length());
            out.print("\r" + line + " ".repeat(widest - line.length()));
        }
        out.flush();
    }

    /** So that what comes next is not written over it. */
    void end() {
        if (terminal && !quiet && widest > 0) {
            out.println();
        }
    }
}
