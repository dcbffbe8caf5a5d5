package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.app.Findings;
import io.github.freestep.benchmarks.app.Verdict;
import io.github.freestep.benchmarks.report.LineChart;
import io.github.freestep.benchmarks.report.Page;
import io.github.freestep.benchmarks.report.PeakSeries;
import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.physics.PhysicsMetrics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Reports a run of one service that has ended: the verdict first, then the figures behind it. */
final class ServiceReport {
    /** Less than this is slow. Other work on the machine may take the rest. */
    private static final double FULL_SPEED = 0.95;

    /** Below it, a difference in judder is invisible. */
    private static final double LEAST_PERCENT = 0.001;

    private static final int MOST_MARKS = 100;

    private final StressRun run;
    private final PhysicsMetrics metrics;
    private final TickLog.Totals ticks;
    private final List<FaultDirector.Strike> strikes;
    private final List<Reader> readers;

    /** A reader and its frames. */
    record Reader(String name, FrameLog.Totals frames) {}

    ServiceReport(StressRun run) {
        this.run = run;
        metrics = run.metrics();
        ticks = run.ticks.totals();
        strikes = run.director.strikes();
        readers = run.readers.stream()
                .map(reader -> new Reader(reader.name(), reader.log.totals(strikes)))
                .toList();
    }

    Findings findings(boolean interrupted) {
        Verdict verdict = Verdict.of(run.violations.total() == 0, interrupted);
        Findings findings = Findings.of("", verdict, sentence(verdict), run.violations.kept(), summary());
        findings.page()
                .figure(
                        "How unevenly the pictures moved, in each quarter of a second; lower is smoother. Coloured:"
                                + " what the readers showed. Grey: the same frames if they showed the newest state as"
                                + " it is. Values below 0.001 % lie on the lower edge."
                                + Units.text(" Faults: %,d.", strikes.size()),
                        judder());
        findings.page()
                .table(
                        List.of("promise", "verdict"),
                        Promise.OF_A_SERVICE.stream()
                                .map(promise -> List.of(promise.sentence, verdict(promise)))
                                .toList());
        frames(findings.page().section("Frames"));
        findings.page().section("Ticks").facts(ticks());
        findings.page().section("Input").facts(run.input.facts());
        Map<String, Object> allocation = new LinkedHashMap<>();
        run.observer.watches.forEach(watch -> allocation.put(watch.name(), watch.text()));
        findings.page().section("Allocation").facts(allocation);
        return findings;
    }

    /** Says whether the run kept a promise. */
    private String verdict(Promise promise) {
        long broken = run.violations.count(promise);
        if (broken > 0) {
            return Units.text("BROKEN %,d times", broken);
        }
        if (promise == Promise.STALL && readers.stream().allMatch(reader -> reader.frames.stalls() == 0)) {
            return "not checked: there was no stall that could be judged";
        }
        if (run.ledger() == null && Promise.CHECKED_AT_THE_END.contains(promise)) {
            return "not checked: the service did not end in order";
        }
        String limits = promise == Promise.ALLOCATION ? unjudged() : "";
        return limits.isEmpty() ? "kept" : limits;
    }

    /** Names the threads whose allocation was not judged, and why; empty if all were. */
    private String unjudged() {
        return run.observer.watches.stream()
                .filter(watch -> !watch.isJudged())
                .map(watch -> watch.name() + " was " + watch.verdict())
                .collect(Collectors.joining("; "));
    }

