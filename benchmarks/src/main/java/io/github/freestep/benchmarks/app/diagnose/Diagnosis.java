package io.github.freestep.benchmarks.app.diagnose;

import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.render.trace.MotionReport;
import io.github.freestep.render.trace.log.MotionHandler;
import io.github.freestep.render.trace.log.MotionLog;
import io.github.freestep.render.trace.log.ShownFrame;
import io.github.freestep.render.trace.log.StateTimes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The log of a sampler, its report, and the lines of its charts. Not thread-safe. */
final class Diagnosis {
    private static final int POINTS = 3_000;

    /** The timeline has every frame around at most this many findings. */
    private static final int MOST_EXCERPTS = 200;

    /** The number of points that all excerpts share. */
    private static final int EXCERPT_POINTS = 12_000;

    private static final double BEFORE_SECONDS = 0.15;
    private static final double AFTER_SECONDS = 0.25;
    private static final double SECOND = 1e9;

    final MotionReport report;

    /** The findings of the report, and whether the frame rate fits the display. */
    final List<MotionReport.Finding> findings;

    final TraceLines whole = new TraceLines(POINTS, time -> true);
    final List<Excerpt> excerpts = new ArrayList<>();

    /** The run without its excerpts. */
    private final TraceLines rest;

    /** The time around a finding. */
    record Excerpt(MotionReport.Finding finding, double fromSeconds, double toSeconds, TraceLines lines) {
        static Excerpt of(MotionReport.Finding finding, double startSeconds, int points) {
            double from = startSeconds - BEFORE_SECONDS;
            double to = startSeconds + finding.lengthNanos() / SECOND + AFTER_SECONDS;
            return new Excerpt(finding, from, to, new TraceLines(points, time -> time >= from && time <= to));
        }

        boolean has(double seconds) {
            return seconds >= fromSeconds && seconds <= toSeconds;
        }
    }

    /**
     * Reads a log.
     *
     * @param display the refresh rate of the display, null if that is not known
     */
    Diagnosis(MotionLog log, Double display) {
        this(log, display, POINTS);
    }

    /** Reads a log. Outside of excerpts, a line has at most the given number of stretches, which must be even. */
    Diagnosis(MotionLog log, Double display, int points) {
        log.run(whole);
        report = MotionReport.of(log);
        findings = Stream.concat(
                        display == null ? Stream.empty() : Stream.ofNullable(report.onDisplay(display)),
                        report.findings().stream())
                .toList();
        rest = new TraceLines(points, time -> excerpts.stream().noneMatch(excerpt -> excerpt.has(time)));
        addExcerpts(log);
    }

    private void addExcerpts(MotionLog log) {
        int count = Math.min(MOST_EXCERPTS, report.findings().size());
        if (count == 0) {
            return;
        }
        int points = Math.min(POINTS, EXCERPT_POINTS / count / 2 * 2);
        for (MotionReport.Finding finding : report.findings().subList(0, count)) {
            excerpts.add(Excerpt.of(finding, seconds(finding), points));
        }
        log.run(new MotionHandler() {
            @Override
            public void frame(ShownFrame frame) {
                rest.frame(frame);
                excerpts.forEach(excerpt -> excerpt.lines.frame(frame));
            }

            @Override
            public void state(StateTimes state) {
                rest.state(state);
                excerpts.forEach(excerpt -> excerpt.lines.state(state));
            }
        });
    }

    /**
     * The points of a line of the whole run, with all details around findings: times, each with its value, in order.
     */
    List<double[]> detailed(Function<TraceLines, PeakLine> line) {
        if (excerpts.isEmpty()) {
            return line.apply(whole).points();
        }
        List<double[]> points = new ArrayList<>(line.apply(rest).points());
        double done = Double.NEGATIVE_INFINITY;
        for (Excerpt excerpt : excerpts) {
            double after = done;
            line.apply(excerpt.lines).points().stream()
                    .filter(point -> point[0] > after)
                    .forEach(points::add);
            done = Math.max(done, excerpt.toSeconds);
        }
        points.sort(Comparator.comparingDouble(point -> point[0]));
        return points;
    }

    /** When a finding begins, after the first frame. */
    double seconds(MotionReport.Finding finding) {
        return (finding.startNanos() - whole.firstNanos()) / SECOND;
    }

    /** Whether motion was even, on the screen as well. */
    boolean isEven() {
        return findings.isEmpty();
    }

    /** What happened, in one sentence. */
    String headline() {
        String length = Units.text("%.1f s", report.length().toMillis() / 1e3);
        String judder = " Judder was " + Units.percent(100 * report.recorded().judder()) + ".";
        if (isEven()) {
            return "Motion was even for " + length + "." + judder;
        }
        int count = findings.size() + report.moreFindings();
        return "In " + length + ", motion was uneven or time changed " + (count == 1 ? "once" : count + " times") + ": "
                + causes() + ". After the first second, "
                + frames(report.recorded().frozen()) + " froze and "
                + frames(report.recorded().jumping()) + " jumped." + judder;
    }

    private static String frames(long count) {
        return count == 1 ? "1 frame" : Units.text("%,d frames", count);
    }

    /** How often each cause was found. */
    private String causes() {
        Map<MotionReport.Cause, Integer> counts = new EnumMap<>(MotionReport.Cause.class);
        findings.forEach(finding -> counts.merge(finding.cause(), 1, Integer::sum));
        return counts.entrySet().stream()
                .map(each ->
                        DiagnosePage.cause(each.getKey()) + (each.getValue() == 1 ? "" : " (" + each.getValue() + ")"))
                .collect(Collectors.joining(", "));
    }

    /** What would have helped, in one sentence; empty if motion was even. */
    String advice() {
        if (report.recorded().uneven() == 0) {
            return "";
        }
        MotionReport.Trial best = report.best();
        if (best == null) {
            return "None of the options that were tried would have helped without a long delay. Remove the cause.";
        }
        return Units.text(
                "%s would have left %d uneven frames instead of %d, with a mean delay of %.1f ms instead of %.1f ms.",
                best.option(),
                best.uneven(),
                report.recorded().uneven(),
                best.delayNanos() / 1e6,
                report.recorded().delayNanos() / 1e6);
    }
}
