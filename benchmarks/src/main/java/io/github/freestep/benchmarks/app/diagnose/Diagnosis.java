package io.github.freestep.benchmarks.app.diagnose;

import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.render.MotionReplay;
import io.github.freestep.render.MotionReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A motion trace, its report, and the lines of its charts. Not thread-safe. */
final class Diagnosis {
    private static final int POINTS = 3_000;
    private static final int MOST_EXCERPTS = 8;
    private static final double BEFORE_SECONDS = 0.15;
    private static final double AFTER_SECONDS = 0.25;
    private static final double SECOND = 1e9;

    final Path file;
    final MotionReport report;
    final TraceLines whole;
    final List<Excerpt> excerpts = new ArrayList<>();

    /** The time around a finding. */
    record Excerpt(MotionReport.Finding finding, double fromSeconds, double toSeconds, TraceLines lines) {}

    private Diagnosis(Path file, MotionReport report, TraceLines whole) {
        this.file = file;
        this.report = report;
        this.whole = whole;
    }

    static Diagnosis of(Path file) throws IOException {
        MotionReport report = MotionReport.of(file);
        TraceLines whole = new TraceLines(POINTS, 0, Double.MAX_VALUE);
        MotionReplay.of(file).run(whole);
        Diagnosis diagnosis = new Diagnosis(file, report, whole);
        for (MotionReport.Finding finding : report.findings()) {
            if (diagnosis.excerpts.size() < MOST_EXCERPTS) {
                diagnosis.excerpts.add(diagnosis.excerpt(finding));
            }
        }
        return diagnosis;
    }

    private Excerpt excerpt(MotionReport.Finding finding) throws IOException {
        double from = seconds(finding) - BEFORE_SECONDS;
        double to = seconds(finding) + finding.lengthNanos() / SECOND + AFTER_SECONDS;
        TraceLines lines = new TraceLines(POINTS, from, to);
        MotionReplay.of(file).run(lines);
        return new Excerpt(finding, from, to, lines);
    }

    /** When a finding begins, after the first frame. */
    double seconds(MotionReport.Finding finding) {
        return (finding.startNanos() - whole.firstNanos()) / SECOND;
    }

    /** Whether no frame froze or jumped. */
    boolean isEven() {
        return report.findings().isEmpty();
    }

    /** What happened, in one sentence. */
    String headline() {
        String length = Units.text("%.1f s", report.length().toMillis() / 1e3);
        if (isEven()) {
            return "Motion was even for " + length + ".";
        }
        int count = report.findings().size() + report.moreFindings();
        return "In " + length + ", motion was uneven or time changed " + (count == 1 ? "once" : count + " times") + ": "
                + causes() + ". After the first second, "
                + report.recorded().frozen() + " frames froze and "
                + report.recorded().jumping() + " jumped.";
    }

    /** How often each cause was found. */
    private String causes() {
        Map<MotionReport.Cause, Integer> counts = new EnumMap<>(MotionReport.Cause.class);
        report.findings().forEach(finding -> counts.merge(finding.cause(), 1, Integer::sum));
        return counts.entrySet().stream()
                .map(each -> DiagnosePage.cause(each.getKey()) + " " + each.getValue())
                .collect(Collectors.joining(", "));
    }

    /** What would have helped, in one sentence; empty if motion was even. */
    String advice() {
        if (report.recorded().uneven() == 0) {
            return "";
        }
        return report.best()
                .map(best -> Units.text(
                        "%s would have left %d uneven frames instead of %d, with a mean delay of %.1f ms instead of"
                                + " %.1f ms.",
                        best.option(),
                        best.uneven(),
                        report.recorded().uneven(),
                        best.delayMillis(),
                        report.recorded().delayMillis()))
                .orElse("None of the options that were tried would have helped much. Remove the cause.");
    }

    /** Why the figures may be less than the whole truth; empty if they are exact. */
    List<String> doubts() {
        List<String> doubts = new ArrayList<>();
        if (report.damage() != null) {
            doubts.add("The file is damaged or cut off, and this is about the frames before: " + report.damage());
        }
        if (!report.isExact()) {
            doubts.add(
                    "The replay does not show exactly what was recorded. Another release of Freestep wrote the file.");
        }
        return doubts;
    }
}