    private Map<String, Object> ticks() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("newest", metrics.tick());
        figures.put("steps", ticks.steps());
        figures.put("published", ticks.published());
        figures.put("overruns", metrics.overruns());
        figures.put("slips", metrics.slips());
        figures.put("dropped ns", metrics.droppedNanos());
        figures.put("sustained scale", metrics.sustainedScale());
        figures.put("failed steps", metrics.faults());
        figures.put("commands", metrics.commandsRun());
        figures.put("windows checked", run.raw.windows());
        figures.put("states checked", run.raw.states());
        figures.put("ledger", run.ledger());
        figures.put("ran", Units.text("%.3f s", run.seconds()));
        return figures;
    }

    private void frames(Page page) {
        List<List<String>> rows = new ArrayList<>();
        for (Reader reader : readers) {
            FrameLog.Motion all = reader.frames.motion();
            rows.add(List.of(
                    reader.name,
                    Units.percent(reader.frames.undisturbed().judderPercent()),
                    Units.percent(all.judderPercent()),
                    Units.text("%,d", all.frames()),
                    Units.text("%,d", all.frozen()),
                    Units.text("%,d", all.jumping()),
                    Units.text("%,d", reader.frames.stalls())));
        }
        List<String> header =
                List.of("reader|judder apart from faults|judder|frames|frozen|jumping|stalls".split("\\|"));
        page.table(header, rows);
        page.paragraph("Judder says how much the shown speed is off from frame to frame: the root of the mean"
                + " square of the errors. Apart from faults omits each quarter of a second with a fault in it,"
                + " the half second after a fault, and the first half second.");
    }

    /** Shows the judder of each reader, that of the newest state behind it, faults, and broken promises. */
    private LineChart judder() {
        LineChart chart = LineChart.of("run time, s", "judder, %");
        for (Reader reader : readers) {
            PeakSeries.Points shown = reader.frames.series().judderPercent();
            PeakSeries.Points newest = reader.frames.series().newestStateJudderPercent();
            chart.line(reader.name, shown.seconds(), raised(shown));
            chart.reference("newest state, " + reader.name, newest.seconds(), raised(newest));
        }
        // With more, the marks would run into each other.
        if (strikes.size() <= MOST_MARKS) {
            strikes.forEach(strike -> chart.span("fault", strike.beginSeconds(), strike.endSeconds()));
        }
        run.violations.kept().forEach(each -> chart.mark("BROKEN " + each.promise(), each.atSeconds()));
        return chart;
    }

    private static double[] raised(PeakSeries.Points series) {
        return Arrays.stream(series.values())
                .map(value -> Math.max(LEAST_PERCENT, value))
                .toArray();
    }

    /** Says the verdict and its limits: which promises were not checked, and whether simulation time kept up. */
    private String sentence(Verdict verdict) {
        String limits = unjudged();
        return (verdict != Verdict.PASSED || limits.isEmpty()
                        ? verdict.sentence()
                        : verdict + ": every promise that was checked was kept; allocation: " + limits)
                + slowness()
                + "; " + smoothness();
    }

    private String summary() {
        return Units.text(
                        "%,d ticks in %.1f s: late %s; compute %s; dropped %s%n",
                        metrics.tick(),
                        run.seconds(),
                        ticks.lateness(),
                        ticks.compute(),
                        Units.time(metrics.droppedNanos()))
                + readers.stream().map(this::frames).collect(Collectors.joining())
                + Units.text("%,d windows checked, %,d inputs accepted%n", run.raw.windows(), run.input.accepted())
                + "allocation in quiet moments: "
                + run.observer.watches.stream().map(AllocationWatch::text).collect(Collectors.joining("; "))
                + (strikes.isEmpty() ? "" : System.lineSeparator() + "these figures include the effects of the faults");
    }

    private String frames(Reader reader) {
        FrameLog.Motion motion = reader.frames.motion();
        return Units.text(
                "%s: %,d frames checked, every value of %,d bodies; %d frozen, %d jumping, %d backward; judder of all"
                        + " %s%n",
                reader.name,
                motion.frames(),
                run.scene.checkedBodies(),
                motion.frozen(),
                motion.jumping(),
                motion.backward(),
                Units.percent(motion.judderPercent()));
    }

    /** Says how even the worst picture was, and how even the newest state is without a sampler. */
    private String smoothness() {
        double judder = worst(Quarters.Undisturbed::judderPercent);
        return Double.isNaN(judder)
                ? "judder apart from faults is unknown, because there was no time without faults"
                : "apart from faults, judder was at most " + Units.percent(judder) + ", against "
                        + Units.percent(worst(Quarters.Undisturbed::newestStateJudderPercent))
                        + " if frames showed the newest state as it is";
    }

    private double worst(ToDoubleFunction<Quarters.Undisturbed> of) {
        return readers.stream()
                .map(reader -> reader.frames.undisturbed())
                .filter(apart -> apart.frames() > 0)
                .mapToDouble(of)
                .max()
                .orElse(Double.NaN);
    }

    /** Says how fast simulation time ran in the end; empty if the machine kept up. */
    private String slowness() {
        double scale = metrics.sustainedScale();
        return scale < FULL_SPEED
                ? Units.text(
                        "; in the end, simulation time ran at %.0f %% of its speed: too much load for this machine",
                        100 * scale)
                : "";
    }
}
