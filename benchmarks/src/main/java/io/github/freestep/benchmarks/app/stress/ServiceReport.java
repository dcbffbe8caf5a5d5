package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.app.Findings;
import io.github.freestep.benchmarks.app.Verdict;
import io.github.freestep.benchmarks.report.Json;
import io.github.freestep.benchmarks.report.LineChart;
import io.github.freestep.benchmarks.report.PeakSeries;
import io.github.freestep.benchmarks.report.Units;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Reports a run of one service: the verdict first, then the figures behind it. */
record ServiceReport(RunResult run) {
    /** Less than this is slow. Other work on the machine may take the rest. */
    private static final double FULL_SPEED = 0.95;

    /** Below it, a difference in judder is invisible. */
    private static final double LEAST_PERCENT = 0.001;

    /** A run of a day has tens of thousands. */
    private static final int MOST_FAULTS = 400;

    private static final int MOST_MARKS = 100;
    private static final String TIME = "run time, s";

    Findings findings() {
        Findings findings =
                Findings.of("", run.verdict(), isWorseThanNewestStates(), sentence(), run.violations(), summary());
        findings.page()
                .figure(
                        "How unevenly the pictures moved, in each quarter of a second; lower is smoother. Coloured:"
                                + " what the readers showed. Grey: the same frames if they showed the newest state as"
                                + " it is. Values below 0.001 % lie on the lower edge."
                                + Units.text(" Faults: %,d.", run.faults().size()),
                        judder());
        findings.table(
                "promises",
                List.of("promise", "verdict", "checked"),
                Promise.OF_A_SERVICE.stream()
                        .map(promise -> List.of(promise.sentence, promise.verdict(run), promise.evidence(run)))
                        .toList());
        frames(findings);
        Map<String, Object> ticks = Json.members(run.service());
        ticks.put("published", run.ticks().published());
        ticks.put("maxDebtNanos", run.ticks().maxDebtNanos());
        ticks.put("windowsChecked", run.windowsChecked());
        findings.facts("Ticks", ticks);
        findings.page()
                .figure("How late ticks began, and how long they took: the latest and the longest.", tickTimes());
        findings.facts("Input", Json.members(run.input()));
        Map<String, Object> allocation = new LinkedHashMap<>();
        run.allocation().forEach(looks -> allocation.put(looks.thread(), looks));
        findings.facts("Allocation", allocation);
        Map<String, Object> settings = run.settings().json();
        settings.put("ran", Units.text("%.3f s", run.seconds()));
        findings.facts("Settings", settings);
        findings.json().put("series", run.ticks().series());
        findings.json().put("faultsInAll", run.faults().size());
        findings.json().put("faults", run.faults().stream().limit(MOST_FAULTS).toList());
        return findings;
    }

    private void frames(Findings findings) {
        List<List<String>> rows = new ArrayList<>();
        List<List<String>> times = new ArrayList<>();
        for (RunResult.Reader reader : run.readers()) {
            FrameLog.Motion all = reader.frames().motion();
            rows.add(List.of(
                    reader.name(),
                    Units.percent(reader.frames().undisturbed().judderPercent()),
                    Units.percent(all.judderPercent()),
                    Units.text("%,d", all.frames()),
                    Units.text("%,d", all.frozen()),
                    Units.text("%,d", all.jumping()),
                    Units.time(all.maxInputLatencyNanos())));
            times.add(reader.frames().stateAge().row("state age, " + reader.name()));
            times.add(reader.frames().frameTime().row("frame time, " + reader.name()));
        }
        times.add(run.ticks().lateness().row("tick begun late"));
        times.add(run.ticks().compute().row("tick computed"));
        times.add(run.ticks().publicationLateness().row("tick published late"));
        List<String> header = List.of(
                "reader", "judder apart from faults", "judder", "frames", "frozen", "jumping", "max. input lag");
        findings.page().section("Frames");
        findings.table("readers", header, rows);
        findings.page()
                .paragraph("Judder says how much the shown speed is off from frame to frame: the root of the mean"
                        + " square of the errors. Apart from faults omits each quarter of a second with a fault in it,"
                        + " the half second after a fault, and the first half second.")
                .paragraph(stalls());
        findings.table("times", Distribution.Percentiles.HEADER, times);
        findings.json().put("frames", run.readers());
    }

    /** Shows the judder of each reader, that of the newest state behind it, faults, and broken promises. */
    private LineChart judder() {
        LineChart chart = LineChart.of(TIME, "judder, %").logarithmic();
        for (RunResult.Reader reader : run.readers()) {
            PeakSeries.Points shown = reader.frames().series().judderPercent();
            PeakSeries.Points newest = reader.frames().series().newestStateJudderPercent();
            chart.line(reader.name(), shown.seconds(), raised(shown));
            chart.reference("newest state, " + reader.name(), newest.seconds(), raised(newest));
        }
        // With more, the marks would run into each other.
        if (run.faults().size() <= MOST_MARKS) {
            run.faults().forEach(strike -> chart.span("fault", strike.beginSeconds(), strike.endSeconds()));
        }
        run.violations().forEach(violation -> chart.mark("BROKEN " + violation.promise(), violation.atSeconds()));
        return chart;
    }

