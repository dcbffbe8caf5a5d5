package io.github.freestep.tools.diagnose;

import io.github.freestep.render.display.LatencyMeter.Part;
import io.github.freestep.render.trace.MotionReport;
import io.github.freestep.render.trace.MotionReport.Finding;
import io.github.freestep.render.trace.log.MotionLog;
import io.github.freestep.tools.report.Units;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a log of a sampler says, in words. */
final class Diagnosis {
    private static final Pattern FIGURES = Pattern.compile("; in 1 of 1 samples[^;]*"
            + "|[;:] [\\d,]+ frames? (is missing|are missing|froze|jumped)|(?<![\\w$.]|line )\\d[\\d.,]*( m?s\\b)?");

    final MotionReport report;

    final List<Finding> findings;

    /** Reads a log. */
    Diagnosis(MotionLog log) {
        report = MotionReport.of(log);
        findings = report.findings();
    }

    static String cause(MotionReport.Cause cause) {
        return cause.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Whether motion was even, on the screen as well. */
    boolean isEven() {
        return findings.isEmpty();
    }

    /** What happened, in one sentence. */
    String headline() {
        String length = Units.text("%.1f s", report.length().toMillis() / 1e3);
        String judder = " Judder was " + Units.percent(100 * report.motion().judder()) + ".";
        if (isEven()) {
            return "Motion was even for " + length + "." + judder;
        }
        int count = findings.size();
        return "In " + length + ", motion was uneven or time changed " + (count == 1 ? "once" : count + " times") + ": "
                + causes(findings) + ". After the first second, "
                + frames(report.motion().frozen()) + " froze and "
                + frames(report.motion().jumping()) + " jumped." + judder;
    }

    /** Where inputs wait for long, and what to do; empty if they do not. */
    List<String> waits() {
        return Stream.of(
                        wait(Part.TICK, 10, "their step", "post each from its callback, with its time"),
                        wait(Part.STEP, 5, "the end of that step", "make steps cheaper"),
                        wait(Part.FRAME, 16, "the frame that shows them", "sample later in the frame, by a FramePacer"),
                        wait(Part.SWAP, 8, "the swap", "sample later in the frame, by a FramePacer"))
                .filter(wait -> !wait.isEmpty())
                .toList();
    }

    private String wait(Part part, double mostMillis, String what, String advice) {
        double millis = report.latency().millis(part, 0.5);
        return millis > mostMillis
                ? Units.text("Half of the inputs wait at least %.0f ms for %s: %s.", millis, what, advice)
                : "";
    }

    private static String frames(long count) {
        return count == 1 ? "1 frame" : Units.text("%,d frames", count);
    }

    /** How often each cause was found, in words, the most frequent first. */
    static String causes(List<Finding> findings) {
        return findings.stream()
                .collect(Collectors.groupingBy(
                        Finding::cause, () -> new EnumMap<>(MotionReport.Cause.class), Collectors.counting()))
                .entrySet()
                .stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .map(each -> cause(each.getKey()) + (each.getValue() == 1 ? "" : " (" + each.getValue() + ")"))
                .collect(Collectors.joining(", "));
    }

    /** Joins like findings into the one that has cost the player most, and sorts by that. */
    static List<Finding> joined(List<Finding> findings) {
        return findings.stream()
                .sorted(Comparator.comparingLong(Finding::lostNanos).reversed())
                .collect(Collectors.groupingBy(Diagnosis::kind, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(like -> like.size() == 1 ? like.get(0) : join(like))
                .toList();
    }

    private static Finding join(List<Finding> like) {
        Finding worst = like.get(0);
        long lost = like.stream().mapToLong(Finding::lostNanos).sum();
        String all = lost == 0 ? "" : ", " + Units.time(lost) + " in all";
        String text = worst.text() + Units.text("; with %,d like it", like.size() - 1) + all;
        return new Finding(worst.cause(), worst.startNanos(), worst.lostNanos(), text, worst.advice());
    }

    /** What findings with one cause and one remedy have in common: all but figures, and lines of a single sample. */
    private static String kind(Finding of) {
        return of.cause() + of.advice() + FIGURES.matcher(of.text()).replaceAll("");
    }
}
