package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.Machine;
import io.github.freestep.benchmarks.report.Page;
import io.github.freestep.physics.PhysicsMetrics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A run that has ended, to be looked at: the verdict first, and what led to it. */
final class HtmlReport {
    private static final double LEAST_PERCENT = 0.001;
    private static final double LEAST_MILLIS = 0.01;

    private final StressRun run;
    private final Verdict verdict;
    private final ReportCharts charts;
    private final Page page = new Page("Freestep stress report");

    private HtmlReport(StressRun run, Verdict verdict) {
        this.run = run;
        this.verdict = verdict;
        charts = new ReportCharts(run);
    }

    static String of(StressRun run, Verdict verdict) {
        HtmlReport report = new HtmlReport(run, verdict);
        report.verdict();
        report.timeline();
        report.ticks();
        report.frames();
        report.rest();
        report.settings();
        return report.page.html();
    }

    private void verdict() {
        List<String> reasons =
                run.violations.kept().stream().map(Violation::toString).toList();
        page.verdict(verdict == Verdict.PASSED, verdict.sentence(run), reasons);
        page.paragraph(text(
                "%s of %,d bodies at %s Hz for %.1f s, readers at %s fps, seed %d: %,d ticks, %,d frames.",
                run.settings.simulation(),
                run.settings.bodies(),
                run.settings.rate(),
                run.seconds(),
                run.settings.frameRates().text(" and "),
                run.settings.seed(),
                run.ticks.steps(),
                run.readers.stream().mapToLong(FrameChecker::frames).sum()));
        judder();
        List<List<String>> promises = new ArrayList<>();
        for (Promise promise : Promise.values()) {
            promises.add(List.of(promise.sentence, Evidence.verdict(run, promise), Evidence.of(run, promise)));
        }
        page.table(List.of("promise", "verdict", "looked at"), promises);
    }

    /** The one figure for the eye, before those that the faults are meant to show in. */
    private void judder() {
        List<List<String>> rows = new ArrayList<>();
        for (FrameChecker reader : run.readers) {
            UndisturbedMotion.Result apart = reader.log.undisturbed(run.director.strikes());
            rows.add(List.of(
                    reader.name(),
                    Units.percent(apart.judderPercent()),
                    text("%,d", apart.frames()),
                    Units.percent(
                            (double) reader.log.json(run.director.strikes()).get("judderPercent")),
                    text("%,d", reader.frames()),
                    text("%.1f", reader.frames() / run.seconds())));
        }
        page.table(
                List.of(
                        "reader",
                        "judder apart from faults",
                        "of so many frames",
                        "judder of all frames",
                        "frames",
                        "a second"),
                rows);
        page.table(
                List.of(
                        "reader, first " + FrameLog.FIRST_SECONDS + " s of each visit",
                        "judder",
                        "frozen",
                        "jumping",
                        "frames"),
                run.readers.stream().map(HtmlReport::firstSeconds).toList());
        page.paragraph(
                "Judder is how far the shown speed is off, frame by frame: the root of the mean square. Apart from"
                        + " faults it is that of the quarters of a second in which there was none, nor one just over, nor the start."
                        + " In the judder of all frames they are meant to show. The first seconds of a visit include faults, and the"
                        + " still picture before the first tick, whose frames count as frozen.");
    }

    private static List<String> firstSeconds(FrameChecker reader) {
        Map<String, Object> first = reader.log.firstSeconds();
        return List.of(
                reader.name(),
                Units.percent((double) first.get("judderPercent")),
                text("%,d", first.get("frozen")),
                text("%,d", first.get("jumping")),
                text("%,d", first.get("frames")));
    }

    private void timeline() {
        page.section("What happened when");
        page.figure("Ticks, frames, faults, and when the virtual machine stood still.", charts.timeline());
    }

    private void ticks() {
        PhysicsMetrics metrics = run.physics.metrics();
        page.section("Ticks");
        page.table(
                distributionHeader(),
                List.of(
                        row("begun late", run.ticks.latenessTotal()),
                        row("compute", run.ticks.computeTotal()),
                        row("published late", run.ticks.publicationTotal())));
        page.figure(
                "How late ticks began and states were published, and how long ticks took.", charts.tickPercentiles());
        page.figure("The same over time; the latest of those in a column.", charts.ticks());
        page.figure("For how long the next tick was due already when one ended.", charts.debt());
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("steps that took longer than their time", text("%,d", metrics.overruns()));
        facts.put("steps that failed", text("%,d, of which %,d were to", metrics.faults(), run.stressed.failures()));
        facts.put("time dropped", Units.time(metrics.droppedNanos()) + " in " + metrics.slips() + " slips");
        facts.put("speed apart from faults", speed(run.pace()));
        facts.put(
                "slow motion at the end",
                metrics.sustainedScale() == 1 ? "none" : Units.percent(100 * metrics.sustainedScale()));
        facts.put("ledger", run.ledger() == null ? "none" : run.ledger());
        page.facts(facts);
    }

