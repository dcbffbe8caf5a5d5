package io.github.freestep.benchmarks.app.diagnose;

import io.github.freestep.benchmarks.report.LineChart;
import io.github.freestep.benchmarks.report.Page;
import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.render.trace.MotionReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes the page that says and draws what happened. Its charts need no script; a script lets the first one zoom. */
final class DiagnosePage {
    private static final int MOST_ROWS = 200;
    private static final int MOST_CHARTS = 8;

    private DiagnosePage() {}

    static String html(Diagnosis diagnosis) {
        MotionReport report = diagnosis.report;
        Page page = new Page("What happened to the motion");
        List<String> reasons = new ArrayList<>(diagnosis.doubts());
        if (!diagnosis.advice().isEmpty()) {
            reasons.add(diagnosis.advice());
        }
        page.verdict(diagnosis.isEven(), diagnosis.headline(), reasons);
        if (!report.findings().isEmpty()) {
            page.section("What happened");
            page.table(List.of("cause", "what", "frames"), findings(report));
            if (report.findings().size() + report.moreFindings() > MOST_ROWS) {
                page.paragraph("These are the first " + MOST_ROWS + " of "
                        + (report.findings().size() + report.moreFindings()) + ".");
            }
        }
        timeline(page, diagnosis);
        if (!report.trials().isEmpty()) {
            page.section("What would have helped");
            page.paragraph("The trace was replayed with other options. Frames of the first second do not count.");
            page.table(List.of("option", "judder", "froze", "jumped", "mean delay"), trials(report));
        }
        diagnosis.excerpts.stream().limit(MOST_CHARTS).forEach(excerpt -> draw(page, excerpt));
        return page.html();
    }

    static String cause(MotionReport.Cause cause) {
        return cause.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static List<List<String>> findings(MotionReport report) {
        return report.findings().stream()
                .limit(MOST_ROWS)
                .map(finding -> List.of(cause(finding.cause()), finding.text(), Integer.toString(finding.frames())))
                .toList();
    }

    private static List<List<String>> trials(MotionReport report) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(row("as it was", report.recorded()));
        report.trials().forEach(trial -> rows.add(row(trial.option(), trial)));
        return rows;
    }

    private static List<String> row(String name, MotionReport.Trial trial) {
        return List.of(
                name,
                Units.percent(100 * trial.judder()),
                Long.toString(trial.frozen()),
                Long.toString(trial.jumping()),
                Units.text("%.1f ms", trial.delayMillis()));
    }

    private static void timeline(Page page, Diagnosis diagnosis) {
        page.section("The whole run");
        page.paragraph(
                "The first line is how far the picture is behind simulation time. It is level while motion is even,"
                        + " rises while the picture stands still, and falls when it jumps. The second line is how late"
                        + " states are. The picture hides that as long as the first line is above the second.");
        LineChart chart = LineChart.of("time, s", "ms");
        lines(chart, diagnosis.whole);
        diagnosis.report.findings().stream()
                .limit(MOST_ROWS)
                .forEach(finding -> chart.span(
                        cause(finding.cause()),
                        diagnosis.seconds(finding),
                        diagnosis.seconds(finding) + finding.lengthNanos() / 1e9));
        page.figure("timeline", "How far the picture is behind, and how late states are.", chart);
        page.data(
                "lines",
                Map.of(
                        "behind", columns(diagnosis.detailed(lines -> lines.behind)),
                        "late", columns(diagnosis.detailed(lines -> lines.late)),
                        "findings", findings(diagnosis)));
        page.script(script());
    }

    /** Where each finding begins and ends on the timeline, and what it says. */
    private static List<List<Object>> findings(Diagnosis diagnosis) {
        return diagnosis.report.findings().stream()
                .limit(MOST_ROWS)
                .map(finding -> List.<Object>of(
                        diagnosis.seconds(finding),
                        diagnosis.seconds(finding) + finding.lengthNanos() / 1e9,
                        finding.text()))
                .toList();
    }

    /** Times and values, each in a list. */
    private static List<List<Double>> columns(List<double[]> points) {
        return List.of(column(points, 0), column(points, 1));
    }

    private static List<Double> column(List<double[]> points, int index) {
        return points.stream().map(point -> Math.rint(1e4 * point[index]) / 1e4).toList();
    }

    private static void lines(LineChart chart, TraceLines lines) {
        chart.line("picture behind", lines.behind.times(), lines.behind.values());
        chart.line("state late", lines.late.times(), lines.late.values());
    }

    private static void draw(Page page, Diagnosis.Excerpt excerpt) {
        page.part(Units.text("%.2f s: ", excerpt.fromSeconds() + 0.15)
                + cause(excerpt.finding().cause()));
        LineChart chart = LineChart.low("time, s", "ms");
        lines(chart, excerpt.lines());
        page.figure(excerpt.finding().text(), chart);
    }

    private static String script() {
        try (InputStream script = DiagnosePage.class.getResourceAsStream("zoom.js")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("zoom.js could not be read from the class path", e);
        }
    }
}
