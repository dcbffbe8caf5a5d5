package io.github.freestep.benchmarks.app.diagnose;

import io.github.freestep.benchmarks.report.LineChart;
import io.github.freestep.benchmarks.report.Page;
import io.github.freestep.benchmarks.report.PeakSeries;
import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.render.trace.MotionReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes the page that says and draws what happened. */
final class DiagnosePage {
    private static final int MOST_ROWS = 200;
    private static final int MOST_REASONS = 3;

    private DiagnosePage() {}

    static String html(Diagnosis diagnosis) {
        MotionReport report = diagnosis.report;
        Page page = new Page("What happened to the motion");
        List<String> reasons = new ArrayList<>();
        diagnosis.findings.stream()
                .limit(MOST_REASONS)
                .forEach(finding -> reasons.add(cause(finding.cause()) + " " + finding.text()));
        if (!diagnosis.advice().isEmpty()) {
            reasons.add(diagnosis.advice());
        }
        page.verdict(diagnosis.isEven(), diagnosis.headline(), reasons);
        if (!diagnosis.findings.isEmpty()) {
            page.section("What happened");
            page.table(List.of("cause", "what", "what to change", "frames"), findings(diagnosis));
            if (diagnosis.findings.size() > MOST_ROWS) {
                page.paragraph("These are the first " + MOST_ROWS + " of " + diagnosis.findings.size() + ".");
            }
        }
        timeline(page, diagnosis);
        page.section("On the screen");
        page.paragraph(OnScreen.figures(report.display()));
        if (!OnScreen.causes(report.display()).isEmpty()) {
            page.table(OnScreen.HEADER, OnScreen.causes(report.display()));
        }
        if (!report.trials().isEmpty()) {
            page.section("What would have helped");
            page.paragraph(
                    "The sampler ran again from the recorded times, with other options. Frames of the first second do not"
                            + " count.");
            page.table(List.of("option", "judder", "froze", "jumped", "mean delay"), trials(report));
        }
        return page.html();
    }

    static String cause(MotionReport.Cause cause) {
        return cause.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static List<List<String>> findings(Diagnosis diagnosis) {
        return diagnosis.findings.stream()
                .limit(MOST_ROWS)
                .map(finding -> List.of(
                        cause(finding.cause()), finding.text(), finding.advice(), Integer.toString(finding.frames())))
                .toList();
    }

    /** The recorded options and those that were tried, a row each. */
    static List<List<String>> trials(MotionReport report) {
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
                Units.text("%.1f ms", trial.delayNanos() / 1e6));
    }

    private static void timeline(Page page, Diagnosis diagnosis) {
        page.section("The whole run");
        page.paragraph(
                "The first line is how far the picture is behind simulation time. It is level while motion is even,"
                        + " rises while the picture stands still, and falls when it jumps. The second line is how late"
                        + " states are. The picture hides that as long as the first line is above the second.");
        LineChart chart = LineChart.of("time, s", "ms");
        line(chart, "picture behind", diagnosis.lines.behind.points());
        line(chart, "state late", diagnosis.lines.late.points());
        diagnosis.report.findings().stream()
                .limit(MOST_ROWS)
                .forEach(finding -> chart.span(
                        cause(finding.cause()),
                        finding.text(),
                        diagnosis.seconds(finding),
                        diagnosis.seconds(finding) + finding.lengthNanos() / 1e9));
        page.figure("How far the picture is behind, and how late states are.", chart);
    }

    private static void line(LineChart chart, String name, PeakSeries.Points points) {
        chart.line(name, points.seconds(), points.values());
    }
}