    static String speed(double pace) {
        return Double.isNaN(pace)
                ? "unknown, since there were hardly any ticks of such time"
                : Units.percent(100 * pace) + " of what was asked for";
    }

    private void frames() {
        page.section("Frames");
        List<List<String>> rows = new ArrayList<>();
        for (FrameChecker reader : run.readers) {
            Map<String, Object> figures = reader.log.json(run.director.strikes());
            rows.add(List.of(
                    reader.name(),
                    text("%,d", figures.get("frozen")),
                    text("%,d", figures.get("jumping")),
                    text("%,d", figures.get("backward")),
                    text("%,d", figures.get("bridged")),
                    Units.time((long) figures.get("maxInputLatencyNanos"))));
        }
        page.table(List.of("reader", "frozen", "jumping", "backward", "bridged", "input lag, at most"), rows);
        page.figure(
                "Judder, by quarters of a second; at the lower edge is what is less.",
                charts.frames("judder, %", LEAST_PERCENT, log -> log.judder));
        page.figure(
                "How far the shown speed was off, the worst frames.",
                charts.frames("off, %", LEAST_PERCENT, log -> log.speedOff));
        page.figure("How old the newest state was in a frame.", charts.framePercentiles(log -> log.stateAges));
        page.figure("The same over time.", charts.frames("state age, ms", LEAST_MILLIS, log -> log.stateAge));
        page.figure("From frame to frame.", charts.framePercentiles(log -> log.frameTimes));
        List<List<String>> distributions = new ArrayList<>();
        for (FrameChecker reader : run.readers) {
            distributions.add(row("state age, " + reader.name(), reader.log.stateAges));
            distributions.add(row("frame time, " + reader.name(), reader.log.frameTimes));
        }
        page.table(distributionHeader(), distributions);
    }

    private void rest() {
        page.section("Handoff, input and memory");
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("states published", text("%,d", run.ticks.written()));
        facts.put("windows checked as they are", text("%,d", run.raw.windows()));
        run.input.json().forEach((name, value) -> facts.put("input, " + name, value));
        page.facts(facts);
        List<List<String>> rows = new ArrayList<>();
        for (AllocationWatch watch : run.observer.watches) {
            Map<String, Object> figures = watch.json();
            rows.add(List.of(
                    watch.name(),
                    text("%,d", figures.get("units")),
                    text("%,d", figures.get("bytes")),
                    text("%,d of %,d", figures.get("spansNotZero"), figures.get("spans")),
                    watch.isExcused()
                            ? "not judged: its engine allocates"
                            : watch.isEnough() ? "looked at" : "not looked at"));
        }
        page.table(List.of("thread", "ticks or frames", "bytes", "tenths of a second with any", ""), rows);
        page.paragraph(
                "What a tick or a frame allocates shows in every tenth of a second, so the promise is broken by a thread that"
                        + " has allocated in more than half of them. A few hundred bytes in single ones are the virtual machine's,"
                        + " when a method goes from one compiler to the next: with -Xint there are none. Only quiet ones count; a"
                        + " thread with hardly any is not looked at.");
    }

    private void settings() {
        page.section("Settings and machine");
        Map<String, Object> settings = new LinkedHashMap<>(run.settings.json());
        settings.put("ran", text("%.3f s", run.seconds()));
        if (run.scene.notice() != null) {
            settings.put("notice", run.scene.notice());
        }
        page.facts(settings);
        page.facts(Machine.here().json());
    }

    private static List<String> distributionHeader() {
        return List.of("time", "p50", "p90", "p99", "p99.9", "most");
    }

    private static List<String> row(String name, Distribution of) {
        List<String> row = new ArrayList<>(List.of(name));
        Arrays.stream(new double[] {50, 90, 99, 99.9, 100})
                .forEach(percentile -> row.add(Units.time(of.nanosAt(percentile))));
        return row;
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