    private LineChart tickTimes() {
        PeakSeries.Points late = run.ticks().series().latenessMillis();
        PeakSeries.Points compute = run.ticks().series().computeMillis();
        return LineChart.of(TIME, "time, ms")
                .logarithmic()
                .line("late", late.seconds(), late.values())
                .line("compute", compute.seconds(), compute.values());
    }

    private static double[] raised(PeakSeries.Points series) {
        return Arrays.stream(series.values())
                .map(value -> Math.max(LEAST_PERCENT, value))
                .toArray();
    }

    /** Says the verdict and its limits: which promises were not checked, and whether simulation time kept up. */
    private String sentence() {
        List<String> unchecked = run.notLookedAt();
        List<String> excused = run.notJudged();
        boolean whole = run.verdict() != Verdict.PASSED || unchecked.isEmpty() && excused.isEmpty();
        return (whole ? run.verdict().sentence() : run.verdict() + ": every promise that was checked was kept")
                + without("checked, because there was hardly a moment without faults", unchecked)
                + without("judged, because its engine allocates", excused)
                + slowness(run.service().sustainedScale())
                + "; " + smoothness();
    }

    private static String without(String what, List<String> threads) {
        return threads.isEmpty() ? "" : "; not " + what + ": allocation by " + String.join(", ", threads);
    }

    private String summary() {
        return Units.text(
                        "%,d ticks in %.1f s: late %s; compute %s; dropped %s%n",
                        run.service().newest(),
                        run.seconds(),
                        run.ticks().lateness().text(),
                        run.ticks().compute().text(),
                        Units.time(run.service().droppedNanos()))
                + run.readers().stream().map(this::frames).collect(Collectors.joining())
                + stalls()
                + Units.text(
                        "%,d windows checked, %,d inputs accepted%n",
                        run.windowsChecked(), run.input().accepted())
                + "allocation in quiet moments: "
                + run.allocation().stream().map(AllocationWatch.Looks::toString).collect(Collectors.joining("; "))
                + (run.faults().isEmpty()
                        ? ""
                        : System.lineSeparator() + "these figures include the effects of the faults");
    }

    private String frames(RunResult.Reader reader) {
        FrameLog.Motion motion = reader.frames().motion();
        return Units.text(
                "%s: %,d frames checked, every value%s; %d frozen, %d jumping, %d backward; judder of all %s%n",
                reader.name(),
                motion.frames(),
                run.sample(),
                motion.frozen(),
                motion.jumping(),
                motion.backward(),
                Units.percent(motion.judderPercent()));
    }

    /** Returns a line for each reader that saw stalls. */
    private String stalls() {
        StringBuilder text = new StringBuilder();
        for (RunResult.Reader reader : run.readers()) {
            Quarters.Totals stalls = reader.frames().stalls();
            if (stalls.count() > 0) {
                text.append(Units.text(
                        "%s, stalls: %,d; judder around them %s, against %s of the newest state; the worst, at %.2f s:"
                                + " %s, against %s%n",
                        reader.name(),
                        stalls.count(),
                        Units.percent(stalls.judderPercent()),
                        Units.percent(stalls.newestStateJudderPercent()),
                        stalls.worst().beginSeconds(),
                        Units.percent(stalls.worst().judderPercent()),
                        Units.percent(stalls.worst().newestStateJudderPercent())));
            }
        }
        return text.toString();
    }

    /** Says how even the worst picture was, and how even the newest state is without a sampler. */
    private String smoothness() {
        double judder = worst(Quarters.Undisturbed::judderPercent);
        double newest = worst(Quarters.Undisturbed::newestStateJudderPercent);
        return Double.isNaN(judder)
                ? "judder apart from faults is unknown, because there was no time without faults"
                : "apart from faults, judder was at most " + Units.percent(judder)
                        + (Double.isNaN(newest)
                                ? ""
                                : ", against " + Units.percent(newest) + " if frames showed the newest state as it is");
    }

    /** Motion depends on the machine, so such a run passes. But the page must not look as if all were well. */
    private boolean isWorseThanNewestStates() {
        return run.readers().stream()
                .map(reader -> reader.frames().undisturbed())
                .anyMatch(apart -> apart.judderPercent() > apart.newestStateJudderPercent());
    }

    private double worst(ToDoubleFunction<Quarters.Undisturbed> of) {
        return run.readers().stream()
                .map(reader -> reader.frames().undisturbed())
                .filter(apart -> apart.frames() > 0)
                .mapToDouble(of)
                .max()
                .orElse(Double.NaN);
    }

    /** Says how fast simulation time ran in the end; empty if the machine kept up. */
    private static String slowness(double scale) {
        return scale < FULL_SPEED
                ? Units.text(
                        "; in the end, simulation time ran at %.0f %% of its speed: too much load for this machine",
                        100 * scale)
                : "";
    }
}
